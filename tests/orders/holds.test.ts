import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { orderMoves } from "#server/modules/orders/index.ts";
import { completePage, createSite, draft, type Site, type SiteOptions, paymentPageOf } from "#testing/site.ts";

const sites: Site[] = [];
async function openSite(options: SiteOptions = {}): Promise<Site> {
  const site = await createSite(options);
  sites.unshift(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

/** The same site eleven minutes later by the database clock. */
const later = (site: Site) => openSite({ database: site.database, clockOffset: "11 minutes" });

async function statusOf(site: Site, orderId: string): Promise<string> {
  const { rows } = await sql<{ status: string }>`select status from orders where id = ${orderId}`.execute(site.db);
  return rows[0]!.status;
}

test("a hold expires after ten minutes by the database clock, without any job", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ capacity: 1 });
  const [slow, quick] = [await site.as("guest"), await site.as("guest")];
  const placed = await slow.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  expect(placed.body.holdSecondsLeft).toBe(600);
  expect((await quick.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]))).body.code).toBe("in_carts");

  const future = await later(site);
  const shown = await future.anon.get(`/api/events/${placed.body.lines[0]!.eventId}`);
  expect(shown.body.ticketTypes[0]).toMatchObject({ available: 1, status: "on_sale" });
  const again = await future.as("guest");
  expect((await again.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]))).status).toBe(201);
  expect(await statusOf(site, placed.body.id)).toBe("expired");
});

test("the job expires overdue orders and releases their stock", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ capacity: 5 });
  const buyer = await site.as("guest");
  const { body } = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 3 }]));
  await site.app.runJob("holds");
  expect(await statusOf(site, body.id)).toBe("awaiting_payment");
  await (await later(site)).app.runJob("holds");
  expect(await statusOf(site, body.id)).toBe("expired");
  const { rows } = await sql`select held, sold from stock where kind = 'ticket_type'`.execute(site.db);
  expect(rows).toEqual([{ held: 0, sold: 0 }]);
});

test("an expired order can't be paid", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType();
  const buyer = await site.as("guest");
  const { body } = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  await sql`update orders set hold_expires_at = clock_now() - interval '1 second'`.execute(site.db);
  await sql`update holds set expires_at = clock_now() - interval '1 second'`.execute(site.db);
  const payment = await buyer.post(`/api/orders/${body.id}/payment`);
  expect(payment).toMatchObject({ status: 409, body: { code: "order_closed" } });
  expect((await buyer.get(`/api/orders/${body.id}`)).body.status).toBe("expired");
});

test("a hold doesn't expire while its payment page is open; at its deadline the page is closed first", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ capacity: 1 });
  const buyer = await site.as("guest");
  const { body } = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  const payment = await buyer.post(`/api/orders/${body.id}/payment`);

  const future = await later(site);
  await future.app.runJob("holds");
  expect(await statusOf(site, body.id)).toBe("paying");
  await future.app.runJob("payments");
  expect(await statusOf(site, body.id)).toBe("expired");
  const late = await completePage(buyer, paymentPageOf(payment), "approve");
  expect(late).toMatchObject({ status: 409, body: { code: "payment_closed" } });
});

test("canceling an unpaid order releases its stock, canceling twice is the same as once, and a paid order stays", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ capacity: 2 });
  const buyer = await site.as("guest");
  const held = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 2 }]));
  await buyer.post(`/api/orders/${held.body.id}/payment`);
  for (let times = 0; times < 2; times++) {
    const canceled = await buyer.call("DELETE", `/api/orders/${held.body.id}`);
    expect(canceled).toMatchObject({ status: 200, body: { status: "canceled" } });
  }
  const bought = await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  expect(bought.body.status).toBe("paid");
  expect(await buyer.call("DELETE", `/api/orders/${bought.body.id}`)).toMatchObject({ status: 409 });
  expect(await statusOf(site, bought.body.id)).toBe("paid");
});

test("free tickets are confirmed at once, and only while the hold lasts", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType({ pricing: "free", priceCents: 0, feeCents: 0, capacity: 3 });
  const buyer = await site.as("guest");
  const bought = await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  expect(bought.body).toMatchObject({ status: "paid", totalCents: 0 });
  expect(bought.body.tickets).toHaveLength(2);

  const { body } = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  await sql`update orders set hold_expires_at = clock_now() where id = ${body.id}`.execute(site.db);
  await sql`update holds set expires_at = clock_now() where holder_id = ${body.id}`.execute(site.db);
  expect(await buyer.post(`/api/orders/${body.id}/payment`)).toMatchObject({ status: 409 });
});

test("the server and the database have the same table of allowed order status changes", async () => {
  const site = await openSite();
  const { rows } = await sql<{ from_status: string; to_status: string }>`select * from order_moves`.execute(site.db);
  const ours = Object.entries(orderMoves).flatMap(([from, to]) => to.map((next) => `${from} ${next}`));
  expect(rows.map((row) => `${row.from_status} ${row.to_status}`).toSorted()).toEqual(ours.toSorted());
});

test("the database rejects every status change that is not in the table", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType();
  const buyer = await site.as("guest");
  const { body } = await site.buy(buyer, [{ ticketTypeId, quantity: 1 }]);
  for (const status of ["awaiting_payment", "paying", "expired", "canceled"]) {
    const move = sql`update orders set status = ${status}, paid_at = null where id = ${body.id}`.execute(site.db);
    await expect(move).rejects.toThrow(/cannot move from paid/);
  }
  await expect(sql`update stock set sold = capacity + 1 where kind = 'ticket_type'`.execute(site.db)).rejects.toThrow(
    /stock_never_oversold/,
  );
});
