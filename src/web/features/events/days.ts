import { dayOf, formatCalendarDay, formatTime, addDays } from "#web/lib/dates.ts";
import type { EventMarker } from "#contract/events/markers.ts";

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: string) => new Date(day).getUTCDay();

/** The month some months later or earlier, "2026-11". */
export function addMonths(month: string, months: number): string {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year!, number! - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The weeks of a month from Sunday to Saturday; days of the adjacent months fill the first and last weeks. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const start = addDays(first, -weekdayOf(first));
  const end = `${addMonths(month, 1)}-01`;
  const weeks: string[][] = [];
  for (let sunday = start; sunday < end; sunday = addDays(sunday, 7))
    weeks.push(Array.from({ length: 7 }, (_none, place) => addDays(sunday, place)));
  return weeks;
}

const inUtc = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Date(day).toLocaleDateString("en-US", { ...options, timeZone: "UTC" });

/** "November 2026" */
export const monthName = (month: string) => inUtc(`${month}-01`, { month: "long", year: "numeric" });
/** "Saturday, November 28" */
export const dayName = (day: string) => inUtc(day, { weekday: "long", month: "long", day: "numeric" });

/** Friday to Sunday of a day's week; from Friday on, only the days that are left. */
export function weekendOf(day: string): { from: string; to: string } {
  const weekday = weekdayOf(day);
  const sunday = addDays(day, (7 - weekday) % 7);
  const friday = addDays(sunday, -2);
  return { from: friday > day ? friday : day, to: sunday };
}

type Dated = { startsAt: string; endsAt: string; timeZone: string };

const smallHoursMs = 6 * 3_600_000;

/** An event's last day in its own zone. The small hours belong to the day before, as in the server's lists. */
const lastDayOf = ({ startsAt, endsAt, timeZone }: Dated): string =>
  dayOf(Math.max(Date.parse(startsAt), Date.parse(endsAt) - smallHoursMs), timeZone);

/** The days of a month on which an event takes place, at least one: the server lists what still runs on the first. */
export function daysIn(month: string, event: Dated): string[] {
  const first = dayOf(event.startsAt, event.timeZone);
  const start = first > `${month}-01` ? first : `${month}-01`;
  const last = lastDayOf(event);
  const days = [start];
  for (let day = addDays(start, 1); day <= last && day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return days;
}

/** When an event is, on one of its days: "10:00 PM" on the first, "until Mon, Jun 7" on the others. */
export const timeOn = (day: string, event: EventMarker): string =>
  day === dayOf(event.startsAt, event.timeZone)
    ? formatTime(event.startsAt, event.timeZone)
    : `until ${formatCalendarDay(lastDayOf(event))}`;
