import { z } from "zod";
import { Email } from "#contract/shapes.ts";
import type { BucketSettings } from "./platform/files/bucket-store.ts";

const flag = (fallback: boolean) =>
  z
    .enum(["1", "0", "true", "false", "on", "off"])
    .optional()
    .transform((value) => (value === undefined ? fallback : ["1", "true", "on"].includes(value)));
const optional = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === "" ? undefined : value));
const url = (protocols: string[]) =>
  optional.refine(
    (value) => value === undefined || (URL.canParse(value) && protocols.includes(new URL(value).protocol)),
    {
      error: `must be an address starting with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
      abort: true,
    },
  );

const isOrigin = ({ pathname, search, hash, username }: URL) =>
  /^\/*$/.test(pathname) && `${search}${hash}${username}` === "";

const Environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port number")
    .default("3000")
    .transform(Number)
    .refine((port) => port <= 65535, "must be a port number up to 65535"),
  HOST: z.string().default("127.0.0.1"),
  BASE_URL: url(["http:", "https:"]).refine(
    (value) => value === undefined || isOrigin(new URL(value)),
    "must be an address without path, query or password",
  ),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: url(["postgres:", "postgresql:"]),
  DEMO: z.enum(["0", "1"], "must be 0 or 1").optional(),
  ADMIN_USERNAME: z.string().min(3, "must have at least 3 characters").default("admin"),
  ADMIN_PASSWORD: optional.refine(
    (value) => value === undefined || value.length >= 8,
    "must have at least 8 characters",
  ),
  ADMIN_EMAIL: optional.refine(
    (value) => value === undefined || Email.safeParse(value).success,
    "must be an e-mail address",
  ),
  PAYMENTS: z.enum(["sandbox", "stripe"], "must be sandbox or stripe").optional(),
  STRIPE_SECRET_KEY: optional.refine(
    (value) => value === undefined || /^(sk|rk)_(test|live)_\w{3,240}$/.test(value),
    "must be a secret or restricted key: sk_test_…, sk_live_…, rk_test_… or rk_live_…",
  ),
  STRIPE_WEBHOOK_SECRET: optional.refine(
    (value) => value === undefined || /^whsec_\w{3,240}$/.test(value),
    "must be the signing secret of the webhook endpoint: whsec_…",
  ),
  STRIPE_API_BASE: url(["http:", "https:"]).refine(
    (value) => value === undefined || isOrigin(new URL(value)),
    "must be an address without path, query or password",
  ),
  SMTP_URL: url(["smtp:", "smtps:"]),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/,
      "must be an address, or a name and an address in <>",
    )
    .default("Savage Gentlemen <tickets@localhost>"),
  TRUST_PROXY: z
    .string()
    .regex(/^\d$/, "must be the number of proxies in front, 0 to 9")
    .default("0")
    .transform(Number),
  GA_MEASUREMENT_ID: optional.refine(
    (value) => value === undefined || /^G-[A-Z0-9]{4,20}$/.test(value),
    "must look like G-XXXXXXXXXX",
  ),
  FIREBASE_PROJECT_ID: optional.refine(
    (value) => value === undefined || /^[a-z][a-z0-9-]{3,29}$/.test(value),
    "must be the id of a project: small letters, digits and dashes",
  ),
  FIREBASE_JWKS_URL: url(["http:", "https:"]),
  FIREBASE_API_KEY: optional.refine(
    (value) => value === undefined || /^[\w-]{10,100}$/.test(value),
    "must be the web API key of the project",
  ),
  S3_ENDPOINT: url(["http:", "https:"]),
  S3_BUCKET: optional.refine(
    (value) => value === undefined || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
    "must be the name of a bucket: 3 to 63 small letters, digits, dots and dashes",
  ),
  S3_REGION: optional.refine(
    (value) => value === undefined || /^[a-z0-9-]{1,40}$/.test(value),
    "must look like us-east-1",
  ),
  S3_ACCESS_KEY: optional,
  S3_SECRET_KEY: optional,
  RATE_LIMITS: flag(true),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("warn"),
});

/** A third party that signs people in (Firebase Authentication). */
export interface IdentityProvider {
  projectId: string;
  /** The one issuer whose tokens count. */
  issuer: string;
  /** Where its public keys are. */
  jwksUrl: string;
  /** Lets the browser start a sign-in; without it only tokens made elsewhere are taken. No secret. */
  apiKey: string | undefined;
}

/** An account at Stripe. */
export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Another address than the official one: for tests. */
  apiBase: string | undefined;
  /** Real money: notices of the other mode are refused. */
  live: boolean;
}

const googleKeys = "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";

/** Every setting of the product, read once. Names and defaults are told in the README. */
export interface Config {
  port: number;
  host: string;
  /** Where the public reaches the site, without a trailing slash. */
  baseUrl: string;
  /** True when baseUrl is https: secure cookies, HSTS, no demo, no benchmark switches. */
  production: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  demo: boolean;
  admin: { username: string; password: string | undefined; email: string | undefined };
  /** Where buyers pay. */
  payments: "sandbox" | "stripe";
  /** The account at Stripe; undefined without keys. */
  stripe: StripeSettings | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  trustProxy: number;
  /** Id of the web analytics service; undefined: nothing of it is loaded. */
  gaMeasurementId: string | undefined;
  /** The service that may vouch for people; undefined: nobody is ever asked. */
  identityProvider: IdentityProvider | undefined;
  /** The S3-compatible bucket in which pictures are kept; undefined: in DATA_DIR. */
  bucket: BucketSettings | undefined;
  rateLimits: boolean;
  logLevel: string;
}

/** A start that cannot be: its message lists every fault of the settings at once. */
export class ConfigError extends Error {
  constructor(faults: string[]) {
    super(`These settings stop the start:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
  }
}

