import { sql } from "kysely";
import { expect, test } from "vitest";
import { openSites } from "#testing/open-sites.ts";
import { completePage, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";

const openSite = openSites();

const place = (buyer: Client, ticketTypeId: number, quantity = 1) =>
  buyer.post("/api/orders", draft([{ ticketTypeId, quantity }]));

/** The time of day at the event's venue, as it reads on a screen. */
const timeOf = (instant: string) =>
  new Date(instant)
    .toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit", timeZone: "America/New_York" })
    .replace(/\s/g, " ");

async function shown(site: Site, eventId: number) {
  const { body } = await site.anon.get(`/api/events/${eventId}`);
  return { ...body.ticketTypes[0], event: body.saleStatus, fromCents: body.fromCents };
}

async function open(type: object = {}, event: object = {}) {
  const site = await openSite();
  const eventId = await site.create.event(event);
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 3, ...type });
  return { site, eventId, ticketTypeId, buyer: await site.as("guest"), other: await site.as("guest") };
}

/** Moves an order's deadline, as if it had been placed at another time. */
async function delay(site: Site, orderId: string, minutes: number): Promise<string> {
  const by = sql`make_interval(mins => ${minutes})`;
  await sql`update holds set expires_at = expires_at + ${by} where holder_id = ${orderId}`.execute(site.db);
  await sql`update orders set hold_expires_at = hold_expires_at + ${by} where id = ${orderId}`.execute(site.db);
  const { rows } = await sql<{ at: Date }>`select hold_expires_at as at from orders where id = ${orderId}`.execute(
    site.db,
  );
  return rows[0]!.at.toISOString();
}

test("tickets on hold are all in carts until the first hold's deadline, and sold out once they are paid for", async () => {
  const { site, eventId, ticketTypeId, buyer, other } = await open();
  const later = await place(buyer, ticketTypeId, 2);
  const first = await place(buyer, ticketTypeId, 1);
  await delay(site, later.body.id, 5);
  const moreAt = first.body.holdExpiresAt;
  expect(await shown(site, eventId)).toMatchObject({ status: "in_carts", event: "in_carts", moreAt, available: 0 });
  const refused = await place(other, ticketTypeId);
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "in_carts", message: `All in carts. More at ${timeOf(moreAt!)}` },
  });

  // On the payment page the order's own deadline counts.
  const page = await buyer.post(`/api/orders/${first.body.id}/payment`);
  expect(await shown(site, eventId)).toMatchObject({ status: "in_carts", moreAt });
  await completePage(buyer, paymentPageOf(page), "approve");
  const next = await delay(site, later.body.id, 0);
  expect(await shown(site, eventId)).toMatchObject({ status: "in_carts", moreAt: next });
  const second = await buyer.post(`/api/orders/${later.body.id}/payment`);
  await completePage(buyer, paymentPageOf(second), "approve");
  expect(await shown(site, eventId)).toMatchObject({ status: "sold_out", event: "sold_out", moreAt: null });
  expect((await place(other, ticketTypeId)).body).toMatchObject({ code: "sold_out", message: "Sold out" });
});

test("a canceled order's tickets are on sale at once, and the rest of a larger wish is named", async () => {
  const { site, eventId, ticketTypeId, buyer, other } = await open();
  const one = await place(buyer, ticketTypeId, 2);
  const rest = await place(buyer, ticketTypeId, 1);
  await buyer.call("DELETE", `/api/orders/${one.body.id}`);
  expect(await shown(site, eventId)).toMatchObject({ status: "on_sale", moreAt: null, available: 2 });
  const at = timeOf(rest.body.holdExpiresAt!);
  expect((await place(other, ticketTypeId, 3)).body).toMatchObject({
    code: "in_carts",
    message: `Only 2 left. More at ${at}`,
  });
  expect((await place(other, ticketTypeId, 4)).body).toMatchObject({ code: "sold_out", message: "Only 2 left" });
});

test("the time is when the smallest order fits, of everything that it draws on", async () => {
  const pairs = await open({ capacity: 4, minPerOrder: 2 });
  const first = await place(pairs.buyer, pairs.ticketTypeId, 2);
  await sql`update holds set quantity = 1 where holder_id = ${first.body.id}`.execute(pairs.site.db);
  await sql`update stock set held = 1, sold = 1`.execute(pairs.site.db);
  const second = await place(pairs.buyer, pairs.ticketTypeId, 2);
  const moreAt = await delay(pairs.site, second.body.id, 3);
  expect(await shown(pairs.site, pairs.eventId)).toMatchObject({ status: "in_carts", moreAt });

  const floor = await open({ capacity: 50 }, { capacity: 2 });
  const other = await floor.site.create.ticketType({ eventId: floor.eventId, capacity: 50, position: 1 });
  const { body } = await place(floor.buyer, other, 2);
  expect(await shown(floor.site, floor.eventId)).toMatchObject({ status: "in_carts", moreAt: body.holdExpiresAt });
});

test("without a deadline to come the time isn't known, and nothing is called sold out", async () => {
  const { site, eventId, ticketTypeId, buyer, other } = await open({ capacity: 1 });
  const { body } = await place(buyer, ticketTypeId);
  await buyer.post(`/api/orders/${body.id}/payment`);
  await delay(site, body.id, -11);
  expect(await shown(site, eventId)).toMatchObject({ status: "in_carts", moreAt: null });
  expect((await place(other, ticketTypeId)).body).toMatchObject({
    code: "in_carts",
    message: "All in carts. More may come back in a few minutes",
  });
});

test("tickets kept for comps are sold out to buyers, and on sale again when nobody needs them", async () => {
  const { site, eventId, ticketTypeId, buyer, other } = await open();
  const admin = await site.as("admin");
  const wish = { ticketTypeId, quantity: 2, maxPerPerson: 1, endsAt: "2099-01-01T00:00:00.000Z", reason: "Radio" };
  const link = await admin.post("/api/admin/comp-batches/links", wish, { "idempotency-key": "radio" });
  expect([link.status, link.body.code]).toEqual([201, undefined]);
  expect(await shown(site, eventId)).toMatchObject({ status: "on_sale", available: 1 });
  expect(await place(buyer, ticketTypeId, 2)).toMatchObject({
    status: 409,
    body: { code: "sold_out", message: "Only 1 left" },
  });

  // The last one is in a cart: only that one can come back.
  const { body: cart } = await place(buyer, ticketTypeId, 1);
  const moreAt = cart.holdExpiresAt;
  expect(await shown(site, eventId)).toMatchObject({ status: "in_carts", available: 0, moreAt });
  expect((await place(other, ticketTypeId, 1)).body.code).toBe("in_carts");
  expect((await place(other, ticketTypeId, 2)).body).toMatchObject({ code: "sold_out", message: "Sold out" });
  const page = await buyer.post(`/api/orders/${cart.id}/payment`);
  await completePage(buyer, paymentPageOf(page), "approve");
  expect(await shown(site, eventId)).toMatchObject({ status: "sold_out", event: "sold_out", available: 0 });

  await admin.post(`/api/admin/comp-batches/${link.body.id}/stop`);
  expect(await shown(site, eventId)).toMatchObject({ status: "on_sale", available: 2 });
});
