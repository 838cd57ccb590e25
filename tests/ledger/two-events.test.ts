import { sql } from "kysely";
import { expect, test } from "vitest";
import { brokenInvariants } from "#testing/invariants.ts";
import { openSites } from "#testing/open-sites.ts";
import { completePage, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";
import { refund, wish } from "#tests/refunds/kit.ts";

const openSite = openSites();

/** A paid order with tax on top of its prices. */
async function buyTaxed(
  site: Site,
  buyer: Client,
  lines: { ticketTypeId: number; quantity: number }[],
  taxes: number[],
) {
  const { body: placed } = await buyer.post("/api/orders", draft(lines));
  const taxCents = taxes.reduce((sum, cents) => sum + cents, 0);
  for (const [position, cents] of taxes.entries()) {
    await sql`
      update order_lines set tax_cents = ${cents} where order_id = ${placed.id} and position = ${position}`.execute(
      site.db,
    );
  }
  await sql`
    update orders set tax_cents = ${taxCents}, total_cents = total_cents + ${taxCents}
    where id = ${placed.id}`.execute(site.db);
  const payment = await buyer.post(`/api/orders/${placed.id}/payment`);
  await completePage(buyer, paymentPageOf(payment), "approve");
  const { body: order } = await buyer.get(`/api/orders/${placed.id}`);
  expect(order).toMatchObject({ status: "paid", taxCents, totalCents: placed.totalCents + taxCents });
  return order;
}

async function twoEvents() {
  const site = await openSite();
  const admin = await site.as("admin");
  const [first, second] = await Promise.all(
    [
      { priceCents: 2500, feeCents: 200 },
      { priceCents: 6000, feeCents: 500 },
    ].map(async (price) => {
      const eventId = await site.create.event();
      return { eventId, ticketTypeId: await site.create.ticketType({ eventId, ...price }) };
    }),
  );
  /** What an event earned by the ledger, by account, without zeros. */
  const earned = async (eventId: number) => {
    const { body } = await admin.get(`/api/admin/ledger/balances?eventId=${eventId}`);
    const all: { account: string; amountCents: number }[] = body.accounts;
    return Object.fromEntries(
      all.map(({ account, amountCents }) => [account, -amountCents]).filter(([, cents]) => cents),
    );
  };
  return { site, admin, buyer: await site.as("guest"), first: first!, second: second!, earned };
}

/** The IDs of an order's tickets for one event. */
const ticketsFor = (order: { tickets: { id: number; eventId: number }[] }, eventId: number) =>
  order.tickets.filter((ticket) => ticket.eventId === eventId).map(({ id }) => id);

test("tax on an order for two events belongs to its lines, and refunds return it from the right event", async () => {
  const { site, admin, buyer, first, second, earned } = await twoEvents();
  // 2 × 25.00 with 4.44 on top, and 1 × 60.00 with 5.33.
  const order = await buyTaxed(
    site,
    buyer,
    [
      { ticketTypeId: first.ticketTypeId, quantity: 2 },
      { ticketTypeId: second.ticketTypeId, quantity: 1 },
    ],
    [444, 533],
  );
  expect(await earned(first.eventId)).toEqual({ sales: 4600, fees: 400, tax: 444 });
  expect(await earned(second.eventId)).toEqual({ sales: 5500, fees: 500, tax: 533 });
  const { body: types } = await admin.get(`/api/admin/ledger/balances?eventId=${first.eventId}`);
  expect(types.items).toMatchObject([{ salesCents: 4600, feeCents: 400, taxCents: 444 }]);

  const ofFirst = wish(5444, { ticketIds: ticketsFor(order, first.eventId) });
  expect((await refund(admin, order.id, ofFirst)).status).toBe(201);
  expect(await earned(first.eventId)).toEqual({});
  expect(await earned(second.eventId)).toEqual({ sales: 5500, fees: 500, tax: 533 });
  expect(await brokenInvariants(site.db)).toEqual([]);

  expect((await refund(admin, order.id, wish(6533))).status).toBe(201);
  await site.app.runJob("refunds");
  expect(await earned(second.eventId)).toEqual({});
  const { rows } = await sql<{ account: string; event: number | null }>`
    select e.account, e.event_id as event, sum(e.amount_cents) as cents from journal_lines e group by 1, 2
    having sum(e.amount_cents) <> 0`.execute(site.db);
  expect(rows).toEqual([]);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("a month of orders for two events, each with its own tax, adds up by event and in total", async () => {
  const { site, admin, buyer, first, second, earned } = await twoEvents();
  const one = [{ ticketTypeId: first.ticketTypeId, quantity: 1 }];
  const other = [{ ticketTypeId: second.ticketTypeId, quantity: 2 }];
  await buyTaxed(site, buyer, one, [222]);
  const dear = await buyTaxed(site, buyer, other, [1065]);
  await buyTaxed(site, buyer, other, [0]);
  await buyTaxed(site, buyer, [...one, ...other], [221, 1066]);
  const back = wish(6532, { ticketIds: ticketsFor(dear, second.eventId).slice(0, 1) });
  expect((await refund(admin, dear.id, back)).status).toBe(201);

  // Of the expensive order's 1065, 532 were refunded with the ticket.
  expect(await earned(first.eventId)).toEqual({ sales: 2 * 2300, fees: 2 * 200, tax: 222 + 221 });
  expect(await earned(second.eventId)).toEqual({ sales: 5 * 5500, fees: 5 * 500, tax: 533 + 1066 });
  const { body: all } = await admin.get("/api/admin/ledger/balances");
  const said = Object.fromEntries(all.accounts.map((each: any) => [each.account, each.amountCents]));
  expect(said).toMatchObject({ sales: -32_100, fees: -2900, tax: -(222 + 533 + 1287) });
  expect(await brokenInvariants(site.db)).toEqual([]);
});
