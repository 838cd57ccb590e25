import { addDays } from "#web/lib/days.ts";

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
