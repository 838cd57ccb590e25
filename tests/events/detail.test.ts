import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventDetail } from "#contract/events/events.ts";
import { events, findDoorEvents, findEventInfo, loadTypesOnSale, saveVenue } from "#server/modules/events/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { createModuleApp, type ModuleApp } from "#testing/module-app.ts";
import { installMovingClock } from "#testing/moving-clock.ts";
import { inDays, createEvent, createType, sellDirectly } from "./make.ts";

let app: ModuleApp;
beforeAll(async () => {
  app = await createModuleApp(events);
  // Times stay exact, however long the test takes.
  await installMovingClock(app, { isFrozen: true });
});
afterAll(() => app.close());

async function detail(id: number, query = "") {
  const response = await app.server.inject({ url: `/api/events/${id}${query}` });
  expect(response.statusCode).toBe(200);
  return response.json<EventDetail>();
}
const statusByName = (event: EventDetail) =>
  Object.fromEntries(event.ticketTypes.map((type) => [type.name, type.status]));

test("each ticket type's status depends on the database clock and its stock", async () => {
  const { db } = app;
  const id = await createEvent(db);
  await createType(db, id, { name: "Now", position: 0 });
  await createType(db, id, { name: "Later", salesStartAt: inDays(1), position: 1 });
  await createType(db, id, { name: "Closed", salesEndAt: inDays(-1), position: 2 });
  const gone = await createType(db, id, { name: "Gone", capacity: 30, position: 3 });
  await sellDirectly(db, gone, 30);
  const few = await createType(db, id, { name: "Few", capacity: 50, position: 4 });
  await sellDirectly(db, few, 45);
  const event = await detail(id);
  expect(statusByName(event)).toEqual({
    Now: "on_sale",
    Later: "scheduled",
    Closed: "ended",
    Gone: "sold_out",
    Few: "on_sale",
  });
  expect(event.ticketTypes.map((type) => type.available)).toEqual([100, 100, 100, 0, 5]);
  expect(event.ticketTypes.map((type) => type.nearlyGone)).toEqual([false, false, false, false, true]);
  expect(event).toMatchObject({ saleStatus: "on_sale", fromCents: 4500 });
});

test("a sale opens and closes exactly on time, by the database clock", async () => {
  const id = await createEvent(app.db);
  const type = await createType(app.db, id, { salesStartAt: inDays(1), salesEndAt: inDays(2) });
  const set = (start: string, end: string) =>
    sql`
    update ticket_types set sales_start_at = clock_now() + ${start}::interval, sales_end_at = clock_now() + ${end}::interval
    where id = ${type}`.execute(app.db);
  await set("1 millisecond", "1 hour");
  expect((await loadTypesOnSale(app.db, [type]))[0]?.status).toBe("scheduled");
  await set("0", "1 hour");
  expect((await loadTypesOnSale(app.db, [type]))[0]?.status).toBe("on_sale");
  await set("-1 hour", "1 millisecond");
  expect((await loadTypesOnSale(app.db, [type]))[0]?.status).toBe("on_sale");
  await set("-1 hour", "0");
  expect((await loadTypesOnSale(app.db, [type]))[0]?.status).toBe("ended");
});

test("all sales end with the event", async () => {
  const id = await createEvent(app.db, { inDays: -2 });
  await createType(app.db, id);
  expect(await detail(id)).toMatchObject({ saleStatus: "ended", fromCents: null, ticketTypes: [{ status: "ended" }] });
});

test("a hidden type shows only with its access code, and doesn't affect the rest of the event", async () => {
  const id = await createEvent(app.db);
  await createType(app.db, id, { name: "Door" });
  await createType(app.db, id, { name: "Family", accessCode: "Cousins", priceCents: 100, feeCents: 0, position: 1 });
  await createType(app.db, id, { name: "Crew", accessCode: "Backline", position: 2 });
  const plain = await detail(id);
  expect(Object.keys(statusByName(plain))).toEqual(["Door"]);
  expect(JSON.stringify(plain)).not.toMatch(/cousins|family/i);
  const family = await detail(id, "?accessCode=cOUSINS");
  expect(Object.keys(statusByName(family))).toEqual(["Door", "Family"]);
  expect(family.fromCents).toBe(4500);
  for (const wrong of ["cousin", "%", "", "null", "'"]) {
    const reply = await detail(id, `?accessCode=${encodeURIComponent(wrong)}`);
    expect(Object.keys(statusByName(reply))).toEqual(["Door"]);
  }
  expect(JSON.stringify(family)).not.toContain("Cousins");
});

