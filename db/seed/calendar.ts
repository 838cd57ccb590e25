import { instantAt, toLocalTime } from "#contract/zoned-time.ts";
import type { DemoDate, DemoEvent } from "./event.ts";

/** When a demo event takes place on this site. */
export interface EventTimes {
  startsAt: Date;
  doorsAt: Date;
  endsAt: Date;
}

const day = 24 * 60 * 60 * 1000;
/** As `Date` counts them. */
const weekdays = { sunday: 0, friday: 5, saturday: 6 };

/**
 * Turns weekdays and local times into instants, seen from `now` in each event's own time zone. An upcoming event starts
 * on a later day than today, and a past one on an earlier day.
 */
export function scheduleEvents(events: Pick<DemoEvent, "date" | "timeZone">[], now: Date): EventTimes[] {
  return events.map(({ date, timeZone }) => {
    const on = dayOf(date, toLocalTime(now, timeZone).slice(0, 10));
    const at = (time: string) => new Date(instantAt(`${on}T${time}`, timeZone)!);
    const startsAt = at(date.starts);
    return { startsAt, doorsAt: at(date.doors), endsAt: new Date(startsAt.getTime() + date.hours * 60 * 60 * 1000) };
  });
}

/**
 * A time that a promoter would choose: so many days from now (or before it) at a local time, such as `10:00`, whenever
 * the demo is made.
 */
export function promoterTime(now: Date, days: number, time: string, timeZone = "America/New_York"): Date {
  const today = new Date(toLocalTime(now, timeZone).slice(0, 10));
  return new Date(instantAt(`${new Date(today.getTime() + days * day).toISOString().slice(0, 10)}T${time}`, timeZone)!);
}

/** A calendar day, `2026-11-28`, from another one. UTC has no clock changes, so that a day is always a day. */
function dayOf({ weeks, weekday }: DemoDate, today: string): string {
  const from = new Date(today);
  const later = weekdays[weekday] - from.getUTCDay();
  const days = weeks > 0 ? oneToSeven(later) + (weeks - 1) * 7 : (weeks + 1) * 7 - oneToSeven(-later);
  return new Date(from.getTime() + days * day).toISOString().slice(0, 10);
}

/** The same weekday: today never counts. */
const oneToSeven = (days: number) => ((days + 13) % 7) + 1;
