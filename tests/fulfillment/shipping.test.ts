import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { readAttention } from "#testing/attention.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { buyShipped, openDispute, readFulfillment, readStock, sendParcel, unitsOf } from "./kit.ts";

let site: Site;
let admin: Client;
let tee: number;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  await setDelivery(admin, [rate()]);
  tee = await site.create.variant({ priceCents: 3000, onHand: 1000 });
});
afterAll(() => site.close());

const tees = (quantity: number) => [{ variantId: tee, quantity }];
const rows = async (show: string, q?: string) =>
  (await admin.get(`/api/admin/fulfillment?show=${show}${q === undefined ? "" : `&q=${q}`}`)).body.items;

test("an order goes in two parcels: its buyer sees both, gets an email for each, and staff see what is open", async () => {
  const other = await site.create.variant({ priceCents: 1000, onHand: 5 });
  const { order, buyer } = await buyShipped(site, [...tees(3), { variantId: other, quantity: 1 }]);
  expect(await readFulfillment(buyer, order.id)).toMatchObject({ status: "to_ship", parcels: [], pickup: null });
  expect(await rows("to_ship", order.number)).toMatchObject([{ status: "to_ship", toSend: 4 }]);

  const first = await sendParcel(admin, order.id, unitsOf(order, 2, 1));
  expect(first).toMatchObject({ status: 201, body: { status: "partly_shipped", address: expect.any(Array) } });
  expect(first.body.address.at(-1)).toBe("Brooklyn, NY 11231");
  expect(await rows("to_ship", order.number)).toMatchObject([{ status: "partly_shipped", toSend: 1 }]);
  await site.app.runJob("mail");
  const second = await sendParcel(admin, order.id, unitsOf(order, 1), { carrier: "other", tracking: "" });
  expect(second.body).toMatchObject({ status: "shipped" });
  expect(await rows("to_ship", order.number)).toEqual([]);
  expect(await rows("sent", order.number)).toHaveLength(1);

  const shown = await readFulfillment(buyer, order.id);
  expect(shown.lines.map(({ toSend, sent }) => [toSend, sent])).toEqual([
    [0, 3],
    [0, 1],
  ]);
  expect(shown.parcels).toMatchObject([
    {
      carrier: "usps",
      trackingUrl: expect.stringContaining("tools.usps.com"),
      lines: [{ quantity: 2 }, { quantity: 1 }],
    },
    { carrier: "other", tracking: null, trackingUrl: null, lines: [{ quantity: 1 }] },
  ]);
  await site.app.runJob("mail");
  const mails = await sql<{ subject: string; body: string }>`
    select subject, body_text as body from emails where kind = 'order_shipped' and topic->>'orderId' = ${order.id}
    order by id`.execute(site.db);
  expect(mails.rows[0]).toMatchObject({ subject: `Your order ${order.number} is on its way` });
  expect(mails.rows[0]!.body).toContain("https://tools.usps.com/go/TrackConfirmAction?tLabels=940010000000");
  expect(mails.rows).toHaveLength(2);
  expect(mails.rows[0]!.body).toContain("1 more item follows in another parcel.");
  expect(mails.rows[1]!.body).not.toContain("follow");
  await expectInvariants(site.db);
});

test("a unit is sent once: not twice by two parcels, not after its refund, and refunds take what wasn't sent", async () => {
  const { order } = await buyShipped(site, tees(3));
  const lineId = order.lines[0]!.id;
  expect((await sendParcel(admin, order.id, unitsOf(order, 1))).status).toBe(201);
  expect((await sendParcel(admin, order.id, unitsOf(order, 3))).body.code).toBe("edited_meanwhile");
  const before = await readStock(site, tee);
  const refund = { withFee: true, returnsStock: true, reason: "Changed their mind", amountCents: 3000 };
  const units = [{ lineId, quantity: 1 }];
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, { ...refund, units })).status).toBe(201);
  expect(await readStock(site, tee)).toEqual({ ...before, sold: before.sold - 1 });
  expect((await sendParcel(admin, order.id, unitsOf(order, 2))).body.code).toBe("edited_meanwhile");
  expect((await sendParcel(admin, order.id, unitsOf(order, 1))).body.status).toBe("shipped");
  // Two of three were sent: refunding them doesn't put them on sale again.
  const rest = { ...refund, units: [{ lineId, quantity: 2 }], amountCents: 6000 };
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, rest)).status).toBe(201);
  expect(await readStock(site, tee)).toEqual({ ...before, sold: before.sold - 1 });
  await expectInvariants(site.db);
});

