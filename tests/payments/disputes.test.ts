import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { openRefund } from "#server/modules/payments/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { readAttention } from "#testing/attention.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createStripeSite, openOrder, type StripeSite } from "./stripe-kit.ts";

const sites: StripeSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

type Options = Parameters<typeof createStripeSite>[0];

/** A paid order of two tickets, its charge at the processor, and a way to scan its tickets. */
async function paid(options: Options = {}) {
  const site = await createStripeSite(options);
  sites.unshift(site);
  const order = await openOrder(site, { quantity: 2 });
  await site.stripe.pay(order.session);
  const { tickets } = await order.read();
  const door = await site.as("moderator");
  const admin = await site.as("admin");
  return {
    site,
    order,
    admin,
    charge: site.stripe.chargeIn(order.session).id,
    scan: async (ticket: number) => {
      const { code, eventId } = tickets[ticket]!;
      const scan = { code, eventId, deviceId: "door-device-1", scanId: randomUUID() };
      return (await door.post("/api/scans", scan)).body.verdict as string;
    },
    adminOrder: async () => (await admin.get(`/api/admin/orders/${order.id}`)).body,
    refund: (amountCents: number) =>
      inTransaction(site.db, (tx) =>
        openRefund(site.app.deps, tx, { subjectId: order.id, amountCents, reason: "requested", orderRefundId: null }),
      ),
  };
}

async function stockOf(site: StripeSite) {
  const { rows } = await sql<{ held: number; sold: number }>`
    select held, sold from stock where id in (select stock_id from ticket_types)`.execute(site.db);
  return rows[0];
}

/** The balance of a ledger account, in cents, debits positive. */
async function balance(site: StripeSite, account: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::integer as cents from journal_lines where account = ${account}`.execute(
    site.db,
  );
  return rows[0]!.cents;
}

test("while a dispute is open the order's tickets admit no one, nothing is refunded, and staff see why", async () => {
  const { site, admin, charge, scan, adminOrder, refund } = await paid();
  expect(await scan(0)).toBe("admitted");
  const { id } = await site.stripe.dispute(charge);
  expect(await scan(1)).toBe("void");
  expect(await scan(0)).toBe("already_admitted");
  await expect(refund(100)).rejects.toMatchObject({ code: "payment_disputed" });
  const shown = await adminOrder();
  expect(shown.disputes).toEqual([
    expect.objectContaining({
      providerRef: id,
      amountCents: 5000,
      status: "open",
      reason: "fraudulent",
      closedAt: null,
    }),
  ]);
  expect(shown.tickets.map(({ isFrozen }) => isFrozen)).toEqual([false, true]);
  expect((await readAttention(admin)).openDisputes).toBe(1);
  expect([await balance(site, "provider"), await balance(site, "disputes")]).toEqual([0, 5000]);
});

test("a won dispute brings back the money and restores the tickets with the codes people already have", async () => {
  const { site, charge, scan, adminOrder, order } = await paid();
  const { id } = await site.stripe.dispute(charge);
  await site.stripe.closeDispute(id, "won");
  expect(await scan(1)).toBe("admitted");
  expect(await adminOrder()).toMatchObject({ status: "paid", disputes: [{ status: "won" }] });
  expect((await order.read()).status).toBe("paid");
  expect([await balance(site, "provider"), await balance(site, "disputes")]).toEqual([5000, 0]);
});

test("a lost dispute voids the tickets and puts their spots back on sale", async () => {
  const { site, charge, scan, order, adminOrder } = await paid();
  expect(await stockOf(site)).toEqual({ held: 0, sold: 2 });
  const { id } = await site.stripe.dispute(charge);
  await site.stripe.closeDispute(id, "lost");
  expect(await order.read()).toMatchObject({ status: "refunded" });
  expect((await adminOrder()).tickets.map(({ status }) => status)).toEqual(["canceled", "canceled"]);
  expect([await scan(0), await scan(1)]).toEqual(["void", "void"]);
  expect(await stockOf(site)).toEqual({ held: 0, sold: 0 });
  expect([await balance(site, "provider"), await balance(site, "disputes")]).toEqual([0, 5000]);
});

test("a lost dispute doesn't put spots of admitted tickets back on sale", async () => {
  const { site, charge, scan, order } = await paid();
  await scan(0);
  const { id } = await site.stripe.dispute(charge);
  await site.stripe.closeDispute(id, "lost");
  expect((await order.read()).status).toBe("refunded");
  expect(await stockOf(site)).toEqual({ held: 0, sold: 2 });
});

test("losing a partial dispute keeps the tickets valid and leaves the order partially refunded", async () => {
  const { site, charge, scan, order } = await paid();
  const { id } = await site.stripe.dispute(charge, 2000);
  expect(await scan(0)).toBe("void");
  await site.stripe.closeDispute(id, "lost");
  expect((await order.read()).status).toBe("partially_refunded");
  expect(await scan(0)).toBe("admitted");
});

/** Every permutation of the items. */
function ordersOf<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

test("a dispute's webhook events lead to the same result in any order, each sent twice", async () => {
  for (const order of ordersOf([0, 1, 2, 3])) {
    const { site, charge, adminOrder } = await paid();
    site.stripe.webhookEvents.mode = "keep";
    const { id } = await site.stripe.dispute(charge);
    await site.stripe.closeDispute(id, "won");
    const disputeEvents = site.stripe.webhookEvents.all.filter(({ type }) => type.startsWith("charge.dispute"));
    expect(disputeEvents).toHaveLength(4);
    for (const index of [...order, ...order])
      expect(await site.stripe.webhookEvents.send(disputeEvents[index]!)).toBe(200);
    expect(await adminOrder()).toMatchObject({ status: "paid", disputes: [{ status: "won" }] });
    expect([await balance(site, "provider"), await balance(site, "disputes")]).toEqual([5000, 0]);
    const { rows } = await sql`select from tickets where frozen_since is not null`.execute(site.db);
    expect(rows).toEqual([]);
  }
}, 120_000);

test("if all webhook events about a known dispute's outcome are lost, a lookup still finds the outcome", async () => {
  const { site, charge, adminOrder } = await paid();
  const { id } = await site.stripe.dispute(charge);
  site.stripe.webhookEvents.mode = "lose";
  await site.stripe.closeDispute(id, "lost");
  expect((await adminOrder()).disputes[0]!.status).toBe("open");
  await sql`update disputes set next_check_at = clock_now()`.execute(site.db);
  await site.app.runJob("disputes");
  expect(await adminOrder()).toMatchObject({ status: "refunded", disputes: [{ status: "lost" }] });
});

test("negative control: a scan that ignores the freeze admits them", async () => {
  const { site, charge, scan } = await paid({
    rewriteSql: sabotage(["t.frozen_since as", "null::timestamptz as"]),
  });
  await site.stripe.dispute(charge);
  expect(await scan(1)).toBe("admitted");
});

test("negative control: without the check for an open dispute its money would be returned twice", async () => {
  const { site, charge, refund } = await paid({
    rewriteSql: sabotage(["where payment_id = p.id and status = 'open'", "where false and status = 'open'"]),
  });
  await site.stripe.dispute(charge);
  await expect(refund(100)).resolves.toBeDefined();
});
