import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installMovingClock } from "#testing/moving-clock.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { createDigital, place } from "../kit.ts";

let site: Site;
let admin: Client;
let eventId: number;
let ids: { tee: number; mix: number; bundle: number; unknown: number };

/**
 * 3 tees at $30 (cost $9), one of them refunded and back on sale, and $5 refunded of another; 2 bundles at $70 of two
 * tees (no cost of its own: 2 × $9); 1 mix at $12 (cost $1) whose refund keeps the stock; 1 tote without a cost at $20.
 */
beforeAll(async () => {
  site = await createSite();
  // No day ends between a sale and what counts it.
  await installMovingClock(site.database, { isFrozen: true });
  admin = await site.as("admin");
  eventId = await site.create.event({ title: "Soca Supper" });
  const one = async (more: Parameters<typeof createDigital>[2]) =>
    (await createDigital(site, [50], more)).variantIds[0]!;
  const tee = await one({ priceCents: 3000, costCents: 900 });
  const mix = await one({ priceCents: 1200, costCents: 100 });
  const unknown = await one({ priceCents: 2000 });
  const bundle = await one({ priceCents: 7000, parts: [{ variantId: tee, quantity: 2 }] });
  ids = { tee, mix, bundle, unknown };
  await sql`
    insert into product_events (product_id, event_id) select product_id, ${eventId} from variants where id in (${tee}, ${mix})`.execute(
    site.db,
  );
  const { body: order } = await site.buy(await site.as("guest"), [
    { variantId: tee, quantity: 3 },
    { variantId: bundle, quantity: 2 },
    { variantId: mix, quantity: 1 },
    { variantId: unknown, quantity: 1 },
  ]);
  const refund = (lineIndex: number, amountCents: number, returnsStock: boolean) =>
    admin.post(`/api/admin/orders/${order.id}/refunds`, {
      units: [{ lineId: order.lines[lineIndex]!.id, quantity: 1 }],
      withFee: true,
      returnsStock,
      reason: "Returned",
      amountCents,
    });
  expect((await refund(0, 3000, true)).status).toBe(201);
  expect((await refund(2, 1200, false)).status).toBe(201);
  // The cost of a tee goes up later: what was sold keeps the cost that it had.
  await sql`update variants set cost_cents = 2000 where id = ${tee}`.execute(site.db);
});
afterAll(() => site.close());

const read = async (query = "") => (await admin.get(`/api/admin/reports/products${query}`)).body;

test("units, revenue, cost and margin are those of a sum by hand", async () => {
  const { total, variants, products, days, currency } = await read();
  expect(currency).toBe("USD");
  // 2 tees + 2 bundles + 0 mixes + 1 tote.
  expect(total).toEqual({
    units: 5,
    grossCents: 9000 + 14_000 + 1200 + 2000,
    discountCents: 0,
    refundCents: 3000 + 1200,
    netCents: 6000 + 14_000 + 0 + 2000,
    // 2 tees, 2 bundles of 2 tees, and the mix that didn't come back.
    costCents: 2 * 900 + 2 * 1800 + 100,
    marginCents: 20_000 - 5500,
    marginPercent: 72.5,
    unitsWithoutCost: 1,
  });
  const of = (id: number) => variants.find((variant: { id: number }) => variant.id === id);
  expect(of(ids.tee)).toMatchObject({
    units: 2,
    netCents: 6000,
    costCents: 1800,
    marginCents: 4200,
    marginPercent: 70,
  });
  expect(of(ids.bundle)).toMatchObject({ units: 2, netCents: 14_000, costCents: 3600, marginCents: 10_400 });
  expect(of(ids.mix)).toMatchObject({ units: 0, netCents: 0, costCents: 100, marginCents: -100, marginPercent: null });
  expect(of(ids.unknown)).toMatchObject({ units: 1, netCents: 2000, marginCents: null, unitsWithoutCost: 1 });
  expect(products).toHaveLength(4);
  expect(days).toHaveLength(28);
  expect(days.at(-1)).toMatchObject({ units: 5, netCents: 22_000 });
});

