import { instantAt, toLocalTime } from "#web/lib/zoned-time.ts";

export type Rhythm = "weekly" | "fortnightly" | "monthly";
export type DateTimes = { startsAt: string; doorsAt: string | null; endsAt: string };
type Night = DateTimes & { timeZone: string };

const dayMs = 86_400_000;
const daysOf = { weekly: 7, fortnightly: 14 };

/** `2026-11-28` so many steps of a rhythm later. Monthly keeps the weekday's place: the last Friday stays the last one. */
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

/** Days of a run after the first one, at most so many. */
export const runDays = (first: string, rhythm: Rhythm, count: number): string[] =>
  Array.from({ length: count }, (_, index) => stepDay(first, rhythm, index + 1));

/** The night's hours on another day, on its own clock: ten o'clock stays ten o'clock over a change of the clocks. */
export function timesOn(night: Night, day: string): DateTimes {
  const wall = (instant: string) => Date.parse(`${toLocalTime(instant, night.timeZone)}Z`);
  const by =
    Date.parse(`${day}T00:00Z`) - Date.parse(`${toLocalTime(night.startsAt, night.timeZone).slice(0, 10)}T00:00Z`);
  const move = (instant: string) =>
    instantAt(new Date(wall(instant) + by).toISOString().slice(0, 16), night.timeZone) ?? instant;
  return {
    startsAt: move(night.startsAt),
    doorsAt: night.doorsAt === null ? null : move(night.doorsAt),
    endsAt: move(night.endsAt),
  };
}
