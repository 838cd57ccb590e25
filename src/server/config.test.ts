import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

/** The problems that a start with these settings reports, line by line; empty if it starts. */
function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [title, ...lines] = error.message.split("\n");
    expect(title).toBe("The site can't start with these settings:");
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
  ["DATABASE_POOLER", ["session", "", "pgbouncer"]],
  ["DATABASE_DIRECT_URL", ["mysql://localhost/site", "nonsense"]],
  ["ARCHIVE_DIR", ["./data", "./data/archive", "data/../data/x"]],
  ["DEMO", ["yes", "true", ""]],
  ["ADMIN_USERNAME", ["", "ab"]],
  ["ADMIN_PASSWORD", ["short"]],
  ["ADMIN_EMAIL", ["nobody", "the owner@example.com", "a@b\r\nBcc: c@d"]],
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
  test.for(values)("%j stops the start and says what it must be", (value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} .{8,}`));
    // A password or a URL that contains one doesn't belong in a log.
    if (value.length > 8 && /PASSWORD|URL/.test(name)) expect(problems[0]).not.toContain(value);
  });
});

test("if all settings are wrong, all are reported at once", () => {
  const everything = Object.fromEntries(wrong.map(([name, values]) => [name, values.find((value) => value !== "")!]));
  const named = problemsOf(everything).map((line) => line.split(" ")[0]);
  expect(named.toSorted()).toEqual(wrong.map(([name]) => name).toSorted());
});

test("conflicts between settings are reported together with invalid settings", () => {
  const problems = problemsOf({
    PORT: "none",
    LOG_LEVEL: "loud",
    BASE_URL: "https://example.com",
    RATE_LIMITS: "off",
    STRIPE_SECRET_KEY: "sk_1",
    STRIPE_API_BASE: "http://localhost:1",
  });
  expect(problems.map((line) => line.split(/[ =]/)[0])).toEqual([
    "PORT",
    "STRIPE_SECRET_KEY",
    "LOG_LEVEL",
    "RATE_LIMITS",
    "PAYMENTS",
    "STRIPE_API_BASE",
  ]);
  // An invalid setting isn't also reported as missing.
  expect(problemsOf({ BASE_URL: "https://example.com", PAYMENTS: "paypal" })).toHaveLength(1);
});

test("without any settings the whole product starts on this machine", () => {
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

test("unknown settings are ignored, and empty optional ones count as missing", () => {
  expect(
    problemsOf({ HOME: "/root", PATH: "", BASE_URL: "", SMTP_URL: "", DATABASE_URL: "", ADMIN_PASSWORD: "" }),
  ).toEqual([]);
});

const secure = { BASE_URL: "https://tickets.example", PAYMENTS: "sandbox" };

describe("an https URL means production", () => {
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

  test("where benchmark switches and unspecified payments are rejected", () => {
    expect(problemsOf(secure)).toEqual([]);
    expect(problemsOf({ ...secure, RATE_LIMITS: "off" })).toEqual([
      "RATE_LIMITS=off is for benchmarks and isn't allowed when BASE_URL is https",
    ]);
    expect(problemsOf({ BASE_URL: secure.BASE_URL })[0]).toMatch(/^PAYMENTS must be set/);
    expect(problemsOf({ RATE_LIMITS: "off" })).toEqual([]);
  });
});

describe("Stripe", () => {
  const keys = { STRIPE_SECRET_KEY: "sk_test_abc", STRIPE_WEBHOOK_SECRET: "whsec_abc" };
  const liveKeys = { ...keys, STRIPE_SECRET_KEY: "rk_live_abc" };

  test("takes payments as soon as its keys are set, and knows whether they are live or test keys", () => {
    expect(readConfig(keys)).toMatchObject({ payments: "stripe", stripe: { live: false, apiBase: undefined } });
    expect(readConfig({ ...secure, ...liveKeys, PAYMENTS: "stripe" }).stripe?.live).toBe(true);
    expect(readConfig({ ...keys, PAYMENTS: "sandbox" }).payments).toBe("sandbox");
    expect(readConfig({}).stripe).toBeUndefined();
  });

  test("needs both keys", () => {
    const missing = (settings: Record<string, string>) => problemsOf(settings).map((line) => line.split(" ")[0]);
    expect(missing({ PAYMENTS: "stripe" })).toEqual(["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"]);
    expect(missing({ STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY })).toEqual(["STRIPE_WEBHOOK_SECRET"]);
  });

  test("moves real money only with an https URL, and calls only Stripe then", () => {
    expect(problemsOf(liveKeys)[0]).toMatch(/^STRIPE_SECRET_KEY is a live key/);
    const elsewhere = { ...secure, ...liveKeys, PAYMENTS: "stripe", STRIPE_API_BASE: "https://example.com" };
    expect(problemsOf(elsewhere)[0]).toMatch(/^STRIPE_API_BASE is for tests/);
  });
});

test("a pooler needs the database's own URL too, and an archive needs the built-in database", () => {
  const pooled = { DATABASE_URL: "postgres://pooler/site", DATABASE_POOLER: "transaction" };
  const direct = { DATABASE_DIRECT_URL: "postgres://db/site" };
  expect(problemsOf(pooled)[0]).toMatch(/^DATABASE_DIRECT_URL must be set for DATABASE_POOLER=transaction/);
  expect(readConfig({ ...pooled, ...direct })).toMatchObject({
    databasePooler: "transaction",
    databaseUrl: pooled.DATABASE_URL,
    databaseDirectUrl: direct.DATABASE_DIRECT_URL,
  });
  expect(readConfig({ DATABASE_URL: "postgres://db/site" })).toMatchObject({
    databasePooler: "none",
    databaseDirectUrl: "postgres://db/site",
  });
  expect(problemsOf(direct)).toEqual(["DATABASE_DIRECT_URL and DATABASE_POOLER have no effect without DATABASE_URL"]);
  expect(problemsOf({ DATABASE_URL: "postgres://db/site", ARCHIVE_DIR: "/mnt/archive" })[0]).toMatch(
    /^ARCHIVE_DIR is for/,
  );
  expect(readConfig({ ARCHIVE_DIR: "/mnt/archive" }).archiveDir).toBe("/mnt/archive");
});

test("a bucket needs its endpoint, its name and both keys, and nothing else", () => {
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
    expect(problemsOf({ ...whole, [missing]: "" })).toEqual([
      expect.stringMatching(new RegExp(`^${missing} must also be set`)),
    ]);
  }
  expect(problemsOf({ S3_REGION: "auto" })[0]).toMatch(
    /^S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY must also be set/,
  );
  expect(problemsOf({ ...whole, S3_BUCKET: "My Bucket" })).toHaveLength(1);
});

test("the identity service is off by default, and gets its keys from Google's own URL unless set otherwise", () => {
  expect(readConfig({}).identityProvider).toBeUndefined();
  expect(readConfig({ FIREBASE_PROJECT_ID: "sg-nights" }).identityProvider).toEqual({
    projectId: "sg-nights",
    issuer: "https://securetoken.google.com/sg-nights",
    jwksUrl: "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
    apiKey: undefined,
  });
});

test("identity service settings without its project, or keys over http in production, stop the start", () => {
  expect(problemsOf({ FIREBASE_JWKS_URL: "http://127.0.0.1:9/keys" })).toEqual([
    "FIREBASE_JWKS_URL has no effect without FIREBASE_PROJECT_ID",
  ]);
  expect(problemsOf({ FIREBASE_API_KEY: "AIza-abcdefghij" })).toEqual([
    "FIREBASE_API_KEY has no effect without FIREBASE_PROJECT_ID",
  ]);
  const production = { BASE_URL: "https://example.com", PAYMENTS: "sandbox", FIREBASE_PROJECT_ID: "sg-nights" };
  expect(problemsOf({ ...production, FIREBASE_JWKS_URL: "http://example.com/keys" })).toHaveLength(1);
  expect(problemsOf(production)).toEqual([]);
});

test("a misspelled setting keeps the site from starting, together with every other problem", () => {
  expect(() => readConfig({ DATABSE_URL: "postgresql://db/site", PORT: "many" })).toThrow(
    "The site can't start with these settings:\n  - PORT must be a port number\n  - DATABSE_URL isn't a setting: did you mean DATABASE_URL?",
  );
});

describe("signing emails", () => {
  const keyOf = (type: "rsa" | "ed25519") =>
    (type === "rsa" ? generateKeyPairSync("rsa", { modulusLength: 2048 }) : generateKeyPairSync("ed25519")).privateKey
      .export({ type: "pkcs8", format: "pem" })
      .toString();
  const signing = { DKIM_DOMAIN: "example.com", DKIM_SELECTOR: "sg1", DKIM_PRIVATE_KEY: keyOf("rsa") };

  test("takes a key whose line breaks are written out", () => {
    const { dkim } = readConfig({ ...signing, DKIM_PRIVATE_KEY: signing.DKIM_PRIVATE_KEY.replaceAll("\n", "\\n") });
    expect(dkim).toEqual({ domain: "example.com", selector: "sg1", privateKey: signing.DKIM_PRIVATE_KEY });
    expect(readConfig({}).dkim).toBeUndefined();
  });

  test.for(Object.keys(signing))("needs %s", (missing) => {
    expect(problemsOf({ ...signing, [missing]: "" })).toEqual([
      `${missing} must also be set: signing emails needs all three`,
    ]);
  });

  test.for([
    ["a key of another kind, which would sign nothing", keyOf("ed25519")],
    ["a broken key", signing.DKIM_PRIVATE_KEY.replaceAll("\n", " ")],
    ["no key", "secret"],
  ] as const)("refuses %s, without repeating it", ([, key]) => {
    const problems = problemsOf({ ...signing, DKIM_PRIVATE_KEY: key });
    expect(problems).toEqual([expect.stringMatching(/^DKIM_PRIVATE_KEY must be a private/)]);
    expect(problems[0]).not.toContain(key);
  });
});
