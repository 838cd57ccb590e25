import { expect, test } from "vitest";
import { toLocalTime } from "#contract/zoned-time.ts";
import { promoterTime, scheduleEvents } from "./calendar.ts";
import { demoEvents } from "./events/index.ts";
import { asEvents } from "./more-dates.ts";
import { instants } from "./instants.ts";

const events = [...demoEvents, ...asEvents(demoEvents)];
const days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** The number of a day since 1970 in a time zone's calendar. */
const dayNumber = (instant: Date, timeZone: string): number =>
  Date.parse(toLocalTime(instant, timeZone).slice(0, 10)) / (24 * 60 * 60 * 1000);
const weekdayAndTime = (instant: Date, timeZone: string): string => {
  const local = toLocalTime(instant, timeZone);
  return `${days[new Date(`${local}Z`).getUTCDay()]} ${local.slice(11)}`;
};

test.each(instants)("a site seeded at %s has its events on the right evenings, before and after that day", (at) => {
  const now = new Date(at);
  const times = scheduleEvents(events, now);
  const seen = events.map(({ key, date, timeZone }, index) => {
    const { startsAt, doorsAt, endsAt } = times[index]!;
    const daysAway = dayNumber(startsAt, timeZone) - dayNumber(now, timeZone);
    return {
      key,
      start: weekdayAndTime(startsAt, timeZone),
      doors: weekdayAndTime(doorsAt, timeZone),
      hours: (endsAt.getTime() - startsAt.getTime()) / 3_600_000,
      isOpenFirst: doorsAt < startsAt,
      near:
        date.weeks > 0
          ? daysAway > (date.weeks - 1) * 7 && daysAway <= date.weeks * 7
          : daysAway >= date.weeks * 7 && daysAway < (date.weeks + 1) * 7,
      isPast: endsAt < now,
      isAhead: startsAt > now,
    };
  });
  expect(seen).toEqual(
    events.map(({ key, date }) => ({
      key,
      start: `${date.weekday} ${date.starts}`,
      doors: `${date.weekday} ${date.doors}`,
      hours: date.hours,
      isOpenFirst: true,
      near: true,
      isPast: date.weeks < 0,
      isAhead: date.weeks > 0,
    })),
  );
});

test.each(instants)(
  "seen from %s, a promoter's time is on its day at its local hour, and ahead if it is to come",
  (at) => {
    const now = new Date(at);
    for (const timeZone of ["America/New_York", "America/Port_of_Spain"]) {
      for (const away of [-12, -1, 1, 8]) {
        const time = promoterTime(now, away, "10:00", timeZone);
        expect(toLocalTime(time, timeZone).slice(11)).toBe("10:00");
        expect(dayNumber(time, timeZone) - dayNumber(now, timeZone)).toBe(away);
        expect(time > now).toBe(away > 0);
      }
    }
  },
);