test("an event has the sales of the products that belong to it", async () => {
  const { events } = await read();
  expect(events).toMatchObject([{ id: eventId, title: "Soca Supper", units: 2, netCents: 6000, costCents: 1900 }]);
});

test("only the days that are asked for count, in their zone", async () => {
  await sql`update orders set paid_at = '2026-03-02T03:30:00Z'`.execute(site.db);
  await sql`update order_refunds set created_at = '2026-03-02T03:40:00Z'`.execute(site.db);
  await sql`update item_returns set made_at = '2026-03-02T03:50:00Z'`.execute(site.db);
  const inNewYork = await read("?from=2026-03-01&to=2026-03-01&timeZone=America/New_York");
  expect([inNewYork.total.units, inNewYork.days]).toMatchObject([5, [{ day: "2026-03-01", units: 5 }]]);
  expect((await read("?from=2026-03-02&to=2026-03-02&timeZone=America/New_York")).total.units).toBe(0);
  expect((await read("?from=2026-03-02&to=2026-03-02&timeZone=UTC")).days).toMatchObject([
    { day: "2026-03-02", units: 5 },
  ]);
  expect((await read("?from=2026-03-02&to=2026-03-01")).code).toBe("invalid_input");
  expect((await read("?timeZone=Mars")).code).toBe("invalid_input");
});

test("the report is a file too, and the product list shows the same revenue", async () => {
  const get = async (url: string) =>
    (await site.app.server.inject({ url, headers: { authorization: `Bearer ${admin.token}` } })).body;
  const csv = await get("/api/admin/reports/products.csv?by=variant&from=2026-03-01&to=2026-03-03");
  expect(csv.split("\r\n")).toHaveLength(6);
  expect(csv).toMatch(/"Yard Tee \d+ · No\. 1","SG-\d+",2,70|,2,140,0,0,140,36,104,74\.3,0/);
  // An order that nobody has paid for is no revenue, in either.
  expect((await place(await site.as("guest"), [{ variantId: ids.unknown, quantity: 3 }])).status).toBe(201);
  const { items } = (await admin.get("/api/admin/products?sort=-sold")).body;
  expect(items.map((item: Record<string, unknown>) => [item.soldCount, item.revenueCents])).toEqual(
    expect.arrayContaining([
      [2, 14_000],
      [2, 6000],
      [1, 2000],
      [0, 0],
    ]),
  );
});

test("what is in stock is worth what it costs and what it would bring, without what is sold or never runs out", async () => {
  const { inventory } = await read();
  const { rows } = await sql<{ id: number; units: number }>`
    select v.id, s.capacity - s.sold as units from variants v join stock s on s.id = v.stock_id`.execute(site.db);
  const unitsOf = (id: number) => rows.find((row) => row.id === id)!.units;
  // 50 tees, of which 3 + 2 × 2 were sold and 1 came back; 50 mixes and totes, of which 1 each was sold.
  expect([unitsOf(ids.tee), unitsOf(ids.mix), unitsOf(ids.unknown)]).toEqual([44, 49, 49]);
  expect(inventory).toMatchObject({
    units: 44 + 49 + 49,
    costCents: 44 * 2000 + 49 * 100,
    priceCents: 44 * 3000 + 49 * 1200 + 49 * 2000,
    unitsWithoutCost: 49,
  });
  expect(inventory.variants[0]).toMatchObject({
    id: ids.tee,
    units: 44,
    unitCostCents: 2000,
    costCents: 88_000,
    priceCents: 132_000,
  });
  await sql`update stock set capacity = 1000000000 where id = (select stock_id from variants where id = ${ids.mix})`.execute(
    site.db,
  );
  expect((await read()).inventory).toMatchObject({ units: 44 + 49, costCents: 88_000 });
  const { body } = await site.app.server.inject({
    url: "/api/admin/reports/products.csv?by=inventory",
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(body.split("\r\n")[0]).toContain('"In stock","Unit cost","Value at cost","Value at price"');
  expect(body).toMatch(/,44,20,880,1320\r\n/);
});
