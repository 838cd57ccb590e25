import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EarningsReport } from "#contract/analytics/earnings.ts";
import { afterRefunds, takenBack } from "#contract/figures.ts";
import type { Order } from "#contract/orders/orders.ts";
import { methodsFor } from "#contract/payments/methods.ts";
import { PaymentMethod } from "#contract/payments/payment-method.ts";
import { parseTable } from "#server/platform/tables/parse-table.ts";
import { tableLimits } from "#server/platform/tables/table.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { draft, type Client, paymentPageOf } from "#testing/site.ts";
import { rate, setDelivery, ship, tax } from "#tests/delivery/kit.ts";
import { isFull } from "#tests/faults/kit/progress.ts";
import { createStripeSite, type StripeSite } from "#tests/payments/stripe-kit.ts";
import { createCode } from "#tests/promotions/kit.ts";
import { refund, wish } from "#tests/refunds/kit.ts";

// The money of random orders, calculated here by itself and compared with everything that shows it.

const orderCount = isFull ? 500 : 60;
const atOnce = 6;

/** Prices whose tenth is a whole number of cents: a 10% code leaves nothing to share. Clothing under $110 has no tax. */
const items = [
  { name: "general", cents: 4500, isTicket: true },
  { name: "vip", cents: 12_000, isTicket: true },
  { name: "cap", cents: 6000, isTicket: false },
  { name: "shirt", cents: 10_990, isTicket: false },
  { name: "hoodie", cents: 11_000, isTicket: false },
  { name: "jacket", cents: 13_010, isTicket: false },
] as const;
const taxRate = 8875n;
const taxFreeBelow = 11_000;
const shippingCents = 700;
const shippingTaxCents = 62;

const endings = ["kept", "ticket", "unit", "all", "dashboard", "disputed", "lost", "won"] as const;

/** Numbers from 0 on, below a limit, the same ones each time. */
function createDice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What one order is to be, and the cents that follow from it. */
function plan(index: number) {
  const roll = createDice(index * 7919 + 1);
  const hasCode = roll(5) < 2;
  const first = roll(items.length);
  const chosen = Array.from(
    { length: 1 + roll(3) },
    (_, step) => items[(first + step * (1 + roll(2))) % items.length]!,
  );
  const lines = [...new Set(chosen)].map((item) => {
    const quantity = 1 + roll(3);
    const unitCents = hasCode ? item.cents - item.cents / 10 : item.cents;
    const isTaxed = !item.isTicket && unitCents >= taxFreeBelow;
    const taxCents = isTaxed ? Number((BigInt(unitCents * quantity) * taxRate + 50_000n) / 100_000n) : 0;
    return { item, quantity, unitCents, taxCents, sumCents: unitCents * quantity + taxCents };
  });
  const isShipped = lines.some(({ item }) => !item.isTicket);
  const taxCents = lines.reduce((sum, line) => sum + line.taxCents, 0) + (isShipped ? shippingTaxCents : 0);
  const goodsCents = lines.reduce((sum, line) => sum + line.sumCents, 0);
  const totalCents = goodsCents + (isShipped ? shippingCents + shippingTaxCents : 0);
  const ending = endings[roll(endings.length)]!;
  const ticket = lines.find(({ item }) => item.isTicket);
  const unit = lines.find(({ item }) => !item.isTicket);
  const refundedCents = {
    kept: 0,
    ticket: ticket?.unitCents ?? 0,
    // The cent that a line's tax can't share goes to later units.
    unit: unit === undefined ? 0 : unit.unitCents + Math.floor(unit.taxCents / unit.quantity),
    all: totalCents,
    dashboard: 500,
    disputed: 0,
    lost: totalCents,
    won: 0,
  }[ending];
  const methods = ["card", ...methodsFor(PaymentMethod.options, { amountCents: totalCents, currency: "USD" })];
  const method = methods[roll(methods.length)]!;
  return { hasCode, lines, isShipped, taxCents, totalCents, ending, ticket, unit, refundedCents, method };
}
type Plan = ReturnType<typeof plan>;

