import { sql } from "kysely";
import { expect, test } from "vitest";
import { readAttention } from "#testing/attention.ts";
import { brokenInvariants } from "#testing/invariants.ts";
import { openSites } from "#testing/open-sites.ts";
import { type Client, type Site } from "#testing/site.ts";
import { buyPaid, mailsOf, refund, wish } from "./kit.ts";

const open = openSites();

/** A refunded order whose money the provider couldn't send. */
async function failedRefund() {
  const site = await open();
  const admin = await site.as("admin");
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId: await site.create.ticketType(), quantity: 2 }]);
  await provider(site, "failed");
  const { body } = await refund(admin, order.id, wish(5000));
  await site.app.runJob("refunds");
  const state = async () => {
    const { body: now } = await buyer.get(`/api/orders/${order.id}`);
    return now.refunds[0];
  };
  const care = (who: Client, what: string) =>
    who.call("POST", `/api/admin/orders/${order.id}/refunds/${body.id}/${what}`, { reason: "The bank wrote to us" });
  return { site, admin, order, buyer, state, care };
}

async function needsAttention(site: Site, admin: Client): Promise<number> {
  await site.app.runJob("discrepancies");
  return (await readAttention(admin)).openDiscrepancies ?? 0;
}

const provider = (site: Site, outcome: string) =>
  sql`update sandbox.sessions set refund_outcome = ${outcome}`.execute(site.db);

test("a refund that couldn't be sent is never shown as sent: the tickets stay void, staff see it, the buyer is told", async () => {
  const { site, admin, order, buyer, state } = await failedRefund();
  expect(await state()).toMatchObject({ status: "failed", doneAt: null });
  const { body: now } = await buyer.get(`/api/orders/${order.id}`);
  expect([now.status, now.tickets[0]!.status]).toEqual(["refunded", "refunded"]);
  expect(await mailsOf(site, "refund_done")).toEqual([]);
  const [made] = await mailsOf(site, "refund_made");
  expect(made!.subject).toBe("We couldn't send your $50.00 refund yet");
  expect(made!.text).toContain("We couldn't send your $50.00 refund yet. We're working on it");
  expect(await needsAttention(site, admin)).toBe(1);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("staff can send it again: five clicks at once send it once, and then it arrives", async () => {
  const { site, admin, state, care } = await failedRefund();
  await provider(site, "done");
  const presses = await Promise.all([1, 2, 3, 4, 5].map(() => care(admin, "retry")));
  expect(presses.filter((press) => press.status === 200)).toHaveLength(1);
  for (const press of presses.filter(({ status }) => status !== 200)) expect(press.body.code).toBe("order_closed");
  expect(await state()).toMatchObject({ status: "pending" });
  await site.app.runJob("refunds");
  expect(await state()).toMatchObject({ status: "done", byHand: false });
  expect(await mailsOf(site, "refund_done")).toMatchObject([{ subject: "Your $50.00 refund was sent to your bank" }]);
  expect(await needsAttention(site, admin)).toBe(0);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("a refund that staff paid another way is done, in the ledger, and never sent again", async () => {
  const { site, admin, order, state, care } = await failedRefund();
  expect((await care(admin, "paid-by-hand")).body).toMatchObject({ status: "done", byHand: true });
  expect((await care(admin, "paid-by-hand")).body.code).toBe("order_closed");
  expect((await care(admin, "retry")).body.code).toBe("order_closed");
  expect(await state()).toMatchObject({ status: "done", byHand: true });
  expect(await mailsOf(site, "refund_done")).toMatchObject([{ subject: "We refunded you $50.00" }]);
  const { rows } = await sql`
    select e.account, e.amount_cents as cents from journal_lines e join journal_entries p on p.id = e.entry_id
    where p.kind = 'paid_by_hand' and p.order_id = ${order.id} order by e.position`.execute(site.db);
  expect(rows).toEqual([
    { account: "buyers", cents: 5000 },
    { account: "by_hand", cents: -5000 },
  ]);
  await provider(site, "done");
  await site.app.runJob("refunds");
  expect((await sql`select from refunds where status = 'done'`.execute(site.db)).rows).toEqual([]);
  const { body: audit } = await admin.get(`/api/admin/audit?kind=order&id=${order.id}`);
  expect(audit.items[0]).toMatchObject({ action: "order.refund_paid_by_hand", reason: "The bank wrote to us" });
  expect(await needsAttention(site, admin)).toBe(0);
  expect(await brokenInvariants(site.db)).toEqual([]);
});
