import { instantAt, toLocalTime } from "#contract/zoned-time.ts";

/** When an event takes place: UTC instants, and the zone that shows them. */
export type Times = { startsAt: string; doorsAt: string | null; endsAt: string; timeZone: string };

const dayMs = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const startOf = (day: string) => Date.parse(`${day}T00:00Z`);

/** A local time in milliseconds, as if it were UTC. */
const wallMs = (instant: string, timeZone: string) => Date.parse(`${toLocalTime(instant, timeZone)}Z`);

/** Moves an event on its zone's clock, or to another zone's clock: 10 PM stays 10 PM when daylight saving changes. */
function moveBy({ startsAt, doorsAt, endsAt, timeZone }: Times, ms: number, newZone = timeZone): Times {
  const move = (instant: string) =>
    instantAt(new Date(wallMs(instant, timeZone) + ms).toISOString().slice(0, 16), newZone) ?? instant;
  return {
    timeZone: newZone,
    startsAt: move(startsAt),
    doorsAt: doorsAt === null ? null : move(doorsAt),
    endsAt: move(endsAt),
  };
}

/** The same wall-clock times in another zone: what was typed stays, the instants move. */
export const moveClock = (times: Times, timeZone: string) => moveBy(times, 0, timeZone);

/** The same event with another start: doors and end move with it, on the zone's clock. */
export function moveStart(times: Times, startsAt: string): Times {
  const by = wallMs(startsAt, times.timeZone) - wallMs(times.startsAt, times.timeZone);
  return { ...moveBy(times, by), startsAt };
}

/** The event's hours on another day in its own zone. */
export function timesOn(times: Times, day: string): Omit<Times, "timeZone"> {
  const today = toLocalTime(times.startsAt, times.timeZone).slice(0, 10);
  const { timeZone: _, ...moved } = moveBy(times, startOf(day) - startOf(today));
  return moved;
}

/** Next Saturday, 10 PM to 4 AM in the given zone: a default date that does not depend on the browser's zone. */
export function nextSaturday(now: number, timeZone: string): Times {
  const today = startOf(toLocalTime(now, timeZone).slice(0, 10));
  const saturday = today + ((6 - new Date(today).getUTCDay() + 7) % 7 || 7) * dayMs;
  const at = (day: number, clock: string) => instantAt(`${dayOf(day)}T${clock}`, timeZone)!;
  return {
    timeZone,
    startsAt: at(saturday, "22:00"),
    doorsAt: at(saturday, "21:00"),
    endsAt: at(saturday + dayMs, "04:00"),
  };
}

export type Rhythm = "weekly" | "biweekly" | "monthly";
const daysOf = { weekly: 7, biweekly: 14 };

/** `2026-11-28` moved by a number of steps. Monthly keeps the weekday's position: a last Friday stays the last. */
export function stepDay(day: string, rhythm: Rhythm, steps: number): string {
  const first = new Date(startOf(day));
  if (rhythm !== "monthly") return dayOf(first.getTime() + steps * daysOf[rhythm] * dayMs);
  const place = Math.ceil(first.getUTCDate() / 7);
  const isLast = new Date(first.getTime() + 7 * dayMs).getUTCMonth() !== first.getUTCMonth();
  const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + steps, 1));
  const offset = (first.getUTCDay() - month.getUTCDay() + 7) % 7;
  const ms = month.getTime() + (offset + (isLast ? 4 : place - 1) * 7) * dayMs;
  const isNextMonth = new Date(ms).getUTCMonth() !== month.getUTCMonth();
  return dayOf(isNextMonth ? ms - 7 * dayMs : ms);
}

/** Dates of a series after the first one, `count` of them. */
export const runDays = (first: string, rhythm: Rhythm, count: number): string[] =>
  Array.from({ length: count }, (_, index) => stepDay(first, rhythm, index + 1));
