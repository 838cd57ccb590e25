import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { examine } from "#server/doctor/examine.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { findRunningPostgres, toConnectionUrl } from "#server/platform/postgres/index.ts";
import { startBucketServer, type BucketServer } from "#testing/bucket-server.ts";
import { startChild } from "#testing/child.ts";
import { createTestDatabase } from "#testing/database.ts";
import { startFakeStripe, type FakeStripe } from "#testing/fake-stripe/index.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { createDataFolder, silentLog, startOwnCluster } from "#testing/own-cluster.ts";

type Settings = Record<string, string>;

let cluster: Awaited<ReturnType<typeof startOwnCluster>>;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let bucket: BucketServer;
let stripe: FakeStripe;
let well: Settings;

beforeAll(async () => {
  cluster = await startOwnCluster({ settings: {} });
  const client = new pg.Client(cluster.connection);
  await client.connect();
  await migrate(client, { log: silentLog });
  await client.end();
  mails = await startMailServer();
  bucket = await startBucketServer();
});
beforeEach(async () => {
  stripe = await startFakeStripe();
  well = {
    BASE_URL: "http://localhost:3000",
    DATA_DIR: cluster.dataDir,
    SMTP_URL: mails.url,
    MAIL_FROM: "tickets@sg.example",
    ...bucket.settings,
    ...stripe.settings,
  };
  return () => stripe.close();
});
afterAll(async () => {
  await mails.close();
  await bucket.close();
  await cluster.remove();
});

async function consult(settings: Settings) {
  const lines: string[] = [];
  const isWell = await examine(settings, (line) => void lines.push(line));
  return { isWell, lines };
}

const signsOf = (lines: string[]) =>
  lines.filter((line) => !line.startsWith(" ")).map((line) => line.split(/ {2,}/)[0]);
const everythingFine = [
  "✓ Settings",
  "✓ Database",
  "✓ Clock",
  "! Email",
  "! Contact",
  "! Policies",
  "! Security",
  "! Event",
  "! Purchase",
  "! Staff",
  "✓ Disk",
  "✓ Email",
  "✓ Storage",
  "! Payments",
];

test("a site whose parts all work gets a good report and what it needs before it sells, without any of its secrets", async () => {
  const { isWell, lines } = await consult(well);
  expect(signsOf(lines)).toEqual(everythingFine);
  expect(isWell).toBe(true);
  for (const secret of [":secret", "S3RVER", stripe.secret, stripe.settings.STRIPE_SECRET_KEY]) {
    expect(lines.join("\n")).not.toContain(secret);
  }
  expect(mails.taken).toEqual([]);
});

test("the command says the same, and its exit code is what a script needs", async () => {
  const sick = { ...well, SMTP_URL: "smtp://127.0.0.1:1" };
  for (const [settings, code] of [
    [well, 0],
    [sick, 1],
  ] as const) {
    const child = startChild("scripts/doctor.ts", [], { NODE_OPTIONS: "", ...settings });
    const ended = await child.ended;
    expect(ended, child.lines.join("\n")).toBe(code);
    expect(signsOf(child.lines)).toEqual(
      everythingFine.map((sign) => (code === 1 && sign === "✓ Email" ? "✗ Email" : sign)),
    );
  }
});

