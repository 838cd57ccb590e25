import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rate, setDelivery, ship } from "#tests/delivery/kit.ts";
import { readAttention } from "#testing/attention.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { atDoor, buyPickup, handOverAtDoor, openDispute, readFulfillment, sendParcel, unitsOf } from "./kit.ts";

let site: Site;
let admin: Client;
let door: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin", "Ada Admin");
  door = await site.as("moderator", "Dee Door");
  await setDelivery(admin, [rate()]);
});
afterAll(() => site.close());

const dates = { startsAt: new Date("2031-06-08T02:00:00Z"), endsAt: new Date("2031-06-08T08:00:00Z") };
const titled = async (title: string, more: object = {}) =>
  site.create.variant({ productId: await site.create.product({ title, ...more }) });
const codeOf = async (buyer: Client, orderId: string) => (await readFulfillment(buyer, orderId)).pickup?.code;

test("the door reads a pickup whole: to hand over, handed over by whom, and undone", async () => {
  const productId = await site.create.product({ title: "Yard Tee", pictures: ["wet-fete"] });
  const tee = await site.create.variant({ productId });
  const cap = await titled("Harbor Cap");
  const mix = await titled("Road Mix", { kind: "digital" });
  const eventId = await site.create.event({ title: "Soca Supper", ...dates });
  const lines = [
    { variantId: tee, quantity: 2 },
    { variantId: cap, quantity: 1 },
    { variantId: mix, quantity: 1 },
  ];
  const { order, buyer } = await buyPickup(site, lines, eventId);
  const code = (await codeOf(buyer, order.id))!;
  const event = {
    id: eventId,
    title: "Soca Supper",
    startsAt: dates.startsAt.toISOString(),
    timeZone: "America/New_York",
  };
  expect((await readFulfillment(buyer, order.id)).pickup).toEqual({
    code,
    isOnHold: false,
    event: { ...event, slug: expect.any(String), status: "on", venueName: "The Yard", city: "Brooklyn" },
  });
  expect((await admin.get(`/api/admin/orders/${order.id}/fulfillment`)).body).toMatchObject({
    method: "pickup",
    address: [],
    event,
  });
  const items = [
    {
      lineId: order.lines[0]!.id,
      name: "Yard Tee",
      quantity: 2,
      picture: expect.objectContaining({ key: "wet-fete" }),
    },
    { lineId: order.lines[1]!.id, name: "Harbor Cap", quantity: 1, picture: null },
  ];
  const ready = {
    verdict: "ready",
    order: { id: order.id, number: order.number, buyerName: "Ada Buyer" },
    items,
  };
  expect((await atDoor(door, code, eventId)).body).toEqual(ready);
  // What an admin handed over already isn't handed over again.
  await admin.post(`/api/admin/orders/${order.id}/handovers`, { units: unitsOf(order, 1) });
  const rest = [{ ...items[0], quantity: 1 }, items[1]];
  expect((await atDoor(door, code, eventId)).body).toMatchObject({ verdict: "ready", items: rest });
  const { body: done } = await handOverAtDoor(door, code, eventId);
  const handover = { id: expect.any(String), at: expect.any(String), by: "Dee Door", gate: "Merch" };
  expect(done).toEqual({ ...ready, items: rest, handover });
  expect((await atDoor(door, code, eventId)).body).toEqual({
    ...ready,
    verdict: "handed_over",
    items: rest,
    handover: { ...handover, id: done.handover!.id },
  });
  const { body: undone } = await door.post("/api/door/pickups/undo", { eventId, handoverId: done.handover!.id });
  expect(undone).toMatchObject({ verdict: "ready", items: rest });
  const { items: log } = (await admin.get(`/api/admin/audit?kind=order&id=${order.id}`)).body;
  expect(
    log.map(({ action, after, reason }: Record<string, unknown>) => [
      action,
      (after as { units: number }).units,
      reason,
    ]),
  ).toEqual([
    ["order.handover_undone", 2, "Undone at the door"],
    ["order.handed_over", 2, null],
    ["order.handed_over", 1, null],
  ]);
});

test("the door's search is sorted by name, has the event's pickups only, and says when there are more", async () => {
  const tee = await titled("Search Tee");
  const eventId = await site.create.event();
  const other = await site.create.event();
  const buyAs = async (name: string, at: number) => {
    const { order } = await buyPickup(site, [{ variantId: tee, quantity: 1 }], at);
    await sql`update orders set buyer_name = ${name} where id = ${order.id}`.execute(site.db);
    return order;
  };
  for (const name of ["Zoë Fete", "alma Fete", "Bea Fete"]) await buyAs(name, eventId);
  await buyAs("Cy Fete", other);
  const find = async () => (await door.get(`/api/door/events/${eventId}/pickups?q=fete`)).body;
  expect(await find()).toMatchObject({
    items: ["alma Fete", "Bea Fete", "Zoë Fete"].map((buyerName) => ({ buyerName, what: "1 × Search Tee" })),
    isMore: false,
  });
  const { rows } = await sql<{ id: string }>`select id from orders where buyer_name = 'Bea Fete'`.execute(site.db);
  const copies = Array.from({ length: 18 }, (_, index) => `Many Fete ${index}`);
  for (const name of copies) await buyAs(name, eventId);
  const many = await find();
  expect([many.items.length, many.isMore, rows.length]).toEqual([20, true, 1]);
});

