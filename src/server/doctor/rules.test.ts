import { describe, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { explainUnreachable, reportDisk, reportServer, reportStorage } from "./rules.ts";
import { reportMailServer } from "#server/modules/email/doctor/rules.ts";
import { reportPayments } from "#server/modules/payments/provider-rules.ts";
import type { Finding } from "#server/platform/finding-rules.ts";
import { reportSettings } from "./settings-rules.ts";

/** A finding in short: its sign and what it says. */
const short = ({ outcome, says }: Finding) => `${{ fine: "✓", warning: "!", broken: "✗" }[outcome]} ${says}`;
const https = { BASE_URL: "https://sg.example", TRUST_PROXY: "1", METRICS_TOKEN: "m".repeat(32), PAYMENTS: "sandbox" };

test.each<[Record<string, string>, string]>([
  [{}, "✓ Valid. Visitors use http://localhost:3000."],
  [https, "✓ Valid. Visitors use https://sg.example."],
  [{ ...https, TRUST_PROXY: "0" }, "! BASE_URL is https, so a proxy is in front, but TRUST_PROXY is 0"],
  [{ ...https, METRICS_TOKEN: "" }, "! Nobody can read the metrics"],
  [{ BASE_URL: "http://sg.example", HOST: "0.0.0.0" }, "! The site listens on 0.0.0.0, but BASE_URL is http"],
  [{ ...https, BASE_URL: "https://localhost", HOST: "::" }, "! Links in emails lead to https://localhost"],
])("settings %j: %s", (environment, expected) => {
  const found = reportSettings(readConfig(environment), environment).map(short);
  expect(found).toEqual([expect.stringContaining(expected)]);
});

describe("the database", () => {
  const sound = { versionName: "18.4", refusal: undefined, unsafe: [], driftSeconds: 0.01 };
  test.each<[object, number, string[]]>([
    [{}, 0, ["✓ PostgreSQL 18.4, safe settings, the schema is current.", "✓ This machine and the database agree"]],
    [{}, 3, ["! PostgreSQL 18.4; it lacks 3 migrations", "✓"]],
    [
      { unsafe: ["fsync", "synchronous_commit"] },
      0,
      ["✗ PostgreSQL 18.4 can lose paid orders in a power cut: fsync, synchronous_commit", "✓"],
    ],
    [{ refusal: "The server is too old." }, 0, ["✗ The server is too old.", "✓"]],
    [{ driftSeconds: 2.04 }, 0, ["✓", "✓"]],
    [{ driftSeconds: 2.2 }, 0, ["✓", "✗ This machine is 2.2 s ahead of the database."]],
    [{ driftSeconds: -90 }, 0, ["✓", "✗ This machine is 90 s behind the database."]],
  ])("with %j and %d migrations to go: %j", (more, pending, expected) =>
    expect(reportServer({ ...sound, ...more }, pending).map(short)).toEqual(
      expected.map((text) => expect.stringContaining(text)),
    ),
  );

  test.each<[string | undefined, string]>([
    ["ENOTFOUND", "✗ No machine has the database's name."],
    ["ECONNREFUSED", "✗ Nothing listens at the database's address."],
    ["28P01", "✗ The database refuses the user or the password."],
    ["3D000", "✗ The server has no database of this name."],
    ["53300", "✗ The database has no free connection."],
    ["ETIMEDOUT", "✗ The database can't be reached (ETIMEDOUT)."],
    [undefined, "✗ The database can't be reached."],
  ])("that fails with %s: %s", (code, expected) => expect(short(explainUnreachable(code))).toBe(expected));
});

test.each([
  [{ freeBytes: 5e9, totalBytes: 20e9, isLow: false }, "✓ 5 GB of 20 GB free in /data."],
  [{ freeBytes: 2e8, totalBytes: 20e9, isLow: true }, "✗ Almost full: 0.2 GB of 20 GB free in /data."],
  [undefined, "! There is no folder /data yet."],
])("a disk like %j: %s", (disk, expected) => expect(short(reportDisk(disk, "/data"))).toBe(expected));

const mail = { smtpUrl: "smtp://us:secret@mail.example:587", mailFrom: "SG <tickets@sg.example>" };
test.each<[Partial<typeof mail> & { smtpUrl?: undefined }, { code?: string } | undefined, string]>([
  [{}, undefined, "✓ mail.example:587 lets us in. Nothing was sent."],
  [{ mailFrom: "SG <tickets@localhost>" }, undefined, "! mail.example:587 lets us in, but the sender is"],
  [{ smtpUrl: undefined }, undefined, "! No email server is connected"],
  [{}, { code: "EAUTH" }, "✗ mail.example:587 refuses the user or the password."],
  [{}, { code: "ETLS" }, "✗ mail.example:587 and this machine can't agree on TLS."],
  [{}, { code: "ECONNECTION" }, "✗ mail.example:587 doesn't answer as an email server (ECONNECTION)."],
])("email with %j, failing with %j: %s", (settings, failure, expected) => {
  const found = reportMailServer({ ...mail, ...settings }, failure);
  expect(short(found)).toContain(expected);
  expect(JSON.stringify(found)).not.toContain("secret");
});

test.each([
  ["works", "✓"],
  ["refused", "✗"],
  ["missing", "✗"],
  ["full", "✗"],
  ["unreachable", "✗"],
  ["not_created", "!"],
] as const)("a storage that %s: %s", (probe, sign) => {
  const found = reportStorage(probe, "the bucket pictures at s3.example");
  expect(short(found)[0]).toBe(sign);
  expect(found.says).toContain("the bucket pictures at s3.example");
  expect(found.mend === undefined).toBe(sign === "✓");
});

const keys = (mode: string) => ({ STRIPE_SECRET_KEY: `sk_${mode}_abc`, STRIPE_WEBHOOK_SECRET: "whsec_abc" });
const production = { ...https, PAYMENTS: "stripe" };
test.each<[Record<string, string>, Parameters<typeof reportPayments>[1], string]>([
  [{}, undefined, "! The built-in sandbox takes no real money."],
  [https, undefined, "! The built-in sandbox takes no real money."],
  [{ ...production, ...keys("live") }, "live", "✓ Stripe accepts the live key, and a webhook secret is set."],
  [{ ...production, ...keys("live") }, "valid", "✓ Stripe accepts the live key"],
  [{ ...production, ...keys("test") }, "test", "! Stripe accepts the key, but it's a test key"],
  [keys("test"), "test", "! Stripe accepts the key, but it's a test key"],
  [keys("test"), "live", "✗ STRIPE_SECRET_KEY looks test, but Stripe says live."],
  [keys("test"), "refused", "✗ Stripe refuses the key."],
  [keys("test"), "unreachable", "✗ Stripe doesn't answer."],
])("payments with %j that are %s: %s", (environment, verdict, expected) => {
  const found = reportPayments(readConfig(environment), verdict);
  expect(short(found)).toContain(expected);
  expect(JSON.stringify(found)).not.toContain("_abc");
});