test("an event's capacity of two hundred people limits all of its types", async () => {
  const id = await createEvent(app.db, { capacity: 200 });
  await createType(app.db, id, { name: "Single", capacity: 500 });
  await createType(app.db, id, { name: "Table of six", capacity: 50, ticketsPerUnit: 6, position: 1 });
  expect((await detail(id)).ticketTypes.map((type) => type.available)).toEqual([200, 33]);
  await sql`update stock set sold = 195 where id = (select stock_id from events where id = ${id})`.execute(app.db);
  const full = await detail(id);
  expect(full.ticketTypes.map((type) => type.available)).toEqual([5, 0]);
  expect(full.ticketTypes.map((type) => type.status)).toEqual(["on_sale", "sold_out"]);
  expect(full.saleStatus).toBe("nearly_gone");
});

test("units with an expired hold are on sale again, even before the hold is cleared", async () => {
  const id = await createEvent(app.db);
  const type = await createType(app.db, id, { capacity: 1 });
  const stockId = (await loadTypesOnSale(app.db, [type]))[0]!.stockId;
  await sql`update stock set held = 1 where id = ${stockId}`.execute(app.db);
  await sql`insert into holds (holder_id, stock_id, quantity, expires_at)
    values (gen_random_uuid(), ${stockId}, 1, clock_now() + interval '1 minute')`.execute(app.db);
  expect(statusByName(await detail(id))).toEqual({ "General admission": "in_carts" });
  await sql`update holds set expires_at = clock_now() where stock_id = ${stockId}`.execute(app.db);
  expect(statusByName(await detail(id))).toEqual({ "General admission": "on_sale" });
});

test("an event that hides its counts shows none", async () => {
  const id = await createEvent(app.db, { hideCounts: true });
  await createType(app.db, id);
  expect((await detail(id)).ticketTypes[0]).toMatchObject({ available: null, status: "on_sale" });
});

test("an unlisted event opens by its URL, a draft doesn't", async () => {
  const unlisted = await createEvent(app.db, { visibility: "unlisted", title: "Quiet One" });
  expect((await detail(unlisted)).title).toBe("Quiet One");
  const draft = await createEvent(app.db, { visibility: "draft" });
  const response = await app.server.inject({ url: `/api/events/${draft}` });
  expect([response.statusCode, response.json().code]).toEqual([404, "not_found"]);
});

test.each(["999999999", "9007199254740991"])("event %s is unknown", async (id) => {
  expect((await app.server.inject({ url: `/api/events/${id}` })).statusCode).toBe(404);
});

test.each(["0", "-1", "1.5", "abc", "1e3", "01", "99999999999999999999", "%00", "1%20or%201=1"])(
  "%s isn't a valid event ID",
  async (id) => {
    const response = await app.server.inject({ url: `/api/events/${id}` });
    expect([response.statusCode, response.json().code]).toEqual([400, "invalid_input"]);
  },
);

test("event info is available for any event, and the door lists those since yesterday", async () => {
  const draft = await createEvent(app.db, { visibility: "draft", title: "Info Draft" });
  const yesterday = await createEvent(app.db, { inDays: -1, title: "Info Yesterday" });
  const old = await createEvent(app.db, { inDays: -3, title: "Info Old" });
  const eventsById = await findEventInfo(app.db, [draft, yesterday, old, 999_999]);
  expect([...eventsById.keys()].sort()).toEqual([draft, yesterday, old].sort());
  expect(eventsById.get(old)).toMatchObject({
    title: "Info Old",
    timeZone: "America/New_York",
    venue: { city: "Brooklyn" },
  });
  const door = (await findDoorEvents(app.db)).map((event) => event.title);
  expect(door).toContain("Info Yesterday");
  expect(door).not.toContain("Info Old");
  expect(door).not.toContain("Info Draft");
});

test("events with the same title get different slugs", async () => {
  const ids = [await createEvent(app.db, { title: "Twice Told" }), await createEvent(app.db, { title: "Twice Told" })];
  const eventsById = await findEventInfo(app.db, ids);
  expect(ids.map((id) => eventsById.get(id)?.slug)).toEqual(["twice-told", "twice-told-2"]);
});

test("a venue with a changed address is found with the new one", async () => {
  await createEvent(app.db, { venue: "Old Hall", city: "Boston", title: "Movable Feast" });
  await inTransaction(app.db, (tx) =>
    saveVenue(tx, {
      name: "Old Hall",
      city: "Boston",
      address: "2 New Way",
      region: "MA",
      country: "US",
      latitude: null,
      longitude: null,
    }),
  );
  const response = await app.server.inject({ url: "/api/events?q=movable old hall boston" });
  expect(response.json<{ items: { venue: { address: string } }[] }>().items[0]?.venue.address).toBe("2 New Way");
});
