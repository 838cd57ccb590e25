import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { stockInvariants } from "#db/invariants/stock.ts";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";
import { saveLatest } from "#testing/save-latest.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const input = (change: object = {}) => ({
  name: "General",
  pricing: "fixed",
  priceCents: 4500,
  feeCents: 500,
  capacity: 10,
  ticketsPerUnit: 1,
  minPerOrder: 1,
  maxPerOrder: 10,
  ...change,
});

async function createEvent(more: object = {}) {
  const eventId = await site.create.event(more);
  const path = `/api/admin/events/${eventId}` as const;
  return {
    eventId,
    path,
    add: async (change: object = {}) => {
      const { status, body } = await admin.post(`${path}/ticket-types`, input(change));
      return { status, body, id: Number(body.types?.at(-1)?.id) };
    },
    setup: async () => (await admin.get(`${path}/ticket-types`)).body,
  };
}

const change = (id: number, fields: object) => saveLatest(site.db, admin, ["ticket-types", id], input(fields));
const order = async (typeId: number, quantity: number, who?: Client) =>
  (who ?? (await site.as("guest"))).post("/api/orders", draft([{ ticketTypeId: typeId, quantity }]));
const sound = async () => expect(await checkInvariants(site.db, stockInvariants)).toEqual([]);

test("a new type can be bought at once, within its limits", async () => {
  const { eventId, add, setup } = await createEvent();
  const { id } = await add({ name: "Table", ticketsPerUnit: 4, maxPerPerson: 3, doorColor: "#c9a24b" });
  const shown = await site.anon.get(`/api/events/${eventId}`);
  expect(shown.body.ticketTypes).toMatchObject([
    { id, name: "Table", ticketsPerUnit: 4, maxPerPerson: 3, maxPerOrder: 3, available: 10, status: "on_sale" },
  ]);
  await order(id, 2);
  expect((await setup()).types[0]).toMatchObject({
    stock: { capacity: 10, sold: 0, held: 2 },
    available: 8,
    hasOrders: true,
    doorColor: "#c9a24b",
  });
});

test.each([
  ["a fixed price without an amount", { priceCents: undefined }, "priceCents"],
  ["a fee above the price", { feeCents: 4600 }, "feeCents"],
  ["a minimum amount for a fixed price", { minimumCents: 100 }, "minimumCents"],
  ["an open price without a minimum amount", { pricing: "open", priceCents: undefined, feeCents: 0 }, "minimumCents"],
  ["a maximum below the minimum", { minPerOrder: 4, maxPerOrder: 3 }, "maxPerOrder"],
  ["a limit per person below the minimum order", { minPerOrder: 4, maxPerPerson: 3 }, "maxPerPerson"],
  [
    "an end before the start",
    { salesStartAt: "2036-01-02T00:00:00.000Z", salesEndAt: "2036-01-01T00:00:00.000Z" },
    "salesEndAt",
  ],
  ["an unknown previous price tier", { opensAfterId: 999_999 }, "opensAfterId"],
  ["an unknown pool", { poolIds: [999_999] }, "poolIds"],
])("%s is refused at its field", async (_name, wrong, path) => {
  const { add, setup } = await createEvent();
  const { status, body } = await add(wrong);
  expect([status, body.code, body.errors?.map((error: any) => error.path)]).toEqual([400, "invalid_input", [path]]);
  expect((await setup()).types).toEqual([]);
});

test("price tiers that would wait for each other are refused", async () => {
  const { add } = await createEvent();
  const first = await add({ name: "First" });
  const second = await add({ name: "Second", opensAfterId: first.id });
  for (const opensAfterId of [first.id, second.id])
    expect((await change(first.id, { name: "First", opensAfterId })).body.errors![0]!.path).toBe("opensAfterId");
});

test("a capacity can't drop below what is sold and held, and the error gives the number", async () => {
  const { add, setup } = await createEvent();
  const { id } = await add();
  await site.buy(await site.as("guest"), [{ ticketTypeId: id, quantity: 3 }]);
  await order(id, 2);
  const refused = await change(id, { capacity: 4 });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: "capacity_taken",
      errors: [{ path: "capacity", message: "Capacity can't be below 5: 3 sold and 2 on hold" }],
    },
  });
  expect((await setup()).types[0]!.stock.capacity).toBe(10);
  expect((await change(id, { capacity: 5 })).body.types[0]).toMatchObject({ available: 0, status: "in_carts" });
  expect((await order(id, 1)).body.code).toBe("in_carts");
  await change(id, { capacity: 6 });
  expect((await order(id, 1)).status).toBe(201);
  await sound();
});

