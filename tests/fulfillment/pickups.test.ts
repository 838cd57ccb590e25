import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pickupCode } from "#server/modules/fulfillment/pickup-codes.ts";
import { pickup, rate, setDelivery } from "#tests/delivery/kit.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { readAttention } from "#testing/attention.ts";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";
import { atDoor, buyPickup, buyShipped, handOverAtDoor, openDispute, readFulfillment, unitsOf } from "./kit.ts";

let site: Site;
let admin: Client;
let door: Client;
let tee: number;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  door = await site.as("moderator", "Dee Door");
  await setDelivery(admin, [rate()]);
  tee = await site.create.variant({ priceCents: 3000, onHand: 1000 });
});
afterAll(() => site.close());

const tees = (quantity: number) => [{ variantId: tee, quantity }];
const codeOf = async (buyer: Client, orderId: string) => (await readFulfillment(buyer, orderId)).pickup!.code!;

test("a pickup code shows what to hand over, hands it over once, and says by whom when it is shown again", async () => {
  const { order, buyer, eventId } = await buyPickup(site, tees(2));
  const code = await codeOf(buyer, order.id);
  expect(await atDoor(door, code, eventId)).toMatchObject({
    status: 200,
    body: { verdict: "ready", order: { number: order.number }, items: [{ name: order.lines[0]!.name, quantity: 2 }] },
  });
  const done = await handOverAtDoor(door, code, eventId, "once");
  expect(done.body).toMatchObject({ verdict: "ready", handover: { by: expect.any(String), gate: "Merch" } });
  expect((await handOverAtDoor(door, code, eventId, "once")).text).toBe(done.text);
  const again = await handOverAtDoor(door, code, eventId);
  expect(again.body).toMatchObject({
    verdict: "handed_over",
    items: [{ quantity: 2 }],
    handover: { id: done.body.handover!.id, at: done.body.handover!.at },
  });
  const shown = await readFulfillment(buyer, order.id);
  expect(shown).toMatchObject({
    status: "picked_up",
    pickup: { code: null },
    handovers: [{ lines: [{ quantity: 2 }] }],
  });
  await expectInvariants(site.db);
});

test("the door finds pickups by name, order number and the whole email, by no part of one, and opens them", async () => {
  const { order, eventId } = await buyPickup(site, tees(2));
  const find = async (q: string, at = eventId) =>
    (await door.get(`/api/door/events/${at}/pickups?q=${encodeURIComponent(q)}`)).body.items;
  const [first] = order.buyer.name.split(" ") as [string];
  for (const q of [first, order.number, order.buyer.email]) {
    const [found] = await find(q);
    const what = `2 × ${order.lines[0]!.name}`;
    expect(found).toMatchObject({ orderNumber: order.number, buyerName: order.buyer.name, status: "to_pick_up", what });
    expect((await atDoor(door, found!.code, eventId)).body.verdict).toBe("ready");
  }
  expect(await find(order.buyer.email.slice(0, -1))).toEqual([]);
  expect(await find("Nobody")).toEqual([]);
  expect(await find(first, await site.create.event())).toEqual([]);
  await handOverAtDoor(door, (await find(first))[0]!.code, eventId, "found");
  expect(await find(first)).toMatchObject([{ status: "picked_up" }]);
});

test("another event's door says where it is picked up, and tells nothing else", async () => {
  const { order, buyer, eventId } = await buyPickup(site, tees(1));
  const other = await site.create.event();
  const answer = await atDoor(door, await codeOf(buyer, order.id), other);
  expect(answer.body).toEqual({
    verdict: "wrong_event",
    items: [],
    rightEvent: expect.objectContaining({ id: eventId }),
  });
  expect((await handOverAtDoor(door, await codeOf(buyer, order.id), other)).body.verdict).toBe("wrong_event");
  expect((await atDoor(door, "SP123", eventId)).body).toEqual({ verdict: "unknown", items: [] });
});

test("a disputed or refunded order hands over nothing", async () => {
  const { order, buyer, eventId } = await buyPickup(site, tees(1));
  const code = await codeOf(buyer, order.id);
  await openDispute(site, order.id);
  expect((await readFulfillment(buyer, order.id)).pickup).toMatchObject({ code: null, isOnHold: true });
  expect((await handOverAtDoor(door, code, eventId)).body.verdict).toBe("on_hold");
  await sql`delete from disputes`.execute(site.db);
  const whole = { withFee: true, returnsStock: true, reason: "Asked", amountCents: order.totalCents };
  expect((await admin.post(`/api/admin/orders/${order.id}/refunds`, whole)).status).toBe(201);
  expect((await handOverAtDoor(door, code, eventId)).body.verdict).toBe("void");
  await expectInvariants(site.db);
});