test("a voided parcel's units are to be sent again, and its tracking number can be corrected before", async () => {
  const { order, buyer } = await buyShipped(site, tees(2));
  const { body } = await sendParcel(admin, order.id, unitsOf(order, 2));
  const path = `/api/admin/orders/${order.id}/shipments/${body.parcels[0]!.id}` as const;
  const changed = await admin.call("PUT", path, { carrier: "ups", tracking: "1Z 999", notify: true });
  expect(changed.body.parcels).toMatchObject([
    { carrier: "ups", trackingUrl: "https://www.ups.com/track?tracknum=1Z999" },
  ]);
  await site.app.runJob("mail");
  const { rows: mails } = await sql<{ subject: string }>`
    select subject from emails where kind = 'order_shipped' and topic->>'orderId' = ${order.id} order by id`.execute(
    site.db,
  );
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Your order ${order.number} is on its way`,
    `New tracking number for order ${order.number}`,
  ]);
  for (let times = 0; times < 2; times++) {
    const voided = await admin.post(`${path}/void`, { reason: "Wrong box" });
    expect(voided.body).toMatchObject({ status: "to_ship", parcels: [{ voidedAt: expect.any(String) }] });
  }
  expect((await admin.call("PUT", path, { carrier: "ups" })).body.code).toBe("order_closed");
  expect(await readFulfillment(buyer, order.id)).toMatchObject({ status: "to_ship", parcels: [] });
  expect((await sendParcel(admin, order.id, unitsOf(order, 2))).body.status).toBe("shipped");
  const actions = await sql`
    select action from audit_log where target_id = ${order.id} order by id`.execute(site.db);
  expect(actions.rows.map((row) => (row as { action: string }).action)).toEqual([
    "order.shipped",
    "order.tracking_changed",
    "order.parcel_voided",
    "order.shipped",
  ]);
  await expectInvariants(site.db);
});

test("a parcel whose units were refunded or came back can't be voided", async () => {
  const { order } = await buyShipped(site, tees(1));
  const { body } = await sendParcel(admin, order.id, unitsOf(order, 1));
  await admin.post(`/api/admin/orders/${order.id}/returns`, { units: unitsOf(order, 1), isRestocked: false });
  const voided = await admin.post(`/api/admin/orders/${order.id}/shipments/${body.parcels[0]!.id}/void`, {
    reason: "Wrong box",
  });
  expect(voided.body.code).toBe("order_closed");
});

test("nothing is sent of an order that is unpaid, disputed, refunded or has no such line", async () => {
  const { order } = await buyShipped(site, tees(1));
  const foreign = [{ lineId: "00000000-0000-4000-8000-000000000000", quantity: 1 }];
  expect((await sendParcel(admin, order.id, foreign)).body.code).toBe("not_found");
  await openDispute(site, order.id);
  expect((await sendParcel(admin, order.id, unitsOf(order, 1))).body.code).toBe("payment_disputed");
  await sql`delete from disputes`.execute(site.db);
  const whole = { withFee: true, returnsStock: true, reason: "Sold out", amountCents: order.totalCents };
  await admin.post(`/api/admin/orders/${order.id}/refunds`, whole);
  expect((await sendParcel(admin, order.id, unitsOf(order, 1))).body.code).toBe("order_closed");
  const { body } = await admin.get(`/api/admin/orders/${order.id}/fulfillment`);
  expect(body.status).toBe("nothing_left");
  await expectInvariants(site.db);
});

test("the same key sends once; the pick list and the overview count what is open", async () => {
  const sku = "PICK-1";
  const variantId = await site.create.variant({ sku, onHand: 9 });
  const { order } = await buyShipped(site, [{ variantId, quantity: 2 }]);
  await buyShipped(site, [{ variantId, quantity: 3 }]);
  const picked = async () => (await admin.get("/api/admin/pick-list")).body.items.find((line) => line.sku === sku);
  expect(await picked()).toMatchObject({ units: 5, orders: 2 });
  expect((await admin.get("/api/admin/pick-list.csv")).text).toContain(`"${sku}"`);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => sendParcel(admin, order.id, unitsOf(order, 2), {}, "pressed-often")),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(await picked()).toMatchObject({ units: 3, orders: 1 });
  const { body } = await admin.get(`/api/admin/orders/${order.id}/fulfillment`);
  expect(body.parcels).toHaveLength(1);
  await expectInvariants(site.db);
});

test("a packing slip is a PDF of what is left, or of one parcel", async () => {
  const { order } = await buyShipped(site, tees(2));
  const { body } = await sendParcel(admin, order.id, unitsOf(order, 1));
  for (const query of ["", `?shipment=${body.parcels[0]!.id}`]) {
    const slip = await admin.get(`/api/admin/orders/${order.id}/packing-slip${query}`);
    expect([slip.status, slip.headers["content-type"]]).toEqual([200, "application/pdf"]);
  }
  const unknown = "?shipment=00000000-0000-4000-8000-000000000000";
  expect((await admin.get(`/api/admin/orders/${order.id}/packing-slip${unknown}`)).status).toBe(404);
});

test("an order is to ship now if any of its items is in stock, and on the first day if all are pre-orders", async () => {
  const [inStock, later] = [await site.create.variant({ onHand: 9 }), await site.create.variant({ onHand: 9 })];
  await sql`update variants set preorder_ships_on = '2098-07-04' where id = ${later}`.execute(site.db);
  const line = (variantId: number) => ({ variantId, quantity: 1 });
  const before = (await readAttention(admin))["ordersToShip"] ?? 0;
  const { order: mixed } = await buyShipped(site, [line(inStock), line(later)]);
  const { order: whole } = await buyShipped(site, [line(later)]);
  expect(await rows("to_ship", mixed.number)).toMatchObject([{ readyOn: null }]);
  expect(await rows("to_ship", whole.number)).toMatchObject([{ readyOn: "2098-07-04" }]);
  expect((await readAttention(admin))["ordersToShip"]).toBe(before + 1);
});
