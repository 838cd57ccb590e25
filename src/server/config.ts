import { createPrivateKey } from "node:crypto";
import { isAbsolute, relative } from "node:path";
import { z } from "zod";
import { Email } from "#contract/form-fields.ts";
import { findMisspelt } from "./platform/setting-names.ts";
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
      error: `must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
      abort: true,
    },
  );

const matching = (pattern: RegExp, error: string) =>
  optional.refine((value) => value === undefined || pattern.test(value), error);

const isOrigin = ({ pathname, search, hash, username }: URL) =>
  /^\/*$/.test(pathname) && `${search}${hash}${username}` === "";

const origin = url(["http:", "https:"]).refine(
  (value) => value === undefined || isOrigin(new URL(value)),
  "must be a URL without a path, query or password",
);

const Environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port number")
    .default("3000")
    .transform(Number)
    .refine((port) => port <= 65535, "must be a port number up to 65535"),
  HOST: z.string().default("127.0.0.1"),
  BASE_URL: origin,
  DATA_DIR: z.string().default("./data"),
  ARCHIVE_DIR: optional,
  DATABASE_URL: url(["postgres:", "postgresql:"]),
  DATABASE_POOLER: z.enum(["none", "transaction"], "must be none or transaction").default("none"),
  DATABASE_DIRECT_URL: url(["postgres:", "postgresql:"]),
  REDIS_URL: url(["redis:", "rediss:"]),
  DEMO: z.enum(["0", "1"], "must be 0 or 1").optional(),
  ADMIN_USERNAME: z.string().min(3, "must have at least 3 characters").default("admin"),
  ADMIN_PASSWORD: optional.refine(
    (value) => value === undefined || value.length >= 8,
    "must have at least 8 characters",
  ),
  ADMIN_EMAIL: optional.refine(
    (value) => value === undefined || Email.safeParse(value).success,
    "must be an email address",
  ),
  PAYMENTS: z.enum(["sandbox", "stripe"], "must be sandbox or stripe").optional(),
  STRIPE_SECRET_KEY: matching(
    /^(sk|rk)_(test|live)_\w{3,240}$/,
    "must be a secret or restricted key: sk_test_…, sk_live_…, rk_test_… or rk_live_…",
  ),
  STRIPE_WEBHOOK_SECRET: matching(/^whsec_\w{3,240}$/, "must be the webhook endpoint's signing secret: whsec_…"),
  STRIPE_API_BASE: origin,
  SMTP_URL: url(["smtp:", "smtps:"]),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/,
      "must be an email address, or a name and an email address in <>",
    )
    .default("Savage Gentlemen <tickets@localhost>"),
  DKIM_DOMAIN: matching(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, "must be a domain name like example.com"),
  DKIM_SELECTOR: matching(/^[a-z0-9][a-z0-9._-]{0,62}$/i, "must be a DKIM selector like mail2026"),
  DKIM_PRIVATE_KEY: matching(/BEGIN (RSA )?PRIVATE KEY/, "must be a private key in PEM format"),
  EMAIL_WEBHOOK_SECRET: optional.refine(
    (value) => value === undefined || value.length >= 16,
    "must have at least 16 characters",
  ),
  TRUST_PROXY: z
    .string()
    .regex(/^\d$/, "must be the number of proxies in front of the site, 0 to 9")
    .default("0")
    .transform(Number),
  STOP_WAIT_SECONDS: z
    .string()
    .regex(/^(\d|1[0-5])$/, "must be a number of seconds, 0 to 15")
    .default("0")
    .transform(Number),
  GA_MEASUREMENT_ID: matching(/^G-[A-Z0-9]{4,20}$/, "must look like G-XXXXXXXXXX"),
  FIREBASE_PROJECT_ID: matching(/^[a-z][a-z0-9-]{3,29}$/, "must be a project ID: lowercase letters, digits and dashes"),
  FIREBASE_JWKS_URL: url(["http:", "https:"]),
  FIREBASE_API_KEY: matching(/^[\w-]{10,100}$/, "must be the project's web API key"),
  S3_ENDPOINT: url(["http:", "https:"]),
  S3_BUCKET: matching(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    "must be a bucket name: 3 to 63 lowercase letters, digits, dots and dashes",
  ),
  S3_REGION: matching(/^[a-z0-9-]{1,40}$/, "must look like us-east-1"),
  S3_ACCESS_KEY: optional,
  S3_SECRET_KEY: optional,
  HSTS_SUBDOMAINS: flag(false),
  METRICS_TOKEN: optional.refine(
    (value) => value === undefined || value.length >= 16,
    "must have at least 16 characters",
  ),
  RATE_LIMITS: flag(true),
  FETCH_PRIVATE_ADDRESSES: flag(false),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("warn"),
});

type Environment = z.infer<typeof Environment>;

/** The names of all settings. */
export const settingNames = Object.keys(Environment.shape);

/** A third party that signs people in (Firebase Authentication). */
interface IdentityProvider {
  projectId: string;
  /** The only issuer whose tokens are accepted. */
  issuer: string;
  /** URL of its public keys. */
  jwksUrl: string;
  /** Lets the browser start a sign-in. Without it, only tokens made elsewhere are accepted. Not a secret. */
  apiKey: string | undefined;
}

/** A Stripe account. */
export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Replaces the official API URL, for tests. */
  apiBase: string | undefined;
  /** True with real money. Webhook events of the other mode are rejected. */
  live: boolean;
}

const googleKeys = "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";

/** Signs emails, so that receivers know that they're from this domain. */
export interface DkimSettings {
  domain: string;
  selector: string;
  privateKey: string;
}

/** Every setting of the product, read once. The README lists names and defaults. */
export interface Config {
  port: number;
  host: string;
  /** The site's public URL, without a trailing slash. */
  baseUrl: string;
  /** True when baseUrl is https: secure cookies, HSTS, no demo, no benchmark switches. */
  production: boolean;
  dataDir: string;
  /** Where the built-in database archives its write-ahead log. If undefined, it doesn't. */
  archiveDir: string | undefined;
  databaseUrl: string | undefined;
  /** The same database without the pooler, for migrations, backups and notifications. */
  databaseDirectUrl: string | undefined;
  /** `transaction`: DATABASE_URL is a pooler that gives out a connection for one transaction at a time. */
  databasePooler: "none" | "transaction";
  /** A Redis that wakes nodes up when there are realtime messages. If undefined, only the database does. */
  redisUrl: string | undefined;
  demo: boolean;
  admin: { username: string; password: string | undefined; email: string | undefined };
  /** Which payment provider buyers use. */
  payments: "sandbox" | "stripe";
  /** The Stripe account; undefined without keys. */
  stripe: StripeSettings | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** If undefined, emails aren't signed, unless the email server does it. */
  dkim: DkimSettings | undefined;
  /** What the email provider signs its reports of bounces with. If undefined, none are accepted. */
  emailWebhookSecret: string | undefined;
  trustProxy: number;
  /** How long a node that is told to stop serves on, so that a balancer notices. */
  stopWaitSeconds: number;
  /** ID of the web analytics service. If undefined, the service isn't loaded. */
  gaMeasurementId: string | undefined;
  /** The third-party sign-in service. If undefined, it isn't offered. */
  identityProvider: IdentityProvider | undefined;
  /** The S3-compatible bucket that stores images. If undefined, images are stored in DATA_DIR. */
  bucket: BucketSettings | undefined;
  /** Tells browsers to use https for all subdomains too. */
  hstsSubdomains: boolean;
  /** What operators send to read metrics and readiness details on https. If undefined, nobody can there. */
  metricsToken: string | undefined;
  rateLimits: boolean;
  /** True lets the site fetch pictures from private addresses, which it must never do on the internet. */
  fetchesPrivateAddresses: boolean;
  logLevel: string;
}

/** The site can't start with these settings. The message lists every problem at once. */
export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The site can't start with these settings:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

/**
 * Reads all settings from an environment.
 *
 * @throws ConfigError that names every problem, not only the first
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const parsed = Environment.safeParse(environment);
  const issues = parsed.error?.issues ?? [];
  const problems = issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  problems.push(...findMisspelt(Object.keys(environment), Object.keys(Environment.shape)));
  const invalid = new Set(issues.map((issue) => String(issue.path[0])));
  // Checks the remaining settings too, so that the error lists every problem at once.
  const rest = Object.entries(environment).filter(([name]) => !invalid.has(name));
  const settings = parsed.data ?? Environment.parse(Object.fromEntries(rest));

  const baseUrl = new URL(settings.BASE_URL ?? `http://localhost:${settings.PORT}`).origin;
  const production = baseUrl.startsWith("https:");
  if (production && !settings.RATE_LIMITS) {
    problems.push("RATE_LIMITS=off is for benchmarks and isn't allowed when BASE_URL is https");
  }
  if (production && settings.FETCH_PRIVATE_ADDRESSES) {
    problems.push("FETCH_PRIVATE_ADDRESSES=on is for tests and isn't allowed when BASE_URL is https");
  }
  if (production && settings.PAYMENTS === undefined && !invalid.has("PAYMENTS")) {
    problems.push("PAYMENTS must be set when BASE_URL is https: the sandbox takes no real money");
  }
  problems.push(...stripeProblems(settings, invalid, production));
  problems.push(...identityProblems(settings, invalid, production));
  const bucketNames = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"] as const;
  const missing = bucketNames.filter((name) => settings[name] === undefined && !invalid.has(name));
  const namesBucket = [...bucketNames, "S3_REGION" as const].some((name) => settings[name] !== undefined);
  if (namesBucket && missing.length > 0) {
    problems.push(`${missing.join(", ")} must also be set: a bucket needs its URL, its name and both keys`);
  }
  problems.push(...dkimProblems(settings, invalid));
  problems.push(...databaseProblems(settings, invalid));
  if (problems.length > 0) throw new ConfigError(problems);

  return {
    port: settings.PORT,
    host: settings.HOST,
    baseUrl,
    production,
    dataDir: settings.DATA_DIR,
    archiveDir: settings.ARCHIVE_DIR,
    databaseUrl: settings.DATABASE_URL,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
    databasePooler: settings.DATABASE_POOLER,
    redisUrl: settings.REDIS_URL,
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
    dkim: readDkim(settings),
    emailWebhookSecret: settings.EMAIL_WEBHOOK_SECRET,
    trustProxy: settings.TRUST_PROXY,
    stopWaitSeconds: settings.STOP_WAIT_SECONDS,
    gaMeasurementId: settings.GA_MEASUREMENT_ID,
    identityProvider: readIdentityProvider(settings),
    bucket: readBucket(settings),
    hstsSubdomains: settings.HSTS_SUBDOMAINS,
    metricsToken: settings.METRICS_TOKEN,
    rateLimits: settings.RATE_LIMITS,
    fetchesPrivateAddresses: settings.FETCH_PRIVATE_ADDRESSES,
    logLevel: settings.LOG_LEVEL,
  };
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith("..") && !isAbsolute(way);
}

