import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventDetail } from "#contract/events.ts";
import {
  eventsRoutes,
  findDoorNights,
  findEventHeads,
  loadTypesOnSale,
  saveVenue,
} from "#server/modules/events/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { createModuleApp, type ModuleApp } from "#tests/kit/module-app.ts";
import { installMovingClock } from "#tests/kit/moving-clock.ts";
import { inDays, makeNight, makeType, sellDirectly } from "./make.ts";

let app: ModuleApp;
beforeAll(async () => {
  app = await createModuleApp(eventsRoutes);
  // An instant is as near as a test says, however long the test takes.
  await installMovingClock(app, { isFrozen: true });
});
afterAll(() => app.close());

async function detail(id: number, query = "") {
  const response = await app.server.inject({ url: `/api/events/${id}${query}` });
  expect(response.statusCode).toBe(200);
  return response.json<EventDetail>();
}
const statusByName = (night: EventDetail) =>
  Object.fromEntries(night.ticketTypes.map((type) => [type.name, type.status]));

test("each ticket type stands by the database's clock and by its stock", async () => {
  const { db } = app;
  const id = await makeNight(db);
  await makeType(db, id, { name: "Now", position: 0 });
  await makeType(db, id, { name: "Later", salesStartAt: inDays(1), position: 1 });
  await makeType(db, id, { name: "Closed", salesEndAt: inDays(-1), position: 2 });
  const gone = await makeType(db, id, { name: "Gone", capacity: 30, position: 3 });
  await sellDirectly(db, gone, 30);
  const few = await makeType(db, id, { name: "Few", capacity: 50, position: 4 });
  await sellDirectly(db, few, 45);
  const night = await detail(id);
  expect(statusByName(night)).toEqual({
    Now: "on_sale",
    Later: "scheduled",
    Closed: "ended",
    Gone: "sold_out",
    Few: "on_sale",
  });
  expect(night.ticketTypes.map((type) => type.available)).toEqual([100, 100, 100, 0, 5]);
  expect(night.ticketTypes.map((type) => type.nearlyGone)).toEqual([false, false, false, false, true]);
  expect(night).toMatchObject({ saleState: "on_sale", fromCents: 4500 });
});

test("a sale opens and closes at its instant of the database's clock", async () => {
  const id = await makeNight(app.db);
  const type = await makeType(app.db, id, { salesStartAt: inDays(1), salesEndAt: inDays(2) });
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

test("everything ends with the night", async () => {
  const id = await makeNight(app.db, { inDays: -2 });
  await makeType(app.db, id);
  expect(await detail(id)).toMatchObject({ saleState: "ended", fromCents: null, ticketTypes: [{ status: "ended" }] });
});

test("a hidden type shows only to whoever names its code, and changes nothing else of the night", async () => {
  const id = await makeNight(app.db);
  await makeType(app.db, id, { name: "Door" });
  await makeType(app.db, id, { name: "Family", accessCode: "Cousins", priceCents: 100, feeCents: 0, position: 1 });
  await makeType(app.db, id, { name: "Crew", accessCode: "Backline", position: 2 });
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

test("a night of two hundred people bounds all of its types", async () => {
  const id = await makeNight(app.db, { capacity: 200 });
  await makeType(app.db, id, { name: "Single", capacity: 500 });
  await makeType(app.db, id, { name: "Table of six", capacity: 50, ticketsPerUnit: 6, position: 1 });
  expect((await detail(id)).ticketTypes.map((type) => type.available)).toEqual([200, 33]);
  await sql`update stock set sold = 195 where id = (select stock_id from events where id = ${id})`.execute(app.db);
  const full = await detail(id);
  expect(full.ticketTypes.map((type) => type.available)).toEqual([5, 0]);
  expect(full.ticketTypes.map((type) => type.status)).toEqual(["on_sale", "sold_out"]);
  expect(full.saleState).toBe("nearly_gone");
});

test("units whose hold has lapsed are on sale again before anybody has cleared them", async () => {
  const id = await makeNight(app.db);
  const type = await makeType(app.db, id, { capacity: 1 });
  const stockId = (await loadTypesOnSale(app.db, [type]))[0]!.stockId;
  await sql`update stock set held = 1 where id = ${stockId}`.execute(app.db);
  await sql`insert into holds (holder_id, stock_id, quantity, expires_at)
    values (gen_random_uuid(), ${stockId}, 1, clock_now() + interval '1 minute')`.execute(app.db);
  expect(statusByName(await detail(id))).toEqual({ "General admission": "sold_out" });
  await sql`update holds set expires_at = clock_now() where stock_id = ${stockId}`.execute(app.db);
  expect(statusByName(await detail(id))).toEqual({ "General admission": "on_sale" });
});

test("a night that hides its counts tells none", async () => {
  const id = await makeNight(app.db, { hideCounts: true });
  await makeType(app.db, id);
  expect((await detail(id)).ticketTypes[0]).toMatchObject({ available: null, status: "on_sale" });
});

test("an unlisted night opens by its address, a draft does not", async () => {
  const unlisted = await makeNight(app.db, { visibility: "unlisted", title: "Quiet One" });
  expect((await detail(unlisted)).title).toBe("Quiet One");
  const draft = await makeNight(app.db, { visibility: "draft" });
  const response = await app.server.inject({ url: `/api/events/${draft}` });
  expect([response.statusCode, response.json().code]).toEqual([404, "not_found"]);
});

test.each(["999999999", "9007199254740991"])("night %s is unknown", async (id) => {
  expect((await app.server.inject({ url: `/api/events/${id}` })).statusCode).toBe(404);
});

test.each(["0", "-1", "1.5", "abc", "1e3", "01", "99999999999999999999", "%00", "1%20or%201=1"])(
  "%s is no night's id",
  async (id) => {
    const response = await app.server.inject({ url: `/api/events/${id}` });
    expect([response.statusCode, response.json().code]).toEqual([400, "invalid_input"]);
  },
);

test("heads are read for any night, the door sees those from yesterday on", async () => {
  const draft = await makeNight(app.db, { visibility: "draft", title: "Head Draft" });
  const yesterday = await makeNight(app.db, { inDays: -1, title: "Head Yesterday" });
  const old = await makeNight(app.db, { inDays: -3, title: "Head Old" });
  const heads = await findEventHeads(app.db, [draft, yesterday, old, 999_999]);
  expect([...heads.keys()].sort()).toEqual([draft, yesterday, old].sort());
  expect(heads.get(old)).toMatchObject({
    title: "Head Old",
    timeZone: "America/New_York",
    venue: { city: "Brooklyn" },
  });
  const door = (await findDoorNights(app.db)).map((head) => head.title);
  expect(door).toContain("Head Yesterday");
  expect(door).not.toContain("Head Old");
  expect(door).not.toContain("Head Draft");
});

test("nights of one name get addresses of their own", async () => {
  const ids = [await makeNight(app.db, { title: "Twice Told" }), await makeNight(app.db, { title: "Twice Told" })];
  const heads = await findEventHeads(app.db, ids);
  expect(ids.map((id) => heads.get(id)?.slug)).toEqual(["twice-told", "twice-told-2"]);
});

test("a place that changes its words is found by the new ones", async () => {
  await makeNight(app.db, { venue: "Old Hall", city: "Boston", title: "Movable Feast" });
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
