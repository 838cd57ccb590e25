import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { readPdf } from "#testing/pdf-reader.ts";
import { completePage, createSite, type Client, type Site, paymentPageOf } from "#testing/site.ts";
import { createStripeSite } from "#tests/payments/stripe-kit.ts";
import { mailsOf } from "#tests/refunds/kit.ts";
import { createSampleShop } from "./sample-purchasable.ts";

const { shop, sell, of } = createSampleShop();
let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite({ extraModules: [shop] });
  admin = await site.as("admin");
});
afterAll(() => site.close());

const draft = (itemId: number, quantity = 1, more: object = {}) => ({
  lines: [{ kind: "sample", itemId, quantity }],
  buyer: { name: "Ada Buyer", email: "ada@example.com" },
  ...more,
});
const place = (buyer: Client, itemId: number, quantity = 1, more: object = {}) =>
  buyer.post("/api/orders", draft(itemId, quantity, more));
const pay = async (buyer: Client, id: string) => paymentPageOf(await buyer.post(`/api/orders/${id}/payment`));

async function buy(buyer: Client, itemId: number, quantity = 1, more: object = {}): Promise<Order> {
  const placed = await place(buyer, itemId, quantity, more);
  expect(placed.status).toBe(201);
  await completePage(buyer, await pay(buyer, placed.body.id), "approve");
  return (await buyer.get(`/api/orders/${placed.body.id}`)).body;
}

async function readStock(id: number) {
  const { rows } = await sql<{ held: number; sold: number }>`select held, sold from stock where id = ${id}`.execute(
    site.db,
  );
  return rows[0]!;
}

test("an order for no event is placed, paid and delivered, and buyer and staff see it", async () => {
  const item = await sell(site);
  const buyer = await site.as("guest");
  const placed = await place(buyer, item, 2);
  expect(placed.body).toMatchObject({
    status: "awaiting_payment",
    totalCents: 6000,
    event: null,
    tickets: [],
    lines: [{ kind: "sample", itemId: item, name: "Yard Shirt", quantity: 2, unitCents: 3000, totalCents: 6000 }],
  });
  expect(placed.body.lines[0]).not.toHaveProperty("ticketTypeId");
  expect(placed.body.lines[0]).not.toHaveProperty("eventId");
  expect(await readStock(item)).toEqual({ held: 2, sold: 0 });

  await completePage(buyer, await pay(buyer, placed.body.id), "approve");
  const { body } = await buyer.get(`/api/orders/${placed.body.id}`);
  expect(body).toMatchObject({ status: "paid", event: null, tickets: [], lines: placed.body.lines });
  expect(of(body.id)).toMatchObject({ units: 2, isVoid: false });
  expect(await readStock(item)).toEqual({ held: 0, sold: 2 });

  const seen = await admin.get(`/api/admin/orders/${body.id}`);
  expect(seen.status).toBe(200);
  expect(seen.body).toMatchObject({ event: null, number: body.number, refundableCents: 6000 });
  const listed = await admin.get(`/api/admin/orders?q=${body.number}`);
  expect(listed.body.items).toMatchObject([{ id: body.id, event: null, what: "2 × Yard Shirt", ticketCount: 0 }]);
  await expectInvariants(site.db);
});

test("an unknown kind, an unknown item and a line that names two items are refused", async () => {
  const buyer = await site.as("guest");
  expect((await place(buyer, 999_999)).body).toMatchObject({ code: "not_found", errors: [{ path: "lines.0.itemId" }] });
  const item = await sell(site);
  const named = (line: object) => buyer.post("/api/orders", { ...draft(item), lines: [{ quantity: 1, ...line }] });
  expect((await named({ kind: "yacht", itemId: item })).body.code).toBe("not_found");
  expect((await named({ kind: "sample", itemId: item, ticketTypeId: 1 })).body.code).toBe("invalid_input");
  expect((await named({ kind: "sample" })).body.code).toBe("invalid_input");
  expect(await readStock(item)).toEqual({ held: 0, sold: 0 });
});

test("limits, open prices and sold-out stock work without an event", async () => {
  const item = await sell(site, { capacity: 3, maxPerOrder: 3, maxPerPerson: 2 });
  const buyer = await site.as("user");
  expect((await place(buyer, item, 4)).body.code).toBe("over_limit");
  expect((await place(buyer, item, 3)).body.code).toBe("over_limit");
  await buy(buyer, item, 2);
  expect((await place(buyer, item, 1)).body.code).toBe("over_limit");
  const other = await site.as("user");
  expect((await place(other, item, 1, { buyer: { name: "Bo", email: "bo@example.com" } })).status).toBe(201);
  const late = await place(await site.as("user"), item, 1, { buyer: { name: "Cy", email: "cy@example.com" } });
  expect(late.body).toMatchObject({ code: "in_carts", message: "All in carts. More may come back in a few minutes" });
  await expectInvariants(site.db);
});