function databaseProblems(settings: Environment, invalid: Set<string>): string[] {
  const { DATABASE_URL: main, DATABASE_DIRECT_URL: direct, DATABASE_POOLER: pooler, ARCHIVE_DIR: archive } = settings;
  const isBuiltIn = main === undefined && !invalid.has("DATABASE_URL");
  const problems: string[] = [];
  if (pooler === "transaction" && direct === undefined && !invalid.has("DATABASE_DIRECT_URL")) {
    problems.push(
      "DATABASE_DIRECT_URL must be set for DATABASE_POOLER=transaction: migrations and backups need the database itself",
    );
  }
  if (isBuiltIn && (direct !== undefined || pooler !== "none")) {
    problems.push("DATABASE_DIRECT_URL and DATABASE_POOLER have no effect without DATABASE_URL");
  }
  if (archive !== undefined && isInside(settings.DATA_DIR, archive)) {
    problems.push("ARCHIVE_DIR must be outside DATA_DIR, best on another disk: it's what remains if that one is lost");
  } else if (archive !== undefined && !isBuiltIn) {
    problems.push("ARCHIVE_DIR is for the built-in database and has no effect with DATABASE_URL");
  }
  return problems;
}

function identityProblems(settings: Environment, invalid: Set<string>, production: boolean): string[] {
  const { FIREBASE_PROJECT_ID: project, FIREBASE_JWKS_URL: keysUrl } = settings;
  const isAlone = project === undefined && !invalid.has("FIREBASE_PROJECT_ID");
  const alone = (["FIREBASE_JWKS_URL", "FIREBASE_API_KEY"] as const).filter(
    (name) => isAlone && settings[name] !== undefined,
  );
  const problems = alone.map((name) => `${name} has no effect without FIREBASE_PROJECT_ID`);
  if (production && keysUrl?.startsWith("http:") === true) {
    problems.push(
      "FIREBASE_JWKS_URL must be https when BASE_URL is: anyone who can change the keys can sign in as anyone",
    );
  }
  return problems;
}

