import { instantAt, toLocalTime } from "#web/lib/zoned-time.ts";
import type { Times } from "./times-fields.tsx";

/** Next Saturday, 10 PM to 4 AM in the given zone: a default date that does not depend on the browser's zone. */
export function nextSaturday(now: number, timeZone: string): Times {
  const today = toLocalTime(now, timeZone).slice(0, 10);
  const day = new Date(`${today}T00:00Z`);
  day.setUTCDate(day.getUTCDate() + ((6 - day.getUTCDay() + 7) % 7 || 7));
  const saturday = day.toISOString().slice(0, 10);
  day.setUTCDate(day.getUTCDate() + 1);
  const sunday = day.toISOString().slice(0, 10);
  return {
    timeZone,
    startsAt: instantAt(`${saturday}T22:00`, timeZone)!,
    doorsAt: instantAt(`${saturday}T21:00`, timeZone)!,
    endsAt: instantAt(`${sunday}T04:00`, timeZone)!,
  };
}

/** The same wall-clock times in another zone: what was typed stays, the instants move. */
export function moveClock(times: Times, timeZone: string): Times {
  const move = (instant: string) => instantAt(toLocalTime(instant, times.timeZone), timeZone) ?? instant;
  return {
    timeZone,
    startsAt: move(times.startsAt),
    doorsAt: times.doorsAt === null ? null : move(times.doorsAt),
    endsAt: move(times.endsAt),
  };
}

/** The same event with another start: doors and end move with it, on the zone's clock. */
export function moveStart(times: Times, startsAt: string): Times {
  const { timeZone } = times;
  const wall = (instant: string) => Date.parse(`${toLocalTime(instant, timeZone)}Z`);
  const by = wall(startsAt) - wall(times.startsAt);
  const move = (instant: string) =>
    instantAt(new Date(wall(instant) + by).toISOString().slice(0, 16), timeZone) ?? instant;
  return {
    timeZone,
    startsAt,
    doorsAt: times.doorsAt === null ? null : move(times.doorsAt),
    endsAt: move(times.endsAt),
  };
}
