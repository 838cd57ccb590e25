import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dkimRecord } from "./service.ts";
import * as rules from "./rules.ts";

test.for([
  ["Brand <mail@Example.com>", "example.com"],
  ["mail@sub.example.com", "sub.example.com"],
  ['"Odd <a@b.com>" <mail@example.com>', "example.com"],
  ["nobody", ""],
] as const)("the sender %j has the domain %j", ([from, domain]) => expect(rules.domainOf(from)).toBe(domain));

describe("the sender", () => {
  test.for([
    ["savagegentlemen.com", "ok"],
    ["localhost", "problem"],
    ["intranet", "problem"],
    ["mail.test", "problem"],
    ["", "problem"],
  ] as const)("at %j is %s", ([domain, verdict]) => {
    expect(rules.checkSender(`Brand <mail@${domain}>`, domain)).toMatchObject({ name: "sender", verdict });
  });
});

describe("SPF", () => {
  test.for([
    [["v=spf1 include:mail.example ~all"], "ok", "SPF is set: v=spf1 include:mail.example ~all"],
    [["google-verification=1", "V=SPF1 -all"], "ok", "SPF is set: V=SPF1 -all"],
    [["v=spf1 a ~all", "v=spf1 mx ~all"], "problem", "example.com has 2 SPF records."],
    [["v=spf10 all"], "problem", "example.com has no SPF record."],
    [[], "problem", "example.com has no SPF record."],
    [null, "warning", "We couldn't look up example.com."],
  ] as const)("with the records %j: %s", ([records, verdict, text]) => {
    const check = rules.checkSpf("example.com", records && [...records]);
    expect(check).toMatchObject({ name: "spf", verdict, text });
    // What is missing comes with the record to add.
    expect(check.record?.host).toBe(text.includes("no SPF") ? "example.com" : undefined);
    expect(check.fix === null).toBe(verdict === "ok");
  });
});

describe("DMARC", () => {
  test.for([
    [["v=DMARC1; p=reject"], "ok"],
    [["something else"], "problem"],
    [[], "problem"],
    [null, "warning"],
  ] as const)("with the records %j: %s", ([records, verdict]) => {
    const check = rules.checkDmarc("example.com", records && [...records]);
    expect(check).toMatchObject({ name: "dmarc", verdict });
    if (verdict === "problem") {
      expect(check.record).toEqual({
        host: "_dmarc.example.com",
        type: "TXT",
        value: "v=DMARC1; p=none; rua=mailto:postmaster@example.com",
      });
    }
  });
});

describe("DKIM", () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const record = dkimRecord({ domain: "example.com", selector: "sg1", privateKey: pem });
  const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "der" });

  test("its record names the selector and has the public key", () => {
    expect(record).toMatchObject({ host: "sg1._domainkey.example.com", type: "TXT" });
    expect(record.value).toMatch(/^v=DKIM1; k=rsa; p=[\w+/]{300,}=*$/);
    expect(record.value).not.toContain("PRIVATE");
  });

  test.for([
    ["the key", [record.value], "ok"],
    ["the key with spaces, as providers split it", [record.value.replace(/(.{100})/g, "$1 ")], "ok"],
    ["another key", [`v=DKIM1; k=rsa; p=${other.toString("base64")}`], "problem"],
    ["a revoked key", ["v=DKIM1; p="], "problem"],
    ["no record", [], "problem"],
    ["no answer", null, "warning"],
  ] as const)("with %s", ([, records, verdict]) => {
    const check = rules.checkDkim(record, records && [...records]);
    expect(check).toMatchObject({ name: "dkim", verdict });
    expect(check.record).toEqual(verdict === "ok" ? null : record);
  });

  test("without a key says who else may sign", () => {
    expect(rules.checkDkim(null, null)).toMatchObject({ verdict: "warning", record: null });
  });
});

test.for([
  [undefined, "problem", "No email server is connected, so nothing is being sent."],
  [null, "ok", "The email server responds and accepts our password."],
  ["Error: no", "problem", "The email server doesn't work: Error: no"],
] as const)("an email server that says %j", ([failure, verdict, text]) => {
  expect(rules.checkServer(failure)).toMatchObject({ name: "server", verdict, text });
});

test.for([
  [{ waiting: 0, lateSeconds: 0 }, "ok", "No emails are waiting."],
  [{ waiting: 3, lateSeconds: 299 }, "ok", "3 emails wait, and leave on time."],
  [{ waiting: 1, lateSeconds: 0 }, "ok", "1 email waits, and leaves on time."],
  [{ waiting: 1, lateSeconds: 301 }, "problem", "1 email waits, the first for 5 minutes."],
  [{ waiting: 3, lateSeconds: 600 }, "problem", "3 emails wait, the first for 10 minutes."],
] as const)("a queue of %j", ([queue, verdict, text]) => {
  expect(rules.checkQueue(queue)).toMatchObject({ name: "queue", verdict, text });
});
