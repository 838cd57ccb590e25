import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants, invariants } from "#db/invariants.ts";
import { carryTo, createStripeSite, openOrder } from "#tests/payments/stripe-kit.ts";
import { settleRefund } from "#server/modules/payments/refunds/service.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { age, listOpenDiscrepancies, repair } from "#tests/reconciliation/kit.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type Client, type Site, type SiteOptions } from "#testing/site.ts";
import { mailsOf } from "./kit.ts";

const sites: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function paid(quantity = 3, options: SiteOptions = {}) {
  const site = await createStripeSite(options);
  sites.unshift(site);
  const order = await openOrder(site, { quantity });
  await site.stripe.pay(order.session);
  return { site, order, admin: await site.as("admin"), charge: site.stripe.chargeIn(order.session).id };
}

const broken = (db: Site["db"]) =>
  checkInvariants(
    db,
    invariants.filter(({ id }) => id !== "I-52"),
  );

async function balanceOf(site: Site, account: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::integer as cents from journal_lines where account = ${account}`.execute(
    site.db,
  );
  return rows[0]!.cents;
}

const refundsIn = async (site: Site) =>
  (
    await sql<{ cents: number; status: string; reason: string; attached: boolean }>`
      select amount_cents as cents, status, reason, order_refund_id is not null as attached from refunds
      order by created_at`.execute(site.db)
  ).rows;

const press = (admin: Client, id: number, ticketIds: number[], reason = "Refunded by phone") =>
  admin.post(`/api/admin/money/discrepancies/${id}/repair`, { repair: "void_tickets", ticketIds, reason });

test("a refund made at the provider is in the ledger at once, and staff void the whole order with one click", async () => {
  const { site, order, admin, charge } = await paid();
  await site.stripe.refundInDashboard(charge);
  expect(await refundsIn(site)).toEqual([{ cents: 7500, status: "done", reason: "provider", attached: false }]);
  expect([await balanceOf(site, "provider"), await balanceOf(site, "buyers")]).toEqual([0, 7500]);
  expect(await broken(site.db)).toEqual([]);
  const [discrepancy, ...others] = await listOpenDiscrepancies(admin);
  expect(others).toEqual([]);
  expect(discrepancy).toMatchObject({
    kind: "external_refund",
    amountCents: 7500,
    order: { id: order.id },
    repairs: ["void_order", "void_tickets", "by_hand"],
  });
  await age(site, "10 minutes");
  await site.app.runJob("discrepancies");
  expect((await listOpenDiscrepancies(admin)).map(({ id }) => id)).toEqual([discrepancy!.id]);

  const pressed = await Promise.all([1, 2].map(() => repair(admin, discrepancy!.id, "void_order")));
  expect(pressed.map(({ status }) => status).filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(await listOpenDiscrepancies(admin)).toEqual([]);
  const after = await order.read();
  expect(after).toMatchObject({ status: "refunded", refunds: [{ amountCents: 7500, status: "done" }] });
  expect(after.tickets.map(({ status }) => status)).toEqual(["refunded", "refunded", "refunded"]);
  expect(await refundsIn(site)).toEqual([{ cents: 7500, status: "done", reason: "provider", attached: true }]);
  expect([await balanceOf(site, "buyers"), await balanceOf(site, "sales")]).toEqual([0, 0]);
  const { rows } = await sql<{ sold: number }>`
    select sold from stock where id in (select stock_id from ticket_types)`.execute(site.db);
  expect(rows).toEqual([{ sold: 0 }]);
  expect(await mailsOf(site, "refund_done")).toMatchObject([{ subject: "Your $75.00 refund was sent to your bank" }]);
  expect(await mailsOf(site, "money_returned")).toEqual([]);
  expect(await broken(site.db)).toEqual([]);
});

test("staff choose the tickets for a partial refund: worth at least as much, capped to the cent", async () => {
  const { site, order, admin, charge } = await paid();
  await site.stripe.refundInDashboard(charge, 4001);
  const [discrepancy] = await listOpenDiscrepancies(admin);
  const [first, second, third] = (await order.read()).tickets.map(({ id }) => id);
  expect((await press(admin, discrepancy!.id, [first!])).body.code).toBe("refund_too_high");
  expect((await order.read()).status).toBe("paid");
  expect((await press(admin, discrepancy!.id, [first!, third!])).status).toBe(200);
  const after = await order.read();
  expect(after).toMatchObject({ status: "partially_refunded", refunds: [{ amountCents: 4001, status: "done" }] });
  expect(after.tickets.filter(({ status }) => status === "valid").map(({ id }) => id)).toEqual([second]);
  expect(await balanceOf(site, "buyers")).toBe(0);
  expect(await broken(site.db)).toEqual([]);
});

test("staff can keep the tickets valid: it stays manually resolved, and the ledger still shows the refund", async () => {
  const { site, order, admin, charge } = await paid();
  await site.stripe.refundInDashboard(charge, 500);
  const [discrepancy] = await listOpenDiscrepancies(admin);
  expect((await repair(admin, discrepancy!.id, "by_hand", "A bad sound system")).status).toBe(200);
  await age(site, "10 minutes");
  await site.app.runJob("discrepancies");
  expect(await listOpenDiscrepancies(admin)).toEqual([]);
  expect((await order.read()).status).toBe("paid");
  expect(await balanceOf(site, "buyers")).toBe(500);
  expect(await broken(site.db)).toEqual([]);
});

/** The same webhook event three hundred times on two nodes at once. */
async function copies(options: SiteOptions = {}) {
  const { site, order, admin, charge } = await paid(2, options);
  const other = await createSite({ ...options, database: site.database, settings: site.stripe.settings });
  sites.unshift(other);
  const carriers = [carryTo(site), carryTo(other)];
  site.stripe.webhookEvents.sendTo(async (body, headers) => {
    const copy = (count: number) => carriers[count % 2]!(body, headers);
    const answers = await Promise.all(Array.from({ length: 300 }, (_, count) => copy(count)));
    return answers[0]!;
  });
  await site.stripe.refundInDashboard(charge, 2500);
  // The processor got its responses; the first lookup may still be running.
  await expect.poll(() => refundsIn(site)).not.toEqual([]);
  for (let count = 0; count < 3; count++) await site.app.runJob("webhooks");
  return { site, order, admin };
}

test("three hundred copies of the webhook event on two nodes are one refund and one discrepancy", async () => {
  const { site, admin } = await copies();
  expect(await refundsIn(site)).toEqual([{ cents: 2500, status: "done", reason: "provider", attached: false }]);
  expect(await listOpenDiscrepancies(admin)).toHaveLength(1);
  expect(await balanceOf(site, "buyers")).toBe(2500);
  expect(await broken(site.db)).toEqual([]);
});

/** The same report in twenty transactions at once. */
async function reportsAtOnce(options: SiteOptions, isWalled: boolean): Promise<number> {
  const { site } = await paid(2, options);
  if (!isWalled) {
    await sql`drop index refunds_provider`.execute(site.db);
    // Two have read before either writes.
    await sql`create function write_late() returns trigger language plpgsql as $$ begin
      perform meet(2); return new; end $$`.execute(site.db);
    await sql`create trigger write_late before insert on refunds for each row execute function write_late()`.execute(
      site.db,
    );
  }
  const { rows } = await sql<{ id: string }>`select id from payments`.execute(site.db);
  const [{ id: paymentId }] = rows as [{ id: string }];
  const report = {
    ref: "re_external",
    refundId: null,
    paymentId,
    status: "pending",
    amountCents: 10,
    failure: null,
  } as const;
  const settle = () => inTransaction(site.db, (tx) => settleRefund(site.app.deps, tx, report));
  await Promise.allSettled(Array.from({ length: 20 }, settle));
  return (await refundsIn(site)).length;
}

test("twenty reports about one refund at once record it once", async () => {
  expect(await reportsAtOnce({}, true)).toBe(1);
});

test("control: without the lock on the payment and the index they record it more than once", async () => {
  // Row locks left in place would make the copies deadlock, which would also stop them.
  const rewriteSql = sabotage([/ for update\s*$/, "", { in: "from payments" }]);
  expect(await reportsAtOnce({ rewriteSql }, false)).toBeGreaterThan(1);
});

test("if the webhook event is lost, reconciliation finds the refund, and one click accepts the provider's status", async () => {
  const { site, charge } = await paid(2);
  site.stripe.webhookEvents.sendTo(async () => 500);
  await site.stripe.refundInDashboard(charge, 2500);
  expect(await refundsIn(site)).toEqual([]);
  const later = await createSite({
    database: site.database,
    settings: site.stripe.settings,
    clockOffset: "20 minutes",
  });
  sites.unshift(later);
  const admin = await later.as("admin");
  await admin.post("/api/admin/money/reconciliation-runs", {});
  await later.app.runJob("reconciliation");
  const found = (await listOpenDiscrepancies(admin)).find(({ kind }) => kind === "provider_mismatch");
  expect(found?.repairs).toEqual(["ask_provider", "by_hand"]);
  expect((await repair(admin, found!.id, "ask_provider")).status).toBe(200);
  expect((await listOpenDiscrepancies(admin)).map(({ kind }) => kind)).toEqual(["external_refund"]);
  expect(await refundsIn(later)).toEqual([{ cents: 2500, status: "done", reason: "provider", attached: false }]);
});

test("of our refund and one made at the provider for the same money, one is sent and the other fails", async () => {
  const { site, order, admin, charge } = await paid(1);
  const wish = { withFee: true, returnsStock: true, amountCents: 2500, reason: "Requested by phone" };
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, wish)).status).toBe(201);
  await site.stripe.refundInDashboard(charge);
  expect(await refundsIn(site)).toMatchObject([{ reason: "requested", status: "pending" }]);
  await site.app.runJob("refunds");
  await sql`update webhook_inbox set next_attempt_at = clock_now()`.execute(site.db);
  await site.app.runJob("webhooks");
  expect(await refundsIn(site)).toMatchObject([
    { reason: "requested", status: "failed" },
    { reason: "provider", status: "done" },
  ]);
});