test("an order that isn't paid hands over nothing, and staff can't hand over any of it", async () => {
  const eventId = await site.create.event();
  const buyer = await site.as("user");
  const { body: order } = await buyer.post("/api/orders", draft(tees(1), pickup(eventId)));
  expect(order.status).toBe("awaiting_payment");
  const code = pickupCode({ number: order.number, linkVersion: 0 }, site.app.deps.keys["ticket-codes"]);
  const { rows } = await sql<{ v: number }>`select link_version as v from orders where id = ${order.id}`.execute(
    site.db,
  );
  expect(rows).toEqual([{ v: 0 }]);
  expect((await handOverAtDoor(door, code, eventId)).body).toMatchObject({ verdict: "void", items: [] });
  const path = `/api/admin/orders/${order.id}/handovers` as const;
  expect((await admin.post(path, { units: unitsOf(order, 1) })).body.code).toBe("order_closed");
  const shipments = await sql`select from shipments where order_id = ${order.id}`.execute(site.db);
  expect(shipments.rows).toEqual([]);
});

test("a handover can be undone at its event's door only, and is then possible again", async () => {
  const { order, buyer, eventId } = await buyPickup(site, tees(1));
  const code = await codeOf(buyer, order.id);
  const handoverId = (await handOverAtDoor(door, code, eventId)).body.handover!.id;
  const other = await site.create.event();
  expect((await door.post("/api/door/pickups/undo", { eventId: other, handoverId })).status).toBe(404);
  for (let times = 0; times < 2; times++) {
    const undone = await door.post("/api/door/pickups/undo", { eventId, handoverId });
    expect(undone.body).toMatchObject({ verdict: "ready", items: [{ quantity: 1 }] });
  }
  expect((await handOverAtDoor(door, code, eventId)).body.verdict).toBe("ready");
  await expectInvariants(site.db);
});

test("staff hand over in the order's panel, also of an order that was to be shipped", async () => {
  const { order } = await buyShipped(site, tees(2));
  const path = `/api/admin/orders/${order.id}/handovers` as const;
  const done = await admin.post(path, { units: unitsOf(order, 1) });
  expect(done.body).toMatchObject({
    status: "partly_shipped",
    handovers: [{ gate: "Admin", lines: [{ quantity: 1 }] }],
  });
  expect((await admin.post(path, { units: unitsOf(order, 2) })).body.code).toBe("edited_meanwhile");
  await expectInvariants(site.db);
});

test("changing the order's email makes its former pickup code invalid", async () => {
  const { order, buyer, eventId } = await buyPickup(site, tees(1));
  const code = await codeOf(buyer, order.id);
  const change = { email: "new@example.com", newCodes: true, reason: "Typo" };
  expect((await admin.post(`/api/admin/orders/${order.id}/email`, change)).status).toBeLessThan(300);
  expect((await atDoor(door, code, eventId)).body.verdict).toBe("void");
  expect((await atDoor(door, await codeOf(buyer, order.id), eventId)).body.verdict).toBe("ready");
});

test("the confirmation has the pickup code, and the list shows what is picked up where", async () => {
  const { order, buyer, eventId } = await buyPickup(site, tees(1));
  await site.app.runJob("mail");
  const { rows } = await sql<{ body: string }>`
    select body_text as body from emails where kind = 'order_confirmation' and topic->>'orderId' = ${order.id}`.execute(
    site.db,
  );
  expect(rows[0]!.body).toContain(await codeOf(buyer, order.id));
  const list = await admin.get(`/api/admin/fulfillment?show=to_pick_up&eventId=${eventId}`);
  expect(list.body.items).toMatchObject([{ order: { number: order.number }, event: { id: eventId }, toSend: 1 }]);
});

test("a buyer finds their items with the pickup code, and can't delete the account before they have them", async () => {
  const { order, buyer, eventId } = await buyPickup(site, tees(1));
  const { body } = await buyer.get("/api/my-items");
  const code = await codeOf(buyer, order.id);
  expect(body.items).toMatchObject([
    { order: { id: order.id }, status: "to_pick_up", hasDownloads: false, pickup: { code, event: { id: eventId } } },
  ]);
  expect((await (await site.as("user")).get("/api/my-items")).body.items).toEqual([]);
  const { openMatters } = (await buyer.get("/api/me/deletion")).body;
  expect(openMatters).toMatchObject([{ kind: "items", title: `Order ${order.number}`, count: 1 }]);
  const remove = { reason: "Asked by email" };
  expect((await admin.post(`/api/admin/users/${buyer.id}/delete`, remove)).body.code).toBe("items_ahead");
  await handOverAtDoor(door, code, eventId);
  expect((await admin.post(`/api/admin/users/${buyer.id}/delete`, remove)).status).toBe(200);
  await expectInvariants(site.db);
});

test("staff are told of what is left to pick up at an event that is over or canceled", async () => {
  const left = async () => (await readAttention(admin))["pickupsLeft"] ?? 0;
  const before = await left();
  const [canceled, over] = [await buyPickup(site, tees(1)), await buyPickup(site, tees(1))];
  expect(await left(), "both events are ahead").toBe(before);
  await sql`update events set status = 'canceled' where id = ${canceled.eventId}`.execute(site.db);
  expect(await left()).toBe(before + 1);
  await sql`
    update events set starts_at = clock_now() - interval '2 days', ends_at = clock_now() - interval '1 day'
    where id = ${over.eventId}`.execute(site.db);
  expect(await left()).toBe(before + 2);
});
