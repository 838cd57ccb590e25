import { instantAt, toLocalTime } from "#web/lib/zoned-time.ts";

export type Rhythm = "weekly" | "biweekly" | "monthly";
export type DateTimes = { startsAt: string; doorsAt: string | null; endsAt: string };
type ZonedTimes = DateTimes & { timeZone: string };

const dayMs = 86_400_000;
const daysOf = { weekly: 7, biweekly: 14 };

/** `2026-11-28` moved by a number of steps. Monthly keeps the weekday's position: a last Friday stays the last. */
export function stepDay(day: string, rhythm: Rhythm, steps: number): string {
  const first = new Date(`${day}T00:00Z`);
  if (rhythm !== "monthly")
    return new Date(first.getTime() + steps * daysOf[rhythm] * dayMs).toISOString().slice(0, 10);
  const place = Math.ceil(first.getUTCDate() / 7);
  const isLast = new Date(first.getTime() + 7 * dayMs).getUTCMonth() !== first.getUTCMonth();
  const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + steps, 1));
  const offset = (first.getUTCDay() - month.getUTCDay() + 7) % 7;
  const days = [0, 1, 2, 3, 4]
    .map((week) => new Date(month.getTime() + (offset + week * 7) * dayMs))
    .filter((date) => date.getUTCMonth() === month.getUTCMonth());
  return ((isLast ? days.at(-1) : days[place - 1]) ?? days.at(-1)!).toISOString().slice(0, 10);
}

/** Dates of a series after the first one, `count` of them. */
export const runDays = (first: string, rhythm: Rhythm, count: number): string[] =>
  Array.from({ length: count }, (_, index) => stepDay(first, rhythm, index + 1));

/** The event's hours on another day in its own zone: 10 PM stays 10 PM across daylight saving changes. */
export function timesOn(event: ZonedTimes, day: string): DateTimes {
  const wall = (instant: string) => Date.parse(`${toLocalTime(instant, event.timeZone)}Z`);
  const by =
    Date.parse(`${day}T00:00Z`) - Date.parse(`${toLocalTime(event.startsAt, event.timeZone).slice(0, 10)}T00:00Z`);
  const move = (instant: string) =>
    instantAt(new Date(wall(instant) + by).toISOString().slice(0, 16), event.timeZone) ?? instant;
  return {
    startsAt: move(event.startsAt),
    doorsAt: event.doorsAt === null ? null : move(event.doorsAt),
    endsAt: move(event.endsAt),
  };
}
