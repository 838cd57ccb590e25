/** Times as a night's own clock shows them, and the instants they are. No zone but the one that is named ever counts. */

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

/** True for names of the IANA database, `UTC` among them; an offset is no zone: it knows no summer. */
export function isTimeZone(name: string): boolean {
  if (!/^(?:UTC|[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+)$/.test(name)) return false;
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

/** What the zone's clock shows, counted as if it were UTC. */
function shownMs(instantMs: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(instantMs);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

/** `2026-11-28T22:00`, as the zone's clock shows an instant. */
export function toLocalTime(instant: string | number | Date, timeZone: string): string {
  return new Date(shownMs(new Date(instant).getTime(), timeZone)).toISOString().slice(0, 16);
}

/**
 * The instants at which a zone's clock shows a local time `2026-11-28T22:00`, the first one first: one, as a rule; none
 * in the hour that is skipped in spring; two in the hour that comes twice in autumn.
 */
export function instantsAt(localTime: string, timeZone: string): string[] {
  const wanted = Date.parse(`${localTime}Z`);
  if (Number.isNaN(wanted)) return [];
  // The clock changes by its offset a day before and a day after: every instant in question has one of the two.
  const offsets = new Set([wanted - dayMs, wanted, wanted + dayMs].map((at) => shownMs(at, timeZone) - at));
  return [...offsets]
    .map((offset) => wanted - offset)
    .filter((at) => shownMs(at, timeZone) === wanted)
    .toSorted((a, b) => a - b)
    .map((at) => new Date(at).toISOString());
}

/**
 * The instant of a local time. Of an hour that comes twice the first one, unless the later is asked for; a time that is
 * skipped becomes the one an hour later, as clocks do.
 */
export function instantAt(localTime: string, timeZone: string, later = false): string | undefined {
  const found = instantsAt(localTime, timeZone);
  if (found.length > 0) return later ? found.at(-1) : found[0];
  const wanted = Date.parse(`${localTime}Z`);
  if (Number.isNaN(wanted)) return undefined;
  const before = shownMs(wanted - dayMs, timeZone) - (wanted - dayMs);
  return new Date(wanted - before).toISOString();
}
