import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { type ProviderMoney, type RefundDomainEvent, openRefund } from "#server/modules/payments/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { haveRead } from "#testing/meeting-point.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type Site, type SiteOptions } from "#testing/site.ts";

const sites: Site[] = [];
async function openSite(options: SiteOptions = {}): Promise<Site> {
  const site = await createSite(options);
  sites.unshift(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

/** A paid $100 order, and the domain events emitted about its refunds. */
async function paidOrder(options: SiteOptions = {}) {
  const site = await openSite(options);
  const emitted: (RefundDomainEvent & { failure?: string })[] = [];
  site.app.deps.bus.on("payment.refunded", async (_tx, payloads) => void emitted.push(...payloads));
  site.app.deps.bus.on("payment.refund_failed", async (_tx, payloads) => void emitted.push(...payloads));
  const buyer = await site.as("guest");
  const ticketTypeId = await site.create.ticketType({ priceCents: 5000 });
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  expect(order.status).toBe("paid");
  const refund = (amountCents: number) =>
    inTransaction(site.db, (tx) =>
      openRefund(site.app.deps, tx, { subjectId: order.id, amountCents, reason: "requested", orderRefundId: null }),
    );
  return { site, emitted, order, refund };
}

async function money(site: Site) {
  const { rows } = await sql<{ status: string; refunds: string[]; sent: number }>`
    select p.status, (select array_agg(amount_cents || ' ' || status order by id) from refunds) as refunds,
      (select coalesce(sum(amount_cents), 0)::integer from sandbox.refunds where status <> 'failed') as sent
    from payments p`.execute(site.db);
  return rows[0]!;
}

const dueNow = (site: Site) => sql`update refunds set next_attempt_at = clock_now()`.execute(site.db);

test("a payment is refunded in parts, stays captured until the last part is on its way, and never exceeds its amount", async () => {
  const { site, emitted, refund } = await paidOrder();
  const first = await refund(3000);
  await site.app.runJob("refunds");
  expect(await money(site)).toEqual({ status: "captured", refunds: ["3000 done"], sent: 3000 });
  await expect(refund(7001)).rejects.toMatchObject({ code: "refund_too_high" });
  await refund(7000);
  expect((await money(site)).status).toBe("refunding");
  await expect(refund(1)).rejects.toMatchObject({ code: "refund_too_high" });
  await site.app.runJob("refunds");
  expect(await money(site)).toEqual({ status: "refunded", refunds: ["3000 done", "7000 done"], sent: 10_000 });
  expect(emitted[0]).toMatchObject({
    refundId: first.refundId,
    orderRefundId: null,
    reason: "requested",
    amountCents: 3000,
  });
  expect(emitted).toHaveLength(2);
});

const rush = (refund: (cents: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: 20 }, () => refund(3000)));

test("twenty refunds at once never exceed the payment", async () => {
  const { site, refund } = await paidOrder();
  const outcomes = await rush(refund);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  await site.app.runJob("refunds");
  expect((await money(site)).sent).toBe(9000);
});

test("negative control: without the lock on the payment they exceed it", async () => {
  const { site, refund } = await paidOrder({
    rewriteSql: sabotage(
      [/(select id from payments where subject_id[^;]*?) for update/, "$1"],
      // Four, one too many, read what is left before any of them takes it.
      ["from payments p where p.id = any", `from payments p where ${haveRead(4)} and p.id = any`],
    ),
  });
  await rush(refund);
  await site.app.runJob("refunds");
  expect((await money(site)).sent).toBeGreaterThan(10_000);
});

test("a pending refund is polled and is done when the provider says so", async () => {
  const { site, emitted, refund } = await paidOrder();
  await sql`update sandbox.sessions set refund_outcome = 'pending'`.execute(site.db);
  await refund(10_000);
  await site.app.runJob("refunds");
  expect(await money(site)).toMatchObject({ status: "refunding", refunds: ["10000 pending"] });
  expect(emitted).toEqual([]);
  await sql`update sandbox.refunds set status = 'done'`.execute(site.db);
  await dueNow(site);
  await site.app.runJob("refunds");
  expect(await money(site)).toMatchObject({ status: "refunded", refunds: ["10000 done"] });
  expect(emitted).toHaveLength(1);
});

test("a failed refund is reported once and can be retried", async () => {
  const { site, emitted, refund } = await paidOrder();
  await sql`update sandbox.sessions set refund_outcome = 'failed'`.execute(site.db);
  await refund(10_000);
  await site.app.runJob("refunds");
  await dueNow(site);
  await site.app.runJob("refunds");
  expect(emitted).toEqual([expect.objectContaining({ amountCents: 10_000, failure: "declined by the bank" })]);
  expect((await money(site)).sent).toBe(0);
  await sql`update sandbox.sessions set refund_outcome = 'done'`.execute(site.db);
  await refund(10_000);
  await site.app.runJob("refunds");
  expect(await money(site)).toEqual({ status: "refunded", refunds: ["10000 failed", "10000 done"], sent: 10_000 });
});

test("a completed refund that the bank returns counts as failed, whatever arrives after that", async () => {
  const { site, emitted, refund } = await paidOrder();
  await refund(10_000);
  await site.app.runJob("refunds");
  const { rows } = await sql<{ ref: string }>`select ref from sandbox.refunds`.execute(site.db);
  await site.app.services.payments.sandbox.endRefund(rows[0]!.ref, "failed");
  await site.app.runJob("sandbox");
  expect(await money(site)).toMatchObject({ status: "refunding", refunds: ["10000 failed"] });
  await sql`update sandbox.refunds set status = 'done'`.execute(site.db);
  await sql`update sandbox.deliveries set delivered_at = null, next_attempt_at = clock_now()`.execute(site.db);
  await site.app.runJob("sandbox");
  expect(await money(site)).toMatchObject({ refunds: ["10000 failed"] });
  expect(emitted.map(({ failure }) => failure)).toEqual([undefined, "sent back by the bank"]);
});

test("while the buyer's bank disputes the payment nothing is refunded", async () => {
  const { site, refund } = await paidOrder();
  const { rows } = await sql<{ ref: string }>`select ref from sandbox.sessions`.execute(site.db);
  const dispute = await site.app.services.payments.sandbox.dispute(rows[0]!.ref);
  await site.app.runJob("sandbox");
  await expect(refund(1000)).rejects.toMatchObject({ code: "payment_disputed" });
  await site.app.services.payments.sandbox.closeDispute(dispute, "won");
  await site.app.runJob("sandbox");
  await refund(1000);
});

test("the provider's list has every charge, refund and dispute of a period once", async () => {
  const { site, order, refund } = await paidOrder();
  const { refundId } = await refund(2500);
  await site.app.runJob("refunds");
  const { rows } = await sql<{ ref: string; id: string }>`
    select provider_ref as ref, id from payments`.execute(site.db);
  await site.app.services.payments.sandbox.dispute(rows[0]!.ref, 700);
  const read = async (from: number, to: number) => {
    const span = { from: new Date(Date.now() + from), to: new Date(Date.now() + to) };
    const all: ProviderMoney[] = [];
    for await (const line of site.app.services.payments.provider.listMoney(span)) all.push(line);
    return all;
  };
  const paymentId = rows[0]!.id;
  expect(await read(-60_000, 60_000)).toEqual([
    expect.objectContaining({ kind: "charge", ref: rows[0]!.ref, paymentId, amountCents: order.totalCents }),
    expect.objectContaining({ kind: "refund", paymentId, refundId, amountCents: 2500, status: "done" }),
    expect.objectContaining({ kind: "dispute", paymentId, amountCents: 700, status: "open" }),
  ]);
  expect(await read(60_000, 120_000)).toEqual([]);
});