let site: StripeSite;
let admin: Client;
const ids: Record<string, number> = {};
const orders: { id: string; number: string; plan: Plan }[] = [];
beforeAll(async () => {
  site = await createStripeSite({ stripe: { perSecond: 10_000 } });
  admin = await site.as("admin");
  await admin.post("/api/admin/settings", { paymentMethods: PaymentMethod.options });
  const taxes = [tax({ category: "clothing", freeBelowCents: taxFreeBelow }), tax({ category: "shipping" })];
  await setDelivery(admin, [rate({ priceCents: shippingCents })], taxes);
  await createCode(admin, { code: "TEN" });
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  for (const { name, cents: priceCents, isTicket } of items) {
    ids[name] = isTicket
      ? await site.create.ticketType({ eventId, name, priceCents, capacity: 5000 })
      : await site.create.variant({ priceCents, onHand: 5000 });
  }
  const numbers = Array.from({ length: orderCount }, (_, index) => index).values();
  const work = async () => {
    for (const index of numbers) orders.push(await live(plan(index)));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  for (let round = 0; round < 3; round++)
    for (const job of ["refunds", "disputes"] as const) await site.app.runJob(job);
}, 600_000);
afterAll(() => site.close());

const lineOf = ({ lines }: Order, name: string) => {
  const isTicket = items.some((item) => item.name === name && item.isTicket);
  return lines.find((line) => line.itemId === ids[name] && (line.kind === "ticket") === isTicket)!;
};

/** Buys, pays and ends an order as planned. */
async function live(wanted: Plan) {
  const buyer = await site.as("guest");
  const lines = wanted.lines.map(({ item, quantity }) =>
    item.isTicket ? { ticketTypeId: ids[item.name]!, quantity } : { variantId: ids[item.name]!, quantity },
  );
  const more = { ...(wanted.hasCode ? { promoCode: "TEN" } : {}), ...(wanted.isShipped ? ship() : {}) };
  const placed = await buyer.post("/api/orders", draft(lines, more));
  expect([placed.status, placed.text]).toEqual([201, placed.text]);
  const { id, number } = placed.body;
  const page = await buyer.post(`/api/orders/${id}/payment`);
  const session = new URL(paymentPageOf(page)).pathname.split("/").at(-1)!;
  await site.stripe.pay(session, wanted.method);
  const charge = site.stripe.chargeIn(session).id;
  const { body: paid } = await buyer.get(`/api/orders/${id}`);
  const send = async (body: object) => {
    const sent = await refund(admin, id, body);
    expect([sent.status, sent.text]).toEqual([201, sent.text]);
  };
  const { ending, refundedCents } = wanted;
  if (ending === "all") await send(wish(refundedCents));
  if (ending === "ticket" && wanted.ticket !== undefined) {
    const name = wanted.ticket.item.name;
    const ticket = paid.tickets.find((each) => each.typeName === name)!;
    await send(wish(refundedCents, { ticketIds: [ticket.id] }));
  }
  if (ending === "unit" && wanted.unit !== undefined) {
    const lineId = lineOf(paid, wanted.unit.item.name).id;
    await send(wish(refundedCents, { units: [{ lineId, quantity: 1 }] }));
  }
  if (ending === "dashboard") await site.stripe.refundInDashboard(charge, 500);
  if (ending === "disputed" || ending === "lost" || ending === "won") {
    const dispute = await site.stripe.dispute(charge);
    if (ending !== "disputed") await site.stripe.closeDispute(dispute.id, ending);
  }
  return { id, number, plan: wanted };
}

const moneyOf = ({ plan: { totalCents, refundedCents } }: (typeof orders)[number]) => [
  totalCents,
  refundedCents,
  totalCents - refundedCents,
];
const expected = () => Object.fromEntries(orders.map((order) => [order.number, moneyOf(order)]));

test("each way of paying and each ending is among them", () => {
  expect(new Set(orders.map(({ plan: { ending } }) => ending))).toEqual(new Set(endings));
  expect(new Set(orders.map(({ plan: { method } }) => method))).toEqual(new Set(["card", ...PaymentMethod.options]));
});

test("an order's own page", async () => {
  const shown: Record<string, number[]> = {};
  for (const { id, number, plan: wanted } of orders) {
    const { body } = await admin.get(`/api/admin/orders/${id}`);
    shown[number] = [body.totalCents, body.returnedCents, body.netCents];
    const read = (await admin.get(`/api/orders/${id}`)).body;
    expect([number, read.taxCents, wanted.lines.map(({ item }) => lineOf(read, item.name).taxCents)]).toEqual([
      number,
      wanted.taxCents,
      wanted.lines.map(({ taxCents }) => taxCents),
    ]);
  }
  expect(shown).toEqual(expected());
});

test("the list of orders", async () => {
  const shown: Record<string, number[]> = {};
  for (let cursor = ""; ;) {
    const { body } = await admin.get(`/api/admin/orders?pageSize=100${cursor}`);
    for (const row of body.items) shown[row.number] = [row.totalCents, row.refundedCents, row.netCents];
    if (body.nextCursor === null) break;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
  expect(shown).toEqual(expected());
});

test.each(["csv", "xlsx"])("the file of orders as .%s", async (format) => {
  const file = await site.app.server.inject({
    url: `/api/admin/orders.${format}`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const [head, ...rows] = parseTable({ bytes: file.rawPayload }, tableLimits).rows.map(({ cells }) => cells);
  const centsOf = (row: string[], name: string) => Math.round(Number(row[head!.indexOf(name)]) * 100);
  const number = head!.findIndex((name) => /^order/i.test(name));
  const shown = rows.map((row) => [row[number]!, ["Total", takenBack, afterRefunds].map((name) => centsOf(row, name))]);
  expect(Object.fromEntries(shown)).toEqual(expected());
});

test("the documents: a receipt of what was paid, and credit notes of what staff refunded", async () => {
  const isCredited = new Set<string>(["ticket", "unit", "all"]);
  for (const { id, number, plan: wanted } of orders) {
    const { body } = await admin.get(`/api/orders/${id}/documents`);
    const sums = { receipt: 0, credit_note: 0 } as Record<string, number>;
    for (const { kind, totalCents } of body.items) sums[kind]! += totalCents;
    const credited = isCredited.has(wanted.ending) ? wanted.refundedCents : 0;
    expect([number, sums]).toEqual([number, { receipt: wanted.totalCents, credit_note: credited }]);
  }
});

test("the ledger: what the provider holds for each order, and nothing that contradicts itself", async () => {
  const { rows } = await sql<{ number: string; cents: number }>`
    select o.number, coalesce(sum(l.amount_cents) filter (where l.account = 'provider'), 0)::integer as cents
    from orders o join journal_entries e on e.order_id = o.id join journal_lines l on l.entry_id = e.id
    group by o.number`.execute(site.db);
  const held = orders.map((order) => {
    const [, , net] = moneyOf(order);
    return [order.number, order.plan.ending === "disputed" ? net! - order.plan.totalCents : net];
  });
  expect(Object.fromEntries(rows.map(({ number, cents }) => [number, cents]))).toEqual(Object.fromEntries(held));
  await expectInvariants(site.db);
});

test("the money page, the overview and analytics: refunds made at the provider and lost disputes count there too", async () => {
  const sumOf = (of: (plan: Plan) => number) => orders.reduce((sum, { plan: each }) => sum + of(each), 0);
  const lostCents = sumOf(({ ending, totalCents }) => (ending === "lost" ? totalCents : 0));
  const { currencies } = (await admin.get("/api/admin/earnings")).body;
  const [{ total }] = currencies as [EarningsReport["currencies"][number]];
  expect([total.grossCents, total.refundCents, total.lostDisputeCents]).toEqual([
    sumOf(({ totalCents }) => totalCents),
    sumOf(({ refundedCents }) => refundedCents) - lostCents,
    lostCents,
  ]);
  const trend = (await admin.get("/api/admin/trend")).body;
  const { total: counted } = (await admin.get("/api/admin/analytics/overview")).body;
  const trendCents = trend.days.reduce((sum, { cents }) => sum + cents, 0);
  expect([trendCents, counted.revenueCents]).toEqual([total.revenueCents, total.revenueCents]);
});
