/** Converts between local times in an event's time zone and instants. Only the given zone counts. */

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** True for IANA names, including `UTC`. False for offsets, which don't know daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^(?:UTC|[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+)$/.test(name)) return false;
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The zone's local time as milliseconds, as if it were UTC. */
function shownMs(instantMs: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instantMs);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/** `2026-11-28T22:00`: an instant as local time in the zone. */
export function toLocalTime(instant: string | number | Date, timeZone: string): string {
  return new Date(shownMs(new Date(instant).getTime(), timeZone)).toISOString().slice(0, 16);
}

/**
 * The instants of a local time `2026-11-28T22:00` in a zone, earliest first. Usually one; none in the hour that is
 * skipped in spring; two in the hour that repeats in fall.
 */
export function instantsAt(localTime: string, timeZone: string): string[] {
  const localMs = Date.parse(`${localTime}Z`);
  if (Number.isNaN(localMs)) return [];
  // Every candidate instant has the zone's offset from a day before or from a day after.
  const offsets = new Set([localMs - dayMs, localMs, localMs + dayMs].map((at) => shownMs(at, timeZone) - at));
  return [...offsets]
    .map((offset) => localMs - offset)
    .filter((at) => shownMs(at, timeZone) === localMs)
    .toSorted((a, b) => a - b)
    .map((at) => new Date(at).toISOString());
}

/**
 * The instant of a local time. In an hour that repeats, the first one, unless `later` is set. A skipped time becomes
 * the time an hour later, as clocks do.
 */
export function instantAt(localTime: string, timeZone: string, later = false): string | undefined {
  const found = instantsAt(localTime, timeZone);
  if (found.length > 0) return later ? found.at(-1) : found[0];
  const localMs = Date.parse(`${localTime}Z`);
  if (Number.isNaN(localMs)) return undefined;
  const before = shownMs(localMs - dayMs, timeZone) - (localMs - dayMs);
  return new Date(localMs - before).toISOString();
}