function stripeProblems(settings: Environment, invalid: Set<string>, production: boolean): string[] {
  const { PAYMENTS: chosen, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_BASE: base } = settings;
  const problems: string[] = [];
  const lacks = (name: string, value: string | undefined) => value === undefined && !invalid.has(name);
  if (chosen === "stripe" || (chosen === undefined && key !== undefined)) {
    if (lacks("STRIPE_SECRET_KEY", key)) problems.push("STRIPE_SECRET_KEY must be set for PAYMENTS=stripe");
    if (lacks("STRIPE_WEBHOOK_SECRET", secret)) {
      problems.push(
        "STRIPE_WEBHOOK_SECRET must be set for PAYMENTS=stripe: webhooks are only accepted with a valid signature",
      );
    }
  }
  if (key !== undefined && /_live_/.test(key) && !production) {
    problems.push("STRIPE_SECRET_KEY is a live key, but BASE_URL isn't https: taking real money requires https");
  }
  if (base !== undefined && production) {
    problems.push(
      "STRIPE_API_BASE is for tests and isn't allowed when BASE_URL is https: that server would receive the key",
    );
  }
  return problems;
}

function readStripe(settings: Environment): StripeSettings | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = settings;
  if (secretKey === undefined || webhookSecret === undefined) return undefined;
  return { secretKey, webhookSecret, apiBase, live: secretKey.includes("_live_") };
}