test("canceling and expiring release its stock, and late money buys what is left", async () => {
  const item = await sell(site, { capacity: 1 });
  const buyer = await site.as("guest");
  const first = await place(buyer, item);
  expect((await buyer.call("DELETE", `/api/orders/${first.body.id}`)).body.status).toBe("canceled");
  expect(await readStock(item)).toEqual({ held: 0, sold: 0 });

  const second = await place(buyer, item);
  const url = await pay(buyer, second.body.id);
  await sql`update orders set status = 'expired' where id = ${second.body.id}`.execute(site.db);
  await sql`update holds set status = 'released' where holder_id = ${second.body.id}`.execute(site.db);
  await sql`update stock set held = 0 where id = ${item}`.execute(site.db);
  await completePage(buyer, url, "approve");
  await site.app.runJob("payments");
  expect((await buyer.get(`/api/orders/${second.body.id}`)).body.status).toBe("paid");
  expect(await readStock(item)).toEqual({ held: 0, sold: 1 });
  expect(of(second.body.id)).toMatchObject({ units: 1 });
  await expectInvariants(site.db);
});

test("search, timeline, email, receipt and export show it", async () => {
  const item = await sell(site, { name: "Harbor Cap" });
  const buyer = await site.as("user");
  const order = await buy(buyer, item, 2, { buyer: { name: "Dee Buyer", email: "dee@example.com" } });
  const found = await admin.get(`/api/admin/search?q=${order.number}`);
  expect(found.text).toContain("2 × Harbor Cap · paid");

  const timeline = await admin.get(`/api/admin/users/${buyer.id}/timeline?kind=order`);
  expect(timeline.text).toContain("Bought 2 × Harbor Cap");
  expect(timeline.text).toContain(`$60.00 · paid · ${order.number}`);

  const mail = (await mailsOf(site, "order_confirmation")).find(({ text }) => text.includes(order.number));
  expect(mail).toMatchObject({ to: "dee@example.com", subject: "Your order: 2 × Harbor Cap" });
  expect(mail!.text).not.toMatch(/undefined|null/);

  const csv = await admin.get(`/api/admin/orders.csv?q=${order.number}`);
  expect(csv.text).toContain("2 × Harbor Cap");

  const pdf = await site.app.server.inject({
    url: `/api/orders/${order.id}/receipt.pdf`,
    headers: { authorization: `Bearer ${buyer.token}` },
  });
  expect(pdf.statusCode).toBe(200);
  const { text } = readPdf(pdf.rawPayload);
  for (const said of ["RECEIPT", "Harbor Cap", "$60.00", order.number]) expect(text).toContain(said);
});

test("tickets and other things share one order: one payment, one delivery each", async () => {
  const item = await sell(site);
  const ticketTypeId = await site.create.ticketType({ priceCents: 2500, capacity: 5 });
  const buyer = await site.as("guest");
  const lines = [
    { kind: "sample", itemId: item, quantity: 1 },
    { ticketTypeId, quantity: 2 },
  ];
  const placed = await buyer.post("/api/orders", { ...draft(item), lines });
  expect(placed.body.totalCents).toBe(8000);
  expect(placed.body.event).not.toBeNull();
  await completePage(buyer, await pay(buyer, placed.body.id), "approve");
  const { body } = await buyer.get(`/api/orders/${placed.body.id}`);
  expect(body.status).toBe("paid");
  expect(body.tickets).toHaveLength(2);
  expect(body.event).toEqual(placed.body.event);
  expect(body.lines[1]).toMatchObject({ kind: "ticket", ticketTypeId, ticketsPerUnit: 1 });
  expect(of(body.id)).toMatchObject({ units: 1 });
  await expectInvariants(site.db);
});

test("a dispute freezes what was delivered; lost, it is void, and the order is refunded", async () => {
  const other = createSampleShop();
  const stripe = await createStripeSite({ extraModules: [other.shop] });
  const item = await other.sell(stripe);
  const buyer = await stripe.as("guest");
  const placed = await place(buyer, item, 2);
  const session = new URL(await pay(buyer, placed.body.id)).pathname.split("/").at(-1)!;
  await stripe.stripe.pay(session);
  const dispute = await stripe.stripe.dispute(stripe.stripe.chargeIn(session).id);
  expect(other.of(placed.body.id)).toMatchObject({ isFrozen: true, isVoid: false });
  await stripe.stripe.closeDispute(dispute.id, "lost");
  expect(other.of(placed.body.id)).toMatchObject({ isVoid: true });
  const seen = await (await stripe.as("admin")).get(`/api/admin/orders/${placed.body.id}`);
  expect(seen.body).toMatchObject({ status: "refunded", disputes: [{ status: "lost" }] });
  await expectInvariants(stripe.db);
  await stripe.close();
});

test("an order says where it came from, and only what its buyer's browser may say", async () => {
  const item = await sell(site);
  const buyer = await site.as("guest");
  const said = { source: "instagram", campaign: "last call" };
  const order = await buy(buyer, item, 1, said);
  expect((await admin.get(`/api/admin/orders/${order.id}`)).body).toMatchObject(said);
  expect((await place(buyer, item, 1, { source: "x".repeat(41) })).body.code).toBe("invalid_input");
  expect((await place(buyer, item, 1, { promoterId: 1 })).body.code).toBe("invalid_input");
  const plain = await buy(buyer, item);
  expect((await admin.get(`/api/admin/orders/${plain.id}`)).body).toMatchObject({ source: null });
});
