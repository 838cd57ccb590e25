import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import type { TicketCounts } from "#contract/events/ticket-types.ts";
import { pastNoon } from "#tests/order-documents/midday.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { createCode, createPromoter, pay, place } from "#tests/promotions/kit.ts";
import { refund, scan, wish } from "#tests/refunds/kit.ts";

let site: Site;
let admin: Client;
let buyer: Client;
let fete: number;
let other: number;

const reason = "Asked by phone";

/** Two events with everything that can happen to a ticket, with one code and one promoter for both. */
beforeAll(async () => {
  // All sales are on one day in every zone that counts.
  const { clockOffset, now } = pastNoon();
  site = await createSite({ clockOffset });
  admin = await site.as("admin");
  buyer = await site.as("guest");
  const [startsAt, endsAt] = [24, 30].map((hours) => new Date(now().getTime() + hours * 3_600_000));
  fete = await site.create.event({ title: "Ferry Fete", capacity: 150, startsAt, endsAt });
  other = await site.create.event({ title: "Sound Clash" });
  const typeOf = (eventId: number, more: object) => site.create.ticketType({ eventId, ...more });
  const general = await typeOf(fete, { name: "General", capacity: 120, feeCents: 200 });
  const table = await typeOf(fete, { name: "Table", capacity: 10, ticketsPerUnit: 4, priceCents: 20_000, position: 1 });
  const free = await typeOf(fete, { name: "RSVP", capacity: 20, pricing: "free", priceCents: 0, feeCents: 0 });
  const elsewhere = await typeOf(other, { name: "Floor", capacity: 50 });
  await createCode(admin);
  await createPromoter(admin);
  const bought = async (ticketTypeId: number, quantity: number, more: object = {}) => {
    const { body } = await place(buyer, [{ ticketTypeId, quantity }], more);
    await pay(buyer, body.id);
    return (await buyer.get(`/api/orders/${body.id}`)).body;
  };
  const given = (quantity: number) =>
    admin.post("/api/admin/comps", {
      ticketTypeId: general,
      quantity,
      guest: { name: "Selector Duke", email: "duke@example.com" },
      reason: "Plays",
    });
  const ticketIds = (order: Order, count: number) => order.tickets.slice(0, count).map(({ id }) => id);
  const act = async (path: string, body: object) => expect((await admin.post(path, body)).status).toBe(200);

  const plain = await bought(general, 5);
  await bought(general, 3, { promoCode: "SOCA10", via: "kezia" });
  await bought(table, 1, { via: "kezia" });
  await bought(free, 2);
  await bought(elsewhere, 4, { promoCode: "SOCA10", via: "kezia" });
  // Partly refunded, fully refunded with its fees kept, and fully refunded with a code.
  const parted = await bought(general, 2, { via: "kezia" });
  const some = { ticketIds: ticketIds(parted, 1) };
  expect((await refund(admin, parted.id, wish(2500, some))).status).toBe(201);
  const returned = await bought(general, 1);
  expect((await refund(admin, returned.id, wish(2300, { withFee: false }))).status).toBe(201);
  const coded = await bought(general, 1, { promoCode: "SOCA10", via: "kezia" });
  expect((await refund(admin, coded.id, wish(coded.totalCents))).status).toBe(201);
  // Canceled by staff without putting the spot back on sale, and moved to the other event.
  await act(`/api/admin/tickets/${plain.tickets[0]!.id}/cancel`, { returnsSpot: false, mail: false, reason });
  const move = { ticketTypeId: elsewhere, waiveDifference: false, mail: false, reason };
  await act(`/api/admin/tickets/${plain.tickets[1]!.id}/move`, move);
  // Comps: one stays, one is revoked.
  expect((await given(3)).status).toBe(201);
  const revoked = await given(2);
  await act(`/api/admin/comps/${revoked.body.id}/revoke`, { reason });
  // Unpaid: canceled, expired, and on hold with the code.
  const canceled = await place(buyer, [{ ticketTypeId: general, quantity: 1 }]);
  await buyer.call("DELETE", `/api/orders/${canceled.body.id}`);
  const expired = await place(buyer, [{ ticketTypeId: general, quantity: 4 }]);
  await sql`update holds set expires_at = clock_now() - interval '1 second' where holder_id = ${expired.body.id}`.execute(
    site.db,
  );
  await sql`update orders set hold_expires_at = clock_now() - interval '1 second' where id = ${expired.body.id}`.execute(
    site.db,
  );
  await place(buyer, [{ ticketTypeId: general, quantity: 2 }], { promoCode: "SOCA10", via: "kezia" });
  await scan(await site.as("moderator"), fete, plain.tickets[4]!.code);
});
afterAll(() => site.close());