test("an event's people and its pools are limited in the same way", async () => {
  const { path, add } = await createEvent();
  const pool = await admin.post(`${path}/pools`, { name: "Deck", counts: "people", capacity: 20 });
  const poolId = pool.body.pools[0]!.id;
  const { id } = await add({ ticketsPerUnit: 4, poolIds: [poolId] });
  await order(id, 2);
  expect(
    (await saveLatest(site.db, admin, ["pools", poolId], { name: "Deck", counts: "people", capacity: 7 })).body,
  ).toMatchObject({ code: "capacity_taken", message: "Capacity can't be below 8: 8 on hold" });
  expect((await admin.call("PUT", `${path}/people`, { capacity: 7 })).body.code).toBe("capacity_taken");
  expect((await admin.call("PUT", `${path}/people`, { capacity: 8 })).body.event.people).toEqual({
    capacity: 8,
    sold: 0,
    held: 8,
  });
  expect((await order(id, 1)).body.code).toBe("in_carts");
  await sound();
  expect((await admin.call("PUT", `${path}/people`, {})).body.event.people).toBeNull();
  expect((await order(id, 1)).status).toBe(201);
  await sound();
});

test("a pool counts what its types sold before they joined, and no longer counts it after they leave", async () => {
  const { path, add, setup } = await createEvent();
  const { id } = await add({ ticketsPerUnit: 2 });
  const buyer = await site.as("guest");
  await site.buy(buyer, [{ ticketTypeId: id, quantity: 2 }]);
  await order(id, 1);
  const { body } = await admin.post(`${path}/pools`, { name: "Floor", counts: "people", capacity: 5 });
  const poolId = body.pools[0]!.id;
  expect((await change(id, { ticketsPerUnit: 2, poolIds: [poolId] })).body.code).toBe("capacity_taken");
  await saveLatest(site.db, admin, ["pools", poolId], { name: "Floor", counts: "people", capacity: 6 });
  await change(id, { ticketsPerUnit: 2, poolIds: [poolId] });
  expect((await setup()).pools[0]!.stock).toEqual({ capacity: 6, sold: 4, held: 2 });
  await sound();
  await saveLatest(site.db, admin, ["pools", poolId], { name: "Floor", counts: "units", capacity: 6 });
  expect((await setup()).pools[0]!.stock).toEqual({ capacity: 6, sold: 2, held: 1 });
  await sound();
  await change(id, { ticketsPerUnit: 2 });
  expect((await setup()).pools[0]!.stock).toEqual({ capacity: 6, sold: 0, held: 0 });
  await sound();
  expect((await admin.call("DELETE", `/api/admin/pools/${poolId}`)).body.pools).toEqual([]);
});

test("a price change doesn't affect existing orders", async () => {
  const { add } = await createEvent();
  const { id } = await add();
  const buyer = await site.as("guest");
  const { body: placed } = await order(id, 2, buyer);
  await change(id, { priceCents: 9900 });
  expect((await buyer.get(`/api/orders/${placed.id}`)).body).toMatchObject({
    totalCents: 9000,
    status: "awaiting_payment",
  });
  expect((await order(id, 1)).body.totalCents).toBe(9900);
});

test("a type with orders can be ended and hidden but not deleted, and its tickets per unit can't change", async () => {
  const { eventId, add, setup } = await createEvent();
  const { id } = await add();
  await order(id, 1);
  expect((await admin.call("DELETE", `/api/admin/ticket-types/${id}`)).body.code).toBe("has_sales");
  expect((await change(id, { ticketsPerUnit: 2 })).body).toMatchObject({
    code: "has_sales",
    errors: [{ path: "ticketsPerUnit" }],
  });
  await admin.post(`/api/admin/ticket-types/${id}/end`);
  expect((await order(id, 1)).body.code).toBe("sales_closed");
  await change(id, { isHidden: true });
  expect((await order(id, 1)).body.code).toBe("not_found");
  expect((await site.anon.get(`/api/events/${eventId}`)).body.ticketTypes).toEqual([]);
  expect((await setup()).types[0]).toMatchObject({ isHidden: true, hasOrders: true });
});

