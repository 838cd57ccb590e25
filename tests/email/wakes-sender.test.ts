import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { NewMail } from "#server/modules/email/new-mail.ts";
import { insertResend, queueUnsent, retryFailed } from "#server/modules/email/browse/store.ts";
import { setHold } from "#server/modules/email/bulk-store.ts";
import { insertMails } from "#server/modules/email/store.ts";
import { integer } from "#server/platform/db/columns.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import { onlyValue } from "#server/platform/db/rows.ts";
import { nudgeAfterCommit, setJobRunner } from "#server/platform/jobs.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
let woken: string[];

beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(() => {
  woken = [];
  setJobRunner(site.db, { nudge: (job) => void woken.push(job) });
});

const mail = (dedupeKey: string, bulkKey?: string): NewMail => ({
  dedupeKey,
  kind: bulkKey === undefined ? "security_alert" : "campaign",
  priority: bulkKey === undefined ? 0 : 3,
  toAddress: "fan@example.com",
  toName: "Fan",
  topic: { what: "password_changed" },
  ...(bulkKey === undefined ? {} : { bulkKey }),
});

test.each([
  ["an email", [mail("a")], ["mail"]],
  ["a campaign's email", [mail("b", "campaign:1")], ["campaign-mail"]],
  ["both", [mail("c"), mail("d", "campaign:1")], ["mail", "campaign-mail"]],
  ["none", [], []],
])("%s wakes its sender once the transaction has committed", async (_, mails, expected) => {
  await inTransaction(site.db, async (tx) => {
    await insertMails(tx, mails);
    expect(woken).toEqual([]);
  });
  expect(woken).toEqual(expected);
});

test("what staff send again wakes its sender", async () => {
  const { id: staffId } = await site.as("admin");
  await inTransaction(site.db, (tx) => insertMails(tx, [mail("f")]));
  const of = await onlyValue(site.db, integer)`select id from emails where dedupe_key = 'f'`;
  const acts: [string[], (tx: Tx) => Promise<unknown>][] = [
    [["mail"], (tx) => insertResend(tx, { of, staffId, dedupeKey: "resend:f", to: undefined })],
    [["mail", "campaign-mail"], (tx) => retryFailed(tx, of)],
    [
      ["mail"],
      (tx) => queueUnsent(tx, { orders: sql`orders`, kinds: [{ kind: "security_alert", isOver: undefined }] }),
    ],
    [["campaign-mail"], (tx) => setHold(tx, "campaign:1", null)],
  ];
  for (const [expected, act] of acts) {
    woken = [];
    await inTransaction(site.db, act);
    expect(woken).toEqual(expected);
  }
});

test("an email that was rolled back wakes nobody", async () => {
  const fail = inTransaction(site.db, async (tx) => {
    await insertMails(tx, [mail("e")]);
    throw new Error("rolled back");
  });
  await expect(fail).rejects.toThrow("rolled back");
  expect(woken).toEqual([]);
});

test("a node wakes its own jobs only, and outside of a transaction at once", async () => {
  const other = await createSite({ database: site.database });
  const wokenThere: string[] = [];
  setJobRunner(other.db, { nudge: (job) => void wokenThere.push(job) });
  await inTransaction(other.db, async (tx) => nudgeAfterCommit(tx, "mail"));
  nudgeAfterCommit(other.db, "pictures");
  expect([woken, wokenThere]).toEqual([[], ["mail", "pictures"]]);
  await other.close();
});

test("an order and a fan who asks for tickets again wake the sender", async () => {
  const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event({}) });
  const guest = await site.as("guest");
  const { body: order } = await site.buy(guest, [{ ticketTypeId, quantity: 1 }]);
  expect(order.status).toBe("paid");
  expect(woken).toContain("mail");

  woken = [];
  expect((await guest.post("/api/my-tickets/email", {})).status).toBe(200);
  expect(woken).toEqual(["mail"]);

  woken = [];
  expect((await guest.post("/api/my-tickets/find", { email: order.buyer.email })).status).toBe(202);
  expect(woken).toEqual(["mail"]);
});