const countsIn = ({ capacity, sold, comps, held, withheld, left }: TicketCounts) => ({
  capacity,
  sold,
  comps,
  held,
  withheld,
  left,
});
const detailOf = async (id: number) => (await admin.get(`/api/admin/box-office/events/${id}`)).body;
const salesOf = async (id: number) => (await admin.get(`/api/admin/box-office/events/${id}/sales`)).body;
const listed = async (path: string, id: number) =>
  (await admin.get<{ items: (TicketCounts & { id: number })[] }>(path)).body.items.find((item) => item.id === id)!;
const sum = <Row>(rows: Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
const rowsOf = async (path: string): Promise<number> => (await admin.get<{ total: number }>(path)).body.total;

test("every screen counts the same tickets, and the parts add up to the capacity", async () => {
  const detail = await detailOf(fete);
  const counts = countsIn(detail);
  // Sold: 5 + 3 + 4 + 2 + 2 less one refunded, one canceled and one moved.
  expect(counts).toEqual({ capacity: 150, sold: 13, comps: 3, held: 2, withheld: 1, left: 131 });
  for (const id of [fete, other]) {
    const own = await detailOf(id);
    const { capacity, sold, comps, held, withheld, left } = own;
    expect(sold + comps + held + withheld + left).toBe(capacity);
    expect(countsIn((await admin.get(`/api/admin/events/${id}`)).body)).toEqual(countsIn(own));
    expect(countsIn(await listed("/api/admin/events", id))).toEqual(countsIn(own));
    expect(countsIn(await listed("/api/admin/box-office/events", id))).toEqual(countsIn(own));
    for (const part of ["sold", "comps", "held", "withheld"] as const) {
      expect([part, sum(own.types, (type) => type[part])]).toEqual([part, own[part]]);
    }
    for (const type of own.types) {
      expect(type.sold + type.comps + type.held + type.withheld + type.left).toBe(type.capacity);
    }
    const { total, types, days } = await salesOf(id);
    expect([total.tickets, total.compTickets]).toEqual([sold, comps]);
    expect([sum(types, ({ tickets }) => tickets), sum(days, ({ tickets }) => tickets)]).toEqual([sold, sold]);
  }
  expect((await detailOf(other)).sold).toBe(5);
  await site.app.runJob("event-sales");
  const { rows } = await sql`select sold from event_sales where event_id in (${fete}, ${other}) order by sold`.execute(
    site.db,
  );
  expect(rows).toEqual([{ sold: 5 }, { sold: 13 }]);
});

test("the lists behind the numbers have as many rows", async () => {
  const { sold, comps, ticketCount, admittedCount } = await detailOf(fete);
  const tickets = (query: string) => rowsOf(`/api/admin/tickets?eventId=${fete}&${query}`);
  expect(await tickets("kind=sold&status=valid")).toBe(sold);
  expect(await tickets("kind=comp&status=valid")).toBe(comps);
  expect([await tickets("status=valid"), ticketCount]).toEqual([sold + comps, sold + comps]);
  expect([await tickets("status=in"), admittedCount]).toEqual([1, 1]);
  expect(await tickets("status=expected")).toBe(ticketCount - admittedCount);
  const door = await (await site.as("moderator")).get(`/api/door/events/${fete}`);
  expect(door.body).toMatchObject({ ticketCount, admittedCount });
  const paid = await rowsOf(`/api/admin/orders?eventId=${fete}&kind=sold&status=paid`);
  const parted = await rowsOf(`/api/admin/orders?eventId=${fete}&kind=sold&status=partially_refunded`);
  expect(paid + parted).toBe((await salesOf(fete)).total.orders);
});

test("revenue is after refunds everywhere, and is what the ledger says", async () => {
  const revenue = { fete: (await detailOf(fete)).paidCents, other: (await detailOf(other)).paidCents };
  // 5 and 2 tickets, 3 with 10% off, a table, less what was refunded; 200 cents of fees were kept.
  expect(revenue).toEqual({ fete: 12_500 + 6750 + 20_000 + 5000 - 2500 + 200, other: 9000 });
  for (const [id, cents] of [
    [fete, revenue.fete],
    [other, revenue.other],
  ] as const) {
    const { total, types, days } = await salesOf(id);
    expect([total.cents, sum(types, (type) => type.cents), sum(days, (day) => day.cents)]).toEqual([
      cents,
      cents,
      cents,
    ]);
  }
  const { today } = (await admin.get("/api/admin/figures")).body;
  const lastDay = (await admin.get("/api/admin/trend")).body.days.at(-1);
  const orders = sum([await salesOf(fete), await salesOf(other)], ({ total }) => total.orders);
  expect(today).toEqual({
    orders,
    tickets: 18,
    comps: 3,
    money: [{ currency: "USD", cents: revenue.fete + revenue.other }],
  });
  expect(lastDay).toMatchObject({ orders, tickets: 18, cents: revenue.fete + revenue.other });
});

test("the codes and promoters of an event count that event only, as its sales do", async () => {
  const net = ({ revenueCents, refundedCents }: { revenueCents: number; refundedCents: number }) =>
    revenueCents - refundedCents;
  const [code] = (await admin.get("/api/admin/promo-codes")).body.items;
  const [promoter] = (await admin.get("/api/admin/promoters")).body.items;
  const results = (await admin.get(`/api/admin/promoters/${promoter!.id}/results`)).body;
  const of = { codes: [] as NonNullable<typeof code>[], promoters: [] as NonNullable<typeof promoter>[] };
  for (const id of [fete, other]) {
    const sales = await salesOf(id);
    const [ownCode] = (await admin.get(`/api/admin/promo-codes?eventId=${id}`)).body.items;
    const [ownPromoter] = (await admin.get(`/api/admin/promoters?eventId=${id}`)).body.items;
    expect(sales.codes).toEqual([
      {
        code: "SOCA10",
        orders: ownCode!.used,
        tickets: ownCode!.ticketCount,
        cents: net(ownCode!),
        discountCents: ownCode!.discountCents,
      },
    ]);
    expect(sales.promoters).toEqual([
      {
        id: promoter!.id,
        name: "Kezia Rampersad",
        orders: ownPromoter!.orderCount,
        tickets: ownPromoter!.ticketCount,
        cents: net(ownPromoter!),
        commissionCents: ownPromoter!.commissionCents,
      },
    ]);
    of.codes.push(ownCode!);
    of.promoters.push(ownPromoter!);
  }
  expect(of.codes.map(({ used, held, ticketCount }) => [used, held, ticketCount])).toEqual([
    [1, 1, 3],
    [1, 0, 4],
  ]);
  expect(of.promoters.map(({ orderCount, ticketCount, heldCount }) => [orderCount, ticketCount, heldCount])).toEqual([
    [3, 8, 2],
    [1, 4, 0],
  ]);
  for (const name of ["used", "held", "ticketCount", "revenueCents", "refundedCents", "discountCents"] as const) {
    expect([name, sum(of.codes, (each) => each[name])]).toEqual([name, code![name]]);
  }
  for (const name of [
    "orderCount",
    "ticketCount",
    "heldCount",
    "revenueCents",
    "refundedCents",
    "commissionCents",
  ] as const) {
    expect([name, sum(of.promoters, (each) => each[name])]).toEqual([name, promoter![name]]);
  }
  expect(results).toMatchObject({ ticketCount: 12, orderCount: 4, commissionCents: promoter!.commissionCents });
  for (const rows of [results.days, results.events]) {
    expect(sum<(typeof rows)[number]>(rows, (row) => row.ticketCount)).toBe(12);
    expect(sum<(typeof rows)[number]>(rows, net)).toBe(net(promoter!));
  }
});

test("an event is compared with the events before it, at the same distance from their start", async () => {
  const past = await site.create.event({ title: "Last Year" });
  const ticketTypeId = await site.create.ticketType({ eventId: past, capacity: 20 });
  const orders = [];
  for (const quantity of [1, 3]) {
    const { body } = await place(buyer, [{ ticketTypeId, quantity }]);
    await pay(buyer, body.id);
    orders.push(body.id);
  }
  // It took place a year ago; one ticket was sold ten days before, three on the last day.
  await sql`
    update events set starts_at = clock_now() - interval '365 days', ends_at = clock_now() - interval '364 days'
    where id = ${past}`.execute(site.db);
  for (const [id, before] of [
    [orders[0], "10 days"],
    [orders[1], "1 hour"],
  ]) {
    await sql`
      update orders set (created_at, paid_at) = (
        select t - interval '1 minute', t from (select clock_now() - interval '365 days' - ${before}::interval as t) x)
      where id = ${id}`.execute(site.db);
  }
  const { earlier } = await salesOf(fete);
  expect(earlier).toMatchObject([{ id: past, title: "Last Year", capacity: 20, sold: 4, soldByThen: 1 }]);
});