describe("with one thing broken", () => {
  const at = (change: (url: URL) => void) => {
    const url = new URL(toConnectionUrl({ ...cluster.connection }));
    change(url);
    return { DATABASE_URL: url.href };
  };
  const cases: [what: string, settings: () => Settings | Promise<Settings>, line: string | RegExp][] = [
    ["an invalid setting", () => ({ PORT: "http" }), "✗ Settings  PORT must be a port number."],
    [
      "a misspelled setting",
      () => ({ SMPT_URL: "smtp://mail" }),
      "✗ Settings  SMPT_URL isn't a setting: did you mean SMTP_URL?",
    ],
    [
      "no such database",
      () => at((url) => (url.pathname = "/nope")),
      "✗ Database  The server has no database of this name.",
    ],
    [
      "a database that is down",
      () => ({ DATABASE_URL: "postgresql://127.0.0.1:1/site" }),
      "✗ Database  Nothing listens at the database's address.",
    ],
    [
      "an unknown host",
      () => ({ DATABASE_URL: "postgresql://no-such-host.invalid/site" }),
      "✗ Database  No machine has the database's name.",
    ],
    [
      "a data folder that isn't there",
      () => ({ DATA_DIR: join(cluster.dataDir, "typo") }),
      /^! Disk {6}There is no folder .*typo yet\.$/,
    ],
    [
      "an email server that is down",
      () => ({ SMTP_URL: "smtp://127.0.0.1:1" }),
      /^✗ Email {5}127\.0\.0\.1:1 doesn't answer/,
    ],
    ["a bucket that isn't there", () => ({ S3_BUCKET: "other" }), /^✗ Storage {3}A file written to the bucket other/],
    [
      "keys that the bucket refuses",
      () => ({ S3_ACCESS_KEY: "wrong" }),
      /^✗ Storage {3}the bucket pictures at .* refuses us\.$/,
    ],
    [
      "a store that is down",
      () => ({ S3_ENDPOINT: "http://127.0.0.1:1" }),
      /^✗ Storage {3}the bucket pictures at 127\.0\.0\.1:1 can't be used/,
    ],
    [
      "a Stripe key that was revoked",
      () => (stripe.script([{ on: "GET /v1/balance", fault: "401" }]), {}),
      "✗ Payments  Stripe refuses the key.",
    ],
    ["Stripe that is down", () => ({ STRIPE_API_BASE: "http://127.0.0.1:1" }), "✗ Payments  Stripe doesn't answer."],
  ];
  test.each(cases)("%s is said, and how to mend it", async (_what, change, line) => {
    const { lines } = await consult({ ...well, ...(await change()) });
    const index = lines.findIndex((text) => (typeof line === "string" ? text === line : line.test(text)));
    expect(lines, lines.join("\n")).toContain(lines[index]);
    expect(lines[index + 1]).toMatch(/^ {13}\S/);
    expect(signsOf(lines).filter((sign) => sign?.startsWith("✗")).length).toBe(lines[index]!.startsWith("✗") ? 1 : 0);
  });

  test("a database that can lose paid orders is broken", async () => {
    const database = await createTestDatabase();
    const { isWell, lines } = await consult({ ...well, DATABASE_URL: database.url });
    expect(lines.join("\n")).toMatch(/✗ Database {2}PostgreSQL [\d.]+ can lose paid orders in a power cut: fsync/);
    expect(isWell).toBe(false);
    await database.drop();
  });

  test("a refused email password is broken", async () => {
    const strict = await startMailServer();
    strict.refusePasswords();
    const { lines } = await consult({ ...well, SMTP_URL: strict.url });
    expect(lines.join("\n")).toMatch(/✗ Email {5}127\.0\.0\.1:\d+ refuses the user or the password\./);
    await strict.close();
  });
});

test("images in a folder are tried there, and nothing stays", async () => {
  const folder = join(cluster.dataDir, "media");
  const settings = Object.fromEntries(Object.entries(well).filter(([name]) => !name.startsWith("S3_")));
  expect((await consult(settings)).lines).toContain(`! Storage   There is no folder ${folder} yet.`);
  mkdirSync(folder);
  expect((await consult(settings)).lines).toContain(`✓ Storage   Wrote, read and deleted a file in folder ${folder}.`);
  expect(readdirSync(folder)).toEqual([]);
});

test("a stopped site is examined too, its database stops again, and an empty folder stays empty", async () => {
  await cluster.stop();
  expect(signsOf((await consult(well)).lines)).toEqual(everythingFine);
  expect(findRunningPostgres(cluster.dataDir)).toBeUndefined();
  const empty = createDataFolder();
  const { lines, isWell } = await consult({ ...well, DATA_DIR: empty });
  expect(lines).toContain("! Database  There's no built-in database yet.");
  expect(isWell).toBe(true);
  expect(readdirSync(empty)).toEqual([]);
  cluster = await startOwnCluster({ dataDir: cluster.dataDir, settings: {} });
});
