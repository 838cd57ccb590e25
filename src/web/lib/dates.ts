const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making an Intl formatter costs about 50 µs and a server renders many dates, so each is made once. */
function formatterFor(zone: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name}|${zone}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone });
    formatters.set(key, formatter);
  }
  return formatter;
}

type Instant = string | number | Date;
const at = (instant: Instant) => new Date(instant);

// Engines disagree on the narrow no-break space before AM/PM, and server and browser must print the same letters.
const plainSpaces = (text: string) => text.replace(/[\u202f\u00a0]/g, " ");

const print = (instant: Instant, zone: string, name: string, options: Intl.DateTimeFormatOptions) =>
  plainSpaces(formatterFor(zone, name, options).format(at(instant)));

/** "November 28, 2026 at 10:00 PM EST", in the zone of the event. */
export const formatLongDate = (instant: Instant, zone: string) =>
  print(instant, zone, "long", { dateStyle: "long" }) +
  ` at ` +
  print(instant, zone, "time-zone", { hour: "2-digit", minute: "2-digit", timeZoneName: "short" });

/** "Sat, Nov 28" */
export const formatDay = (instant: Instant, zone: string) =>
  print(instant, zone, "day", { weekday: "short", month: "short", day: "numeric" });

/** "Nov 28, 2026" */
export const formatShortDate = (instant: Instant, zone: string) =>
  print(instant, zone, "short", { month: "short", day: "numeric", year: "numeric" });

/** "10:00 PM" */
export const formatTime = (instant: Instant, zone: string) =>
  print(instant, zone, "time", { hour: "numeric", minute: "2-digit" });

/** The parts of a date for setting in large type: { weekday: "Sat", day: "28", month: "Nov", year: "2026" }. */
export function dateParts(instant: Instant, zone: string) {
  const parts = formatterFor(zone, "parts", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  }).formatToParts(at(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  return { weekday: part("weekday"), day: part("day"), month: part("month"), year: part("year") };
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"} ago`;

/** "40 seconds ago" up to "7 days ago", then a short date. A clock that runs ahead reads as "0 seconds ago". */
export function formatRelative(instant: Instant, now: Instant, zone: string): string {
  const seconds = Math.max(0, Math.floor((at(now).getTime() - at(instant).getTime()) / 1000));
  if (seconds < minute) return ago(seconds, "second");
  if (seconds < hour) return ago(Math.floor(seconds / minute), "minute");
  if (seconds < day) return ago(Math.floor(seconds / hour), "hour");
  if (seconds <= 7 * day) return ago(Math.floor(seconds / day), "day");
  return formatShortDate(instant, zone);
}