/**
 * Reads all settings from an environment.
 *
 * @throws ConfigError naming every fault, not only the first
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const parsed = Environment.safeParse(environment);
  const issues = parsed.error?.issues ?? [];
  const faults = issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  const faulty = new Set(issues.map((issue) => String(issue.path[0])));
  // Without the faulty ones the rest can be judged as well: every fault is told at once.
  const rest = Object.entries(environment).filter(([name]) => !faulty.has(name));
  const settings = parsed.data ?? Environment.parse(Object.fromEntries(rest));

  const baseUrl = new URL(settings.BASE_URL ?? `http://localhost:${settings.PORT}`).origin;
  const production = baseUrl.startsWith("https:");
  if (production && !settings.RATE_LIMITS) {
    faults.push("RATE_LIMITS=off is for benchmarks and refused when BASE_URL is https");
  }
  if (production && settings.PAYMENTS === undefined && !faulty.has("PAYMENTS")) {
    faults.push("PAYMENTS must be named when BASE_URL is https: sandbox takes no real money");
  }
  faults.push(...stripeFaults(settings, faulty, production));
  for (const name of ["FIREBASE_JWKS_URL", "FIREBASE_API_KEY"] as const) {
    if (
      settings[name] !== undefined &&
      settings.FIREBASE_PROJECT_ID === undefined &&
      !faulty.has("FIREBASE_PROJECT_ID")
    )
      faults.push(`${name} means nothing without FIREBASE_PROJECT_ID`);
  }
  if (production && settings.FIREBASE_JWKS_URL?.startsWith("http:") === true) {
    faults.push("FIREBASE_JWKS_URL must be https when BASE_URL is: whoever can change the keys can be anybody");
  }
  const bucketNames = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"] as const;
  const missing = bucketNames.filter((name) => settings[name] === undefined && !faulty.has(name));
  const namesBucket = [...bucketNames, "S3_REGION" as const].some((name) => settings[name] !== undefined);
  if (namesBucket && missing.length > 0) {
    faults.push(`${missing.join(", ")} must be set as well: a bucket needs its address, its name and both keys`);
  }
  if (faults.length > 0) throw new ConfigError(faults);

  return {
    port: settings.PORT,
    host: settings.HOST,
    baseUrl,
    production,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    demo: production
      ? false
      : settings.DEMO === undefined
        ? settings.DATABASE_URL === undefined
        : settings.DEMO === "1",
    admin: {
      username: settings.ADMIN_USERNAME,
      password: settings.ADMIN_PASSWORD,
      email: settings.ADMIN_EMAIL === undefined ? undefined : Email.parse(settings.ADMIN_EMAIL),
    },
    payments: settings.PAYMENTS ?? (settings.STRIPE_SECRET_KEY === undefined ? "sandbox" : "stripe"),
    stripe: readStripe(settings),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    trustProxy: settings.TRUST_PROXY,
    gaMeasurementId: settings.GA_MEASUREMENT_ID,
    identityProvider: readIdentityProvider(settings),
    bucket: readBucket(settings),
    rateLimits: settings.RATE_LIMITS,
    logLevel: settings.LOG_LEVEL,
  };
}

function stripeFaults(settings: z.infer<typeof Environment>, faulty: Set<string>, production: boolean): string[] {
  const { PAYMENTS: chosen, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_BASE: base } = settings;
  const faults: string[] = [];
  const lacks = (name: string, value: string | undefined) => value === undefined && !faulty.has(name);
  if (chosen === "stripe" || (chosen === undefined && key !== undefined)) {
    if (lacks("STRIPE_SECRET_KEY", key)) faults.push("STRIPE_SECRET_KEY must be set for PAYMENTS=stripe");
    if (lacks("STRIPE_WEBHOOK_SECRET", secret)) {
      faults.push(
        "STRIPE_WEBHOOK_SECRET must be set for PAYMENTS=stripe: notices are only taken with a checked signature",
      );
    }
  }
  if (key !== undefined && /_live_/.test(key) && !production) {
    faults.push("STRIPE_SECRET_KEY is a live key, and BASE_URL is not https: real money needs a site that is");
  }
  if (base !== undefined && production) {
    faults.push("STRIPE_API_BASE is for tests and refused when BASE_URL is https: whoever answers there gets the key");
  }
  return faults;
}

function readStripe(settings: z.infer<typeof Environment>): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = settings;
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  return { secretKey, webhookSecret, apiBase, live: secretKey.includes("_live_") };
}

function readIdentityProvider(settings: z.infer<typeof Environment>): IdentityProvider | undefined {
  const projectId = settings.FIREBASE_PROJECT_ID;
  if (projectId === undefined) return undefined;
  return {
    projectId,
    issuer: `https://securetoken.google.com/${projectId}`,
    jwksUrl: settings.FIREBASE_JWKS_URL ?? googleKeys,
    apiKey: settings.FIREBASE_API_KEY,
  };
}

function readBucket(settings: z.infer<typeof Environment>): BucketSettings | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = settings;
  if (endpoint === undefined || bucket === undefined || accessKey === undefined || secretKey === undefined) {
    return undefined;
  }
  return { endpoint, bucket, region: settings.S3_REGION ?? "us-east-1", accessKey, secretKey };
}