function dkimProblems(settings: Environment, invalid: Set<string>): string[] {
  const names = ["DKIM_DOMAIN", "DKIM_SELECTOR", "DKIM_PRIVATE_KEY"] as const;
  const missing = names.filter((name) => settings[name] === undefined && !invalid.has(name));
  const isPartial = missing.length > 0 && names.some((name) => settings[name] !== undefined);
  if (isPartial) return [`${missing.join(", ")} must also be set: signing emails needs all three`];
  const key = readDkim(settings)?.privateKey;
  // The library would send unsigned with a key that it can't use.
  return key === undefined || invalid.has("DKIM_PRIVATE_KEY") || isRsaKey(key)
    ? []
    : ["DKIM_PRIVATE_KEY must be a private RSA key in PEM format, on one line with \\n between its lines"];
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}

function readDkim(settings: Environment): DkimSettings | undefined {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: key } = settings;
  if (domain === undefined || selector === undefined || key === undefined) return undefined;
  // A setting is one line: its line breaks may be written as \n.
  return { domain, selector, privateKey: key.replaceAll("\\n", "\n") };
}

function readIdentityProvider(settings: Environment): IdentityProvider | undefined {
  const projectId = settings.FIREBASE_PROJECT_ID;
  if (projectId === undefined) return undefined;
  return {
    projectId,
    issuer: `https://securetoken.google.com/${projectId}`,
    jwksUrl: settings.FIREBASE_JWKS_URL ?? googleKeys,
    apiKey: settings.FIREBASE_API_KEY,
  };
}

function readBucket(settings: Environment): BucketSettings | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = settings;
  if (endpoint === undefined || bucket === undefined || accessKey === undefined || secretKey === undefined) {
    return undefined;
  }
  return { endpoint, bucket, region: settings.S3_REGION ?? "us-east-1", accessKey, secretKey };
}
