import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/platform/db/database.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { scheduleEvents } from "./calendar.ts";
import { demoEvents } from "./events/index.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const isoDay: Record<string, string> = { friday: "Fri", saturday: "Sat", sunday: "Sun" };

/** The number of a day since 1970 in a time zone's calendar. */
function dayNumber(instant: Date, timeZone: string): number {
  const [year, month, day] = new Intl.DateTimeFormat("sv-SE", { timeZone }).format(instant).split("-").map(Number);
  return Date.UTC(year!, month! - 1, day) / (24 * 60 * 60 * 1000);
}

// The first days cover every weekday; the rest cover both daylight saving changes of a year.
test.each([0, 1, 2, 3, 4, 5, 6, 60, 113, 114, 120, 200, 300, 347, 352])(
  "a site seeded in %i days has its events on the right evenings, before and after that day",
  async (days) => {
    const { db, close } = openDatabase(database.connection, { clockOffset: `${days} days`, size: 1 });
    // One transaction has one instant: the events are judged by the one used to schedule them.
    const { now, times } = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ now: Date }>`select clock_now() as now`.execute(tx);
      return { now: rows[0]!.now, times: await scheduleEvents(tx, demoEvents) };
    });
    await close();
    const seen = demoEvents.map(({ key, date, timeZone }, index) => {
      const { startsAt, doorsAt, endsAt } = times[index]!;
      const local = new Intl.DateTimeFormat("en-GB", {
        timeZone,
        weekday: "short",
        hour: "2-digit",
        minute: "2-digit",
      });
      const daysAway = dayNumber(startsAt, timeZone) - dayNumber(now, timeZone);
      return {
        key,
        start: local.format(startsAt),
        doors: local.format(doorsAt),
        hours: (endsAt.getTime() - startsAt.getTime()) / 3_600_000,
        near:
          date.weeks > 0
            ? daysAway > (date.weeks - 1) * 7 && daysAway <= date.weeks * 7
            : daysAway >= date.weeks * 7 && daysAway < (date.weeks + 1) * 7,
        past: endsAt < now,
      };
    });
    expect(seen).toEqual(
      demoEvents.map(({ key, date }) => ({
        key,
        start: `${isoDay[date.weekday]} ${date.starts}`,
        doors: `${isoDay[date.weekday]} ${date.doors}`,
        hours: date.hours,
        near: true,
        past: date.weeks < 0,
      })),
    );
  },
);
