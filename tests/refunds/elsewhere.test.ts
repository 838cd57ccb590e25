import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants, invariants } from "#db/invariants.ts";
import { carryTo, createStripeSite, openOrder } from "#tests/payments/stripe-kit.ts";
import { settleRefund } from "#server/modules/payments/refunds/send.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { age, openExceptions, repair } from "#tests/reconciliation/kit.ts";
import { sabotage } from "#tests/kit/sabotage.ts";
import { createSite, type Client, type Site, type SiteOptions } from "#tests/kit/site.ts";
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
    select coalesce(sum(amount_cents), 0)::integer as cents from ledger_entries where account = ${account}`.execute(
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

const press = (admin: Client, id: number, ticketIds: number[], reason = "Refunded by telephone") =>
  admin.post(`/api/admin/money/exceptions/${id}/repair`, { repair: "void_tickets", ticketIds, reason });

test("a refund made at the provider is in the books at once, and staff void the whole order by one click", async () => {
  const { site, order, admin, charge } = await paid();
  await site.stripe.refundAtDesk(charge);
  expect(await refundsIn(site)).toEqual([{ cents: 7500, status: "done", reason: "provider", attached: false }]);
  expect([await balanceOf(site, "provider"), await balanceOf(site, "buyers")]).toEqual([0, 7500]);
  expect(await broken(site.db)).toEqual([]);
  const [exception, ...others] = await openExceptions(admin);
  expect(others).toEqual([]);
  expect(exception).toMatchObject({
    kind: "refund_elsewhere",
    amountCents: 7500,
    order: { id: order.id },
    repairs: ["void_order", "void_tickets", "by_hand"],
  });
  await age(site, "10 minutes");
  await site.app.sweep("money-exceptions");
  expect((await openExceptions(admin)).map(({ id }) => id)).toEqual([exception!.id]);

  const pressed = await Promise.all([1, 2].map(() => repair(admin, exception!.id, "void_order")));
  expect(pressed.map(({ status }) => status).filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(await openExceptions(admin)).toEqual([]);
  const after = await order.read();
  expect(after).toMatchObject({ status: "refunded", refunds: [{ amountCents: 7500, status: "done" }] });
  expect(after.tickets.map(({ status }) => status)).toEqual(["refunded", "refunded", "refunded"]);
  expect(await refundsIn(site)).toEqual([{ cents: 7500, status: "done", reason: "provider", attached: true }]);
  expect([await balanceOf(site, "buyers"), await balanceOf(site, "sales")]).toEqual([0, 0]);
  const { rows } = await sql<{ sold: number }>`
    select sold from stock where id in (select stock_id from ticket_types)`.execute(site.db);
  expect(rows).toEqual([{ sold: 0 }]);
  expect(await mailsOf(site, "refund_done")).toMatchObject([{ subject: "Your $75.00 is back with your bank" }]);
  expect(await mailsOf(site, "money_returned")).toEqual([]);
  expect(await broken(site.db)).toEqual([]);
});

test("staff say which tickets a part was for: worth at least as much, cut to the cent", async () => {
  const { site, order, admin, charge } = await paid();
  await site.stripe.refundAtDesk(charge, 4001);
  const [exception] = await openExceptions(admin);
  const [first, second, third] = (await order.read()).tickets.map(({ id }) => id);
  expect((await press(admin, exception!.id, [first!])).body.code).toBe("refund_too_high");
  expect((await order.read()).status).toBe("paid");
  expect((await press(admin, exception!.id, [first!, third!])).status).toBe(200);
  const after = await order.read();
  expect(after).toMatchObject({ status: "partially_refunded", refunds: [{ amountCents: 4001, status: "done" }] });
  expect(after.tickets.filter(({ status }) => status === "valid").map(({ id }) => id)).toEqual([second]);
  expect(await balanceOf(site, "buyers")).toBe(0);
  expect(await broken(site.db)).toEqual([]);
});

test("staff may let the tickets live: it is settled by hand, stays so, and the books still say what was given", async () => {
  const { site, order, admin, charge } = await paid();
  await site.stripe.refundAtDesk(charge, 500);
  const [exception] = await openExceptions(admin);
  expect((await repair(admin, exception!.id, "by_hand", "A bad sound system")).status).toBe(200);
  await age(site, "10 minutes");
  await site.app.sweep("money-exceptions");
  expect(await openExceptions(admin)).toEqual([]);
  expect((await order.read()).status).toBe("paid");
  expect(await balanceOf(site, "buyers")).toBe(500);
  expect(await broken(site.db)).toEqual([]);
});

/** The same word three hundred times over two nodes at once. */
async function copies(options: SiteOptions = {}) {
  const { site, order, admin, charge } = await paid(2, options);
  const other = await createSite({ ...options, database: site.database, settings: site.stripe.settings });
  sites.unshift(other);
  const carriers = [carryTo(site), carryTo(other)];
  site.stripe.notices.sendTo(async (body, headers) => {
    const copy = (count: number) => carriers[count % 2]!(body, headers);
    const answers = await Promise.all(Array.from({ length: 300 }, (_, count) => copy(count)));
    return answers[0]!;
  });
  await site.stripe.refundAtDesk(charge, 2500);
  // The processor had its answers; the first look at it may still be under way.
  await expect.poll(() => refundsIn(site)).not.toEqual([]);
  for (let count = 0; count < 3; count++) await site.app.sweep("webhooks");
  return { site, order, admin };
}

test("three hundred copies of the notice on two nodes are one refund and one exception", async () => {
  const { site, admin } = await copies();
  expect(await refundsIn(site)).toEqual([{ cents: 2500, status: "done", reason: "provider", attached: false }]);
  expect(await openExceptions(admin)).toHaveLength(1);
  expect(await balanceOf(site, "buyers")).toBe(2500);
  expect(await broken(site.db)).toEqual([]);
});

/** The same word in twenty transactions at once. */
async function wordsAtOnce(options: SiteOptions, isWalled: boolean): Promise<number> {
  const { site } = await paid(2, options);
  if (!isWalled) {
    await sql`drop index refunds_provider`.execute(site.db);
    // Each writes a little later than it looked, so that all have looked by then on any machine.
    await sql`create function write_late() returns trigger language plpgsql as $$ begin
      perform pg_sleep(0.3); return new; end $$`.execute(site.db);
    await sql`create trigger write_late before insert on refunds for each row execute function write_late()`.execute(
      site.db,
    );
  }
  const { rows } = await sql<{ id: string }>`select id from payments`.execute(site.db);
  const [{ id: paymentId }] = rows as [{ id: string }];
  const word = {
    ref: "re_elsewhere",
    refundId: null,
    paymentId,
    state: "pending",
    amountCents: 10,
    failure: null,
  } as const;
  const settle = () => inTransaction(site.db, (tx) => settleRefund(site.app.deps, tx, word));
  await Promise.allSettled(Array.from({ length: 20 }, settle));
  return (await refundsIn(site)).length;
}

test("twenty words about one refund at once take it in once", async () => {
  expect(await wordsAtOnce({}, true)).toBe(1);
});

test("control: without the turn at the payment and the wall they take it in more than once", async () => {
  // Without a turn the copies would wait for each other in a circle, which is a wall of its own.
  const rewriteSql = sabotage([/ for update\s*$/, "", { in: "from payments" }]);
  expect(await wordsAtOnce({ rewriteSql }, false)).toBeGreaterThan(1);
});

test("with the notice lost the comparison finds it, and the provider's word is taken by one click", async () => {
  const { site, charge } = await paid(2);
  site.stripe.notices.sendTo(async () => 500);
  await site.stripe.refundAtDesk(charge, 2500);
  expect(await refundsIn(site)).toEqual([]);
  const later = await createSite({
    database: site.database,
    settings: site.stripe.settings,
    clockOffset: "20 minutes",
  });
  sites.unshift(later);
  const admin = await later.as("admin");
  await admin.post("/api/admin/money/comparisons", {});
  await later.app.sweep("money-comparison");
  const found = (await openExceptions(admin)).find(({ kind }) => kind === "provider_mismatch");
  expect(found?.repairs).toEqual(["ask_provider", "by_hand"]);
  expect((await repair(admin, found!.id, "ask_provider")).status).toBe(200);
  expect((await openExceptions(admin)).map(({ kind }) => kind)).toEqual(["refund_elsewhere"]);
  expect(await refundsIn(later)).toEqual([{ cents: 2500, status: "done", reason: "provider", attached: false }]);
});

test("a refund of ours and one at the provider for the same money: one goes back, the other has failed", async () => {
  const { site, order, admin, charge } = await paid(1);
  const wish = { withFee: true, returnsStock: true, amountCents: 2500, reason: "Asked by telephone" };
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, wish)).status).toBe(201);
  await site.stripe.refundAtDesk(charge);
  expect(await refundsIn(site)).toMatchObject([{ reason: "requested", status: "pending" }]);
  await site.app.sweep("refunds");
  await sql`update webhook_inbox set next_attempt_at = clock_now()`.execute(site.db);
  await site.app.sweep("webhooks");
  expect(await refundsIn(site)).toMatchObject([
    { reason: "requested", status: "failed" },
    { reason: "provider", status: "done" },
  ]);
});