test("a person's items are their own paid orders, the latest first, with a code only while something can be picked up", async () => {
  const buyer = await site.as("user");
  const tee = await titled("Own Tee");
  const cap = await titled("Own Cap");
  const mix = await titled("Own Mix", { kind: "digital" });
  const eventId = await site.create.event({ title: "Soca Supper", ...dates });
  const off = await site.create.event({ title: "Off Fete", ...dates });
  let day = 0;
  const buy = async (lines: { variantId: number; quantity: number }[], delivery: object) => {
    const { body } = await site.buy(buyer, lines, "approve", delivery);
    await sql`update orders set paid_at = ${`2026-03-0${++day}T12:00:00Z`}::timestamptz where id = ${body.id}`.execute(
      site.db,
    );
    return body;
  };
  const at = (id: number) => ({ delivery: { method: "pickup", eventId: id } });
  const shipped = await buy(
    [
      { variantId: cap, quantity: 2 },
      { variantId: tee, quantity: 1 },
    ],
    ship(),
  );
  const download = await buy([{ variantId: mix, quantity: 1 }], {});
  const picked = await buy(
    [
      { variantId: tee, quantity: 1 },
      { variantId: mix, quantity: 1 },
    ],
    at(eventId),
  );
  const canceled = await buy([{ variantId: tee, quantity: 1 }], at(off));
  const disputed = await buy([{ variantId: tee, quantity: 1 }], at(eventId));
  const refunded = await buy([{ variantId: tee, quantity: 1 }], at(eventId));
  await sql`update events set status = 'canceled' where id = ${off}`.execute(site.db);
  await openDispute(site, disputed.id);
  const whole = { withFee: true, returnsStock: true, reason: "Asked", amountCents: refunded.totalCents };
  expect((await admin.post(`/api/admin/orders/${refunded.id}/refunds`, whole)).status).toBe(201);
  const event = (id: number, title: string) => ({
    id,
    title,
    startsAt: dates.startsAt.toISOString(),
    timeZone: "America/New_York",
  });
  const supper = event(eventId, "Soca Supper");
  const own = (order: { id: string; number: string }, what: string, more: object) => ({
    order: { id: order.id, number: order.number },
    what,
    hasDownloads: false,
    status: "to_pick_up",
    pickup: null,
    ...more,
  });
  const { items } = (await buyer.get("/api/my-items")).body;
  expect(items).toEqual([
    own(disputed, "1 × Own Tee", { pickup: { code: null, event: supper } }),
    own(canceled, "1 × Own Tee", { pickup: { code: null, event: event(off, "Off Fete") } }),
    own(picked, "1 × Own Tee, 1 × Own Mix", {
      hasDownloads: true,
      pickup: { code: await codeOf(buyer, picked.id), event: supper },
    }),
    own(download, "1 × Own Mix", { status: null, hasDownloads: true }),
    own(shipped, "2 × Own Cap, 1 × Own Tee", { status: "to_ship" }),
  ]);
  expect(await codeOf(buyer, canceled.id)).toBeNull();
  // What can't be had anymore is left for staff; what they have is not.
  expect((await readAttention(admin))["pickupsLeft"]).toBe(1);
  const { openMatters } = (await buyer.get("/api/me/deletion")).body;
  expect(
    openMatters.filter(({ kind }: { kind: string }) => kind === "items").map(({ title, count }) => [title, count]),
  ).toEqual(
    expect.arrayContaining([
      [`Order ${shipped.number}`, 3],
      [`Order ${picked.number}`, 1],
    ]),
  );
  await sql`delete from disputes`.execute(site.db);
  const { body } = await sendParcel(admin, shipped.id, unitsOf(shipped, 2, 1), { tracking: "9400" });
  const owner = { id: buyer.id, email: null };
  const records = await site.app.deps.personalRecords.readAll(site.db, owner);
  expect(records["fulfillment"]).toMatchObject({
    shipments: [{ orderId: shipped.id, kind: "parcel", carrier: "usps", tracking: "9400", voidedAt: null }],
    returns: [],
  });
  const timeline = (await admin.get(`/api/admin/users/${buyer.id}/timeline`)).body.items.filter(
    ({ kind }: { kind: string }) => kind === "shipment",
  );
  expect(timeline).toMatchObject([
    {
      title: "Shipped 3 items",
      detail: `${shipped.number} · 9400`,
      path: `/ticket-management?order=${shipped.id}`,
      at: body.parcels[0]!.sentAt,
    },
  ]);
});