test("a type without orders is deleted, and the tier that waited for it waits for the previous one", async () => {
  const { add, setup } = await createEvent();
  const first = await add({ name: "First" });
  const second = await add({ name: "Second", opensAfterId: first.id });
  await add({ name: "Third", opensAfterId: second.id });
  await admin.call("DELETE", `/api/admin/ticket-types/${second.id}`);
  expect((await setup()).types.map((type: any) => [type.name, type.opensAfterId])).toEqual([
    ["First", null],
    ["Third", first.id],
  ]);
});

test("ticket types are shown in the order set by staff", async () => {
  const { eventId, path, add } = await createEvent();
  const ids = [];
  for (const name of ["Early bird", "General", "Door"]) ids.push((await add({ name })).id);
  await admin.call("PUT", `${path}/ticket-types/order`, { ids: [ids[2], ids[0]] });
  const shown = await site.anon.get(`/api/events/${eventId}`);
  expect(shown.body.ticketTypes.map((type: any) => type.name)).toEqual(["Door", "Early bird", "General"]);
});

test("one code in any letter case reveals several types; a wrong code gives the same reply as no code", async () => {
  const { eventId, add } = await createEvent();
  await add({ name: "Open" });
  const inner = await add({ name: "Inner", accessCode: "Circle-1" });
  await add({ name: "Innermost", accessCode: "CIRCLE-1" });
  await add({ name: "Other", accessCode: "other-code" });
  const names = async (code: string) =>
    (await site.anon.get(`/api/events/${eventId}?accessCode=${code}`)).body.ticketTypes.map((type: any) => type.name);
  expect(await names("circle-1")).toEqual(["Open", "Inner", "Innermost"]);
  const [wrong, none] = await Promise.all(
    ["?accessCode=circle-2", ""].map((query) => site.anon.get(`/api/events/${eventId}${query}`)),
  );
  expect(wrong!.text).toBe(none!.text);

  const lines = [{ ticketTypeId: inner.id, quantity: 1 }];
  const buyer = await site.as("guest");
  expect((await buyer.post("/api/orders", draft(lines))).body.code).toBe("not_found");
  expect((await buyer.post("/api/orders", draft(lines, { accessCode: "circle-2" }))).body.code).toBe("not_found");
  expect((await buyer.post("/api/orders", draft(lines, { accessCode: "circle-1" }))).status).toBe(201);
});

test("a wrong code and a right one run the same database queries", async () => {
  const { eventId, add } = await createEvent();
  await add({ name: "Open" });
  await add({ name: "Inner", accessCode: "circle-1" });
  const asked = async (query: string) => {
    const statements: string[] = [];
    const watched = await createSite({
      database: site.database,
      watchSql: (text) => void statements.push(text),
    });
    statements.length = 0;
    await watched.anon.get(`/api/events/${eventId}${query}`);
    await watched.close();
    return statements;
  };
  const right = await asked("?accessCode=circle-1");
  expect(right.length).toBeGreaterThan(1);
  expect(await asked("?accessCode=circle-2")).toEqual(right);
});

test("every change is logged with old and new values", async () => {
  const { eventId, path, add } = await createEvent();
  const { id } = await add();
  await change(id, { capacity: 12, priceCents: 5000 });
  await admin.call("PUT", `${path}/people`, { capacity: 400 });
  const { body } = await admin.get(`/api/admin/audit?kind=event&id=${eventId}`);
  expect(body.items.map((entry: any) => [entry.action, entry.before, entry.after])).toEqual([
    ["event.capacity_changed", { people: null }, { people: 400 }],
    [
      "ticket_type.changed",
      { name: "General", capacity: 10, priceCents: 4500 },
      { name: "General", capacity: 12, priceCents: 5000 },
    ],
    ["ticket_type.added", null, expect.objectContaining({ name: "General", capacity: 10 })],
  ]);
});

test("a refused change is not logged", async () => {
  const { eventId, add } = await createEvent();
  const { id } = await add();
  await order(id, 4);
  const before = await sql<{
    n: number;
  }>`select count(*) as n from audit_log where target_id = ${String(eventId)}`.execute(site.db);
  await change(id, { capacity: 1, name: "Renamed" });
  const after = await sql<{
    n: number;
  }>`select count(*) as n from audit_log where target_id = ${String(eventId)}`.execute(site.db);
  expect(after.rows).toEqual(before.rows);
});
