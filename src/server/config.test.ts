import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

/** What a start with these settings says, line by line; empty when it starts. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [title, ...lines] = error.message.split("\n");
    expect(title).toBe("These settings stop the start:");
    return lines.map((line) => line.replace(/^ {2}- /, ""));
  }
}

const wrong: [name: string, values: string[]][] = [
  ["PORT", ["", "http", "-1", "65536", "3000.5", "0x10", " 3000"]],
  [
    "BASE_URL",
    [
      "example.com",
      "ftp://example.com",
      "https://",
      "javascript:alert(1)",
      "https://example.com/shop",
      "https://example.com?a=1",
      "https://example.com#a",
      "https://me:secret@example.com",
    ],
  ],
  ["DATABASE_URL", ["mysql://localhost/site", "localhost:5432", "nonsense"]],
  ["DEMO", ["yes", "true", ""]],
  ["ADMIN_USERNAME", ["", "ab"]],
  ["ADMIN_PASSWORD", ["short"]],
  ["PAYMENTS", ["paypal", "", "SANDBOX"]],
  ["STRIPE_API_BASE", ["api.stripe.com"]],
  ["SMTP_URL", ["mail.example.com", "http://mail.example.com"]],
  ["MAIL_FROM", ["", "nobody", "Savage Gentlemen", "a@b\r\nBcc: c@d", "<a@b> <c@d>"]],
  ["TRUST_PROXY", ["yes", "10", "-1", "true"]],
  ["FIREBASE_PROJECT_ID", ["My Project", "ab", "-project", "https://example.com"]],
  ["RATE_LIMITS", ["no", "", "2"]],
  ["LOG_LEVEL", ["loud", "", "INFO"]],
];

describe.for(wrong)("%s", ([name, values]) => {
  test.for(values)("%j stops the start, with a word on what it has to be", (value) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} .{8,}`));
    // A password or an address with one in it does not belong into a log.
    if (value.length > 8 && /PASSWORD|URL/.test(name)) expect(faults[0]).not.toContain(value);
  });
});

test("all settings wrong at once are all told at once", () => {
  const everything = Object.fromEntries(wrong.map(([name, values]) => [name, values.find((value) => value !== "")!]));
  const told = faultsOf(everything).map((line) => line.split(" ")[0]);
  expect(told.toSorted()).toEqual(wrong.map(([name]) => name).toSorted());
});

test("what is wrong between settings is told together with what is wrong in one", () => {
  const faults = faultsOf({
    PORT: "none",
    LOG_LEVEL: "loud",
    BASE_URL: "https://example.com",
    RATE_LIMITS: "off",
    STRIPE_SECRET_KEY: "sk_1",
  });
  expect(faults.map((line) => line.split(/[ =]/)[0])).toEqual([
    "PORT",
    "LOG_LEVEL",
    "RATE_LIMITS",
    "PAYMENTS",
    "PAYMENTS",
  ]);
  // A setting that is wrong by itself is not told a second time for being missing.
  expect(faultsOf({ BASE_URL: "https://example.com", PAYMENTS: "paypal" })).toHaveLength(1);
});

test("nothing at all starts the whole product on this machine", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    baseUrl: "http://localhost:3000",
    production: false,
    demo: true,
    payments: "sandbox",
    rateLimits: true,
    trustProxy: 0,
    smtpUrl: undefined,
  });
  expect(readConfig({ PORT: "8080" }).baseUrl).toBe("http://localhost:8080");
  expect(readConfig({ DATABASE_URL: "postgres://db/site" }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL: "postgres://db/site", DEMO: "1" }).demo).toBe(true);
});

test("settings that are none of ours are left alone, and empty ones count as missing where they may be missing", () => {
  expect(
    faultsOf({ HOME: "/root", PATH: "", BASE_URL: "", SMTP_URL: "", DATABASE_URL: "", ADMIN_PASSWORD: "" }),
  ).toEqual([]);
});

const secure = { BASE_URL: "https://tickets.example", PAYMENTS: "sandbox" };

describe("an address with https is production", () => {
  test.for([
    "https://tickets.example",
    "https://tickets.example/",
    "https://tickets.example//",
    "HTTPS://Tickets.Example",
    "https://tickets.example:443",
  ])("%s, however it is spelled", (address) => {
    const config = readConfig({ ...secure, BASE_URL: address, DEMO: "1" });
    expect(config).toMatchObject({ production: true, baseUrl: "https://tickets.example", demo: false });
  });

  test("where benchmark switches and payments that nobody asked for are refused", () => {
    expect(faultsOf(secure)).toEqual([]);
    expect(faultsOf({ ...secure, RATE_LIMITS: "off" })).toEqual([
      "RATE_LIMITS=off is for benchmarks and refused when BASE_URL is https",
    ]);
    expect(faultsOf({ BASE_URL: secure.BASE_URL })[0]).toMatch(/^PAYMENTS must be named/);
    expect(faultsOf({ RATE_LIMITS: "off" })).toEqual([]);
  });
});

test("the identity service is off by default, and asks Google's own address for keys unless told otherwise", () => {
  expect(readConfig({}).identityProvider).toBeUndefined();
  expect(readConfig({ FIREBASE_PROJECT_ID: "sg-nights" }).identityProvider).toEqual({
    projectId: "sg-nights",
    issuer: "https://securetoken.google.com/sg-nights",
    jwksUrl: "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
    apiKey: undefined,
  });
});

test("settings of the identity service without its project, or keys over http in production, stop the start", () => {
  expect(faultsOf({ FIREBASE_JWKS_URL: "http://127.0.0.1:9/keys" })).toEqual([
    "FIREBASE_JWKS_URL means nothing without FIREBASE_PROJECT_ID",
  ]);
  expect(faultsOf({ FIREBASE_API_KEY: "AIza-abcdefghij" })).toEqual([
    "FIREBASE_API_KEY means nothing without FIREBASE_PROJECT_ID",
  ]);
  const production = { BASE_URL: "https://example.com", PAYMENTS: "sandbox", FIREBASE_PROJECT_ID: "sg-nights" };
  expect(faultsOf({ ...production, FIREBASE_JWKS_URL: "http://example.com/keys" })).toHaveLength(1);
  expect(faultsOf(production)).toEqual([]);
});
