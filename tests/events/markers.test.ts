import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventMarkers, EventMonth } from "#contract/events/markers.ts";
import type { EventList } from "#contract/events/events.ts";
import { events } from "#server/modules/events/index.ts";
import { createModuleApp, type ModuleApp } from "#testing/module-app.ts";
import { installMovingClock } from "#testing/moving-clock.ts";
import { createEvent } from "./make.ts";

let app: ModuleApp;
const at = (instant: string) => ({
  startsAt: new Date(instant),
  endsAt: new Date(Date.parse(instant) + 6 * 3_600_000),
});
beforeAll(async () => {
  app = await createModuleApp(events);
  // No month ends between a request and its reply.
  await installMovingClock(app, { isFrozen: true });
  const add = (title: string, change: Parameters<typeof createEvent>[1]) => createEvent(app.db, { title, ...change });
  await add("Last of October", { ...at("2030-11-01T03:00:00Z"), timeZone: "America/New_York" });
  await add("First of November", { ...at("2030-11-01T04:00:00Z"), timeZone: "America/New_York", categories: ["Soca"] });
  await add("Still October in London", { ...at("2030-10-31T23:30:00Z"), timeZone: "Europe/London", city: "London" });
  await add("Already November in Tokyo", { ...at("2030-10-31T15:30:00Z"), timeZone: "Asia/Tokyo", city: "Tokyo" });
  await add("Last of November", { ...at("2030-12-01T04:59:00Z"), timeZone: "America/New_York", city: "Miami" });
  await add("First of December", { ...at("2030-12-01T05:00:00Z"), timeZone: "America/New_York" });
  await add("Draft", { ...at("2030-11-10T03:00:00Z"), visibility: "draft" });
  await add("Unlisted", { ...at("2030-11-10T03:00:00Z"), visibility: "unlisted" });
  await add("Past", { inDays: -3, city: "Miami" });
});
afterAll(() => app.close());

const read = async <Reply>(url: string) => {
  const answer = await app.server.inject({ url });
  expect([url, answer.statusCode]).toEqual([url, 200]);
  return answer.json<Reply>();
};
const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title);

test("an event is listed in its month by its own time zone", async () => {
  const november = await read<EventMonth>("/api/events/month?month=2030-11");
  expect(titles(november)).toEqual(["Already November in Tokyo", "First of November", "Last of November"]);
  expect(november).toMatchObject({ month: "2030-11", before: "2030-10", after: "2030-12", total: 3 });
  expect(titles(await read<EventMonth>("/api/events/month?month=2030-10"))).toEqual([
    "Still October in London",
    "Last of October",
  ]);
});

test("a month without events names the nearest months that have some, and filters narrow a month", async () => {
  const empty = await read<EventMonth>("/api/events/month?month=2031-06");
  expect(empty).toMatchObject({ items: [], before: "2030-12", after: null });
  expect(titles(await read<EventMonth>("/api/events/month?month=2030-11&city=miami"))).toEqual(["Last of November"]);
  expect(titles(await read<EventMonth>("/api/events/month?month=2030-11&category=Soca"))).toEqual([
    "First of November",
  ]);
});

test("without a month, it is the current one by the database clock, in the site's time zone", async () => {
  const { rows } = await sql<{ month: string }>`
    select to_char(clock_now() at time zone 'America/New_York', 'YYYY-MM') as month`.execute(app.db);
  expect((await read<EventMonth>("/api/events/month")).month).toBe(rows[0]!.month);
});

test.each(["2030-13", "2030-00", "30-11", "2030-11-01", "1999-11", "x"])("%s isn't a valid month", async (month) => {
  expect((await app.server.inject({ url: `/api/events/month?month=${month}` })).statusCode).toBe(400);
});

test("the map shows the same events as the list, with their locations", async () => {
  const markers = await read<EventMarkers>("/api/events/markers");
  expect(markers.total).toBe(6);
  expect(markers.items[0]).toMatchObject({
    city: "Tokyo",
    latitude: 40.7,
    longitude: -74,
    venue: "Pier Nine",
    status: "on",
  });
  expect(titles(await read<EventMarkers>("/api/events/markers?when=past"))).toEqual(["Past"]);
  expect(titles(await read<EventMarkers>("/api/events/markers?city=London"))).toEqual(["Still October in London"]);
  const first = await read<EventMarkers>("/api/events/markers?most=2");
  expect([first.items.length, first.total]).toEqual([2, 6]);
  expect(markers.cities.map(({ city }) => city)).toContain("London");
});

test("first and last day filter the list by local days at the venue", async () => {
  const from = await read<EventList>("/api/events?from=2030-11-01&to=2030-11-30");
  expect(titles(from)).toEqual(["Already November in Tokyo", "First of November", "Last of November"]);
  expect(from.total).toBe(3);
  expect(titles(await read<EventList>("/api/events?from=2030-12-01"))).toEqual(["First of December"]);
  expect(titles(await read<EventList>("/api/events?to=2030-10-31"))).toEqual([
    "Still October in London",
    "Last of October",
  ]);
  for (const bad of ["from=2030-02-30", "to=tomorrow", "from=2030-1-1"])
    expect((await app.server.inject({ url: `/api/events?${bad}` })).statusCode).toBe(400);
});
