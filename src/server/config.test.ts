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
  ["ADMIN_EMAIL", ["nobody", "the house@example.com", "a@b\r\nBcc: c@d"]],
  ["PAYMENTS", ["paypal", "", "SANDBOX"]],
  ["STRIPE_SECRET_KEY", ["sk_1", "pk_test_abcdef", "sk_test_", "sk_live_a b"]],
  ["STRIPE_WEBHOOK_SECRET", ["secret", "whsec_"]],
  ["STRIPE_API_BASE", ["api.stripe.com", "https://api.stripe.com/v1"]],
  ["SMTP_URL", ["mail.example.com", "http://mail.example.com"]],
  ["MAIL_FROM", ["", "nobody", "Savage Gentlemen", "a@b\r\nBcc: c@d", "<a@b> <c@d>"]],
  ["TRUST_PROXY", ["yes", "10", "-1", "true"]],
  ["FIREBASE_PROJECT_ID", ["My Project", "ab", "-project", "https://example.com"]],
  ["S3_ENDPOINT", ["s3.example.com", "ftp://s3.example.com"]],
  ["S3_BUCKET", ["My Bucket", "ab", "-pictures", "a/b"]],
  ["S3_REGION", ["US East", "eu_west"]],
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
    STRIPE_API_BASE: "http://localhost:1",
  });
  expect(faults.map((line) => line.split(/[ =]/)[0])).toEqual([
    "PORT",
    "STRIPE_SECRET_KEY",
    "LOG_LEVEL",
    "RATE_LIMITS",
    "PAYMENTS",
    "STRIPE_API_BASE",
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

describe("Stripe", () => {
  const keys = { STRIPE_SECRET_KEY: "sk_test_abc", STRIPE_WEBHOOK_SECRET: "whsec_abc" };
  const liveKeys = { ...keys, STRIPE_SECRET_KEY: "rk_live_abc" };

  test("takes the payments as soon as there are its keys, and knows which kind of money they are for", () => {
    expect(readConfig(keys)).toMatchObject({ payments: "stripe", stripe: { live: false, apiBase: undefined } });
    expect(readConfig({ ...secure, ...liveKeys, PAYMENTS: "stripe" }).stripe?.live).toBe(true);
    expect(readConfig({ ...keys, PAYMENTS: "sandbox" }).payments).toBe("sandbox");
    expect(readConfig({}).stripe).toBeUndefined();
  });

  test("needs both keys", () => {
    const missing = (settings: Record<string, string>) => faultsOf(settings).map((line) => line.split(" ")[0]);
    expect(missing({ PAYMENTS: "stripe" })).toEqual(["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"]);
    expect(missing({ STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY })).toEqual(["STRIPE_WEBHOOK_SECRET"]);
  });

  test("moves real money only where the address is https, and asks nobody but Stripe there", () => {
    expect(faultsOf(liveKeys)[0]).toMatch(/^STRIPE_SECRET_KEY is a live key/);
    const elsewhere = { ...secure, ...liveKeys, PAYMENTS: "stripe", STRIPE_API_BASE: "https://example.com" };
    expect(faultsOf(elsewhere)[0]).toMatch(/^STRIPE_API_BASE is for tests/);
  });
});

test("a bucket needs its address, its name and both keys, and nothing else", () => {
  const whole = {
    S3_ENDPOINT: "https://s3.example.com",
    S3_BUCKET: "sg-pictures",
    S3_ACCESS_KEY: "a",
    S3_SECRET_KEY: "s",
  };
  expect(readConfig({}).bucket).toBeUndefined();
  expect(readConfig(whole).bucket).toEqual({
    endpoint: "https://s3.example.com",
    bucket: "sg-pictures",
    region: "us-east-1",
    accessKey: "a",
    secretKey: "s",
  });
  expect(readConfig({ ...whole, S3_REGION: "auto" }).bucket?.region).toBe("auto");
  for (const missing of Object.keys(whole)) {
    expect(faultsOf({ ...whole, [missing]: "" })).toEqual([
      expect.stringMatching(new RegExp(`^${missing} must be set`)),
    ]);
  }
  expect(faultsOf({ S3_REGION: "auto" })[0]).toMatch(
    /^S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY must be set/,
  );
  expect(faultsOf({ ...whole, S3_BUCKET: "My Bucket" })).toHaveLength(1);
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
