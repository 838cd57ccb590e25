import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { moneyInvariants } from "#db/invariants/money.ts";
import { sabotage } from "#testing/sabotage.ts";
import type { SiteOptions } from "#testing/site.ts";
import { paymentPageOf } from "#testing/site.ts";
import { carryTo, createStripeSite, openOrder, type StripeSite } from "#tests/payments/stripe-kit.ts";
import { comeToRest, findContradictions } from "./kit/oracles.ts";
import { isFull, report } from "./kit/progress.ts";
import { createTestDatabase } from "#testing/database.ts";
import { installMovingClock } from "#testing/moving-clock.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const rounds = isFull ? 500 : 12;
const cents = 5000;

/** Two nodes that receive the processor's webhook events in turn. */
async function openShop(options: SiteOptions = {}) {
  const database = await createTestDatabase();
  open.push({ close: () => database.drop() });
  await installMovingClock(database);
  const site = await createStripeSite({ ...options, database });
  const second = await createStripeSite({ ...options, database, at: site.stripe });
  open.push(site, second);
  let carried = 0;
  const carriers = [carryTo(site), carryTo(second)];
  site.stripe.webhookEvents.sendTo((body, headers) => carriers[carried++ % 2]!(body, headers));
  const ticketTypeId = await site.create.ticketType({ capacity: rounds * 2, priceCents: 2500 });
  return { site, ticketTypeId };
}

/** An order with a page in each of two tabs: the first is canceled in our database but can be paid at the processor. */
async function openTabs(site: StripeSite, ticketTypeId: number) {
  const order = await openOrder(site, { ticketTypeId, quantity: 2 });
  const left = await site.app.services.payments.provider.findSession(order.session);
  await site.app.services.payments.settle({ session: { ...left!, status: "canceled" } });
  const page = await order.buyer.post(`/api/orders/${order.id}/payment`);
  const second = new URL(paymentPageOf(page)).pathname.split("/").at(-1)!;
  expect(second).not.toBe(order.session);
  return { ...order, tabs: [order.session, second] };
}

/** Pays in both tabs, at once or one shortly after the other. */
async function payTwice(site: StripeSite, tabs: string[], round: number): Promise<void> {
  const order = round % 2 === 0 ? tabs : tabs.toReversed();
  if (round % 3 === 2) for (const tab of order) await site.stripe.pay(tab);
  else await Promise.all(order.map((tab) => site.stripe.pay(tab)));
}

async function mailsOf(site: StripeSite, orderId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::integer as count from emails where topic->>'orderId' = ${orderId} group by kind`.execute(
    site.db,
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/** The processor's charges and refunds of an order. */
function booksOf(site: StripeSite, tabs: string[]) {
  const paidIn = new Set(tabs.map((tab) => site.stripe.chargeIn(tab).payment_intent));
  const refunds = [...site.stripe.ledger.refunds.values()].filter((refund) => paidIn.has(refund.payment_intent));
  return { charges: paidIn.size, back: refunds.map(({ amount, status }) => `${amount} ${status}`) };
}

test(
  `two tabs pay one order at the processor: one pays it, the other is refunded automatically, with one email of each kind (${rounds} times)`,
  { timeout: isFull ? 1_800_000 : 120_000 },
  async () => {
    const { site, ticketTypeId } = await openShop();
    const orders: Awaited<ReturnType<typeof openTabs>>[] = [];
    for (let round = 0; round < rounds; round++) {
      const order = await openTabs(site, ticketTypeId);
      await payTwice(site, order.tabs, round);
      orders.push(order);
      report("two tabs", { done: round + 1, of: rounds, unit: "orders", violations: 0 });
    }
    // If both webhook events came at the same moment, one may have had to wait; the refunds job sends the refund.
    await comeToRest(site, [0, 65, 65]);
    for (const { id, read, tabs } of orders) {
      const order = await read();
      expect([order.status, order.tickets.length]).toEqual(["paid", 2]);
      expect(booksOf(site, tabs)).toEqual({ charges: 2, back: [`${cents} succeeded`] });
      expect(await mailsOf(site, id)).toEqual({ order_confirmation: 1, money_returned: 1 });
    }
    const { rows } = await sql`
      select r.reason, r.status, p.status as payment, count(*)::integer as count from refunds r
      join payments p on p.id = r.payment_id group by 1, 2, 3`.execute(site.db);
    expect(rows).toEqual([{ reason: "paid_twice", status: "done", payment: "refunded", count: rounds }]);
    expect(await findContradictions(site)).toEqual([]);
  },
);

test("negative control: without the guards on a second payment one order keeps both tabs' money", async () => {
  const { site, ticketTypeId } = await openShop({
    rewriteSql: sabotage(
      ["and status = 'captured'", "and status = 'captured' and false"],
      ["x.captured_cents is not null)", "x.captured_cents is not null and false)"],
    ),
  });
  await sql`drop index payments_one_capture`.execute(site.db);
  const { tabs } = await openTabs(site, ticketTypeId);
  await payTwice(site, tabs, 2);
  await comeToRest(site, [0, 65]);
  expect(booksOf(site, tabs)).toEqual({ charges: 2, back: [] });
  expect((await checkInvariants(site.db, moneyInvariants)).map(({ id }) => id)).toContain("I-13");
});
