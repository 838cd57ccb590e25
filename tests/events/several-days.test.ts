import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventMonth } from "#contract/events/markers.ts";
import type { EventList } from "#contract/events/events.ts";
import { events } from "#server/modules/events/index.ts";
import { createModuleApp, type ModuleApp } from "#testing/module-app.ts";
import { installMovingClock } from "#testing/moving-clock.ts";
import { createEvent } from "./make.ts";

let app: ModuleApp;
beforeAll(async () => {
  app = await createModuleApp(events);
  await installMovingClock(app, { isFrozen: true });
  const add = (title: string, startsAt: string, endsAt: string, timeZone = "America/New_York") =>
    createEvent(app.db, { title, startsAt: new Date(startsAt), endsAt: new Date(endsAt), timeZone });
  // Fri Jun 4, 6 PM to Mon Jun 7, 11 PM
  await add("Weekend", "2037-06-05T22:00Z", "2037-06-09T03:00Z");
  await add("Turn of the Month", "2037-08-30T22:00Z", "2037-09-03T03:00Z");
  await add("Tokyo Days", "2037-08-30T15:30:00Z", "2037-09-01T03:00Z", "Asia/Tokyo");
  // A party past midnight: its small hours are no second day.
  await add("Late Night", "2037-06-21T02:00Z", "2037-06-21T08:00Z");
  await add("Carnival Season", "2037-11-01T16:00Z", "2038-02-10T16:00Z");
});
afterAll(() => app.close());

const read = async <Reply>(url: string) => {
  const answer = await app.server.inject({ url });
  expect([url, answer.statusCode]).toEqual([url, 200]);
  return answer.json<Reply>();
};
const titles = async (url: string) => (await read<{ items: { title: string }[] }>(url)).items.map(({ title }) => title);

const [weekend, turn, tokyo, party, season] = [
  "Weekend",
  "Turn of the Month",
  "Tokyo Days",
  "Late Night",
  "Carnival Season",
];
test.each([
  ["from=2037-06-05&to=2037-06-05", [weekend]],
  ["from=2037-06-07&to=2037-06-07", [weekend]],
  ["from=2037-06-08&to=2037-06-08", [weekend]],
  ["from=2037-06-09&to=2037-06-09", []],
  ["from=2037-06-04&to=2037-06-04", []],
  ["to=2037-06-07", [weekend]],
  ["from=2037-06-08&to=2037-06-20", [weekend, party]],
  ["from=2037-06-21&to=2037-06-21", []],
  ["from=2037-09-01&to=2037-09-01", [tokyo, turn]],
  ["from=2037-09-02&to=2037-09-30", [turn]],
  ["from=2037-08-30&to=2037-08-30", [turn]],
  ["from=2037-08-31&to=2037-08-31", [tokyo, turn]],
  ["from=2037-12-24&to=2037-12-26", [season]],
  ["from=2038-02-10", [season]],
  ["from=2038-02-11", []],
])("the days %s show %j, as a list, on the map and in its options", async (days, expected) => {
  for (const path of ["/api/events", "/api/events/markers"]) expect(await titles(`${path}?${days}`)).toEqual(expected);
  const { cities } = await read<EventList>(`/api/events?${days}`);
  expect(cities.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length);
});

test.each([
  ["2037-05", [], null, "2037-06"],
  ["2037-06", [weekend, party], null, "2037-08"],
  ["2037-07", [], "2037-06", "2037-08"],
  ["2037-08", [tokyo, turn], "2037-06", "2037-09"],
  ["2037-09", [tokyo, turn], "2037-08", "2037-11"],
  ["2037-10", [], "2037-09", "2037-11"],
  ["2037-12", [season], "2037-11", "2038-01"],
  ["2038-03", [], "2038-02", null],
])("the month %s shows %j, between %s and %s", async (month, expected, before, after) => {
  const { items, ...neighbours } = await read<EventMonth>(`/api/events/month?month=${month}`);
  expect(items.map(({ title }) => title)).toEqual(expected);
  expect(neighbours).toMatchObject({ before, after });
});

test("an event that runs now is on today's list, also past midnight, and not once it's over", async () => {
  const at = (offset: string) => sql`clock_now() + ${offset}::interval`;
  const { rows } = await sql<{ today: string; yesterday: string }>`
    select to_char(clock_now() at time zone 'UTC', 'YYYY-MM-DD') as today,
      to_char(clock_now() at time zone 'UTC' - interval '1 day', 'YYYY-MM-DD') as yesterday`.execute(app.db);
  const { today, yesterday } = rows[0]!;
  const add = async (title: string, from: string, to: string) => {
    const id = await createEvent(app.db, { title, timeZone: "UTC" });
    await sql`update events set starts_at = ${at(from)}, doors_at = null, ends_at = ${at(to)} where id = ${id}`.execute(
      app.db,
    );
  };
  await add("Since yesterday", "-26 hours", "10 minutes");
  await add("Just over", "-26 hours", "-10 minutes");
  await add("For days", "-5 days", "3 days");
  for (const days of [`from=${today}&to=${today}`, `from=${today}&to=2037-01-01`]) {
    expect(await titles(`/api/events?${days}`)).toEqual(["For days", "Since yesterday"]);
  }
  expect(await titles(`/api/events?to=${yesterday}`)).toEqual(["For days", "Since yesterday"]);
});
