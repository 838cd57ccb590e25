const formatters = new Map<string, Intl.DateTimeFormat>();

/** An Intl formatter takes about 50 µs to make and the server renders many dates, so each is made once. */
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

// Engines disagree on the narrow no-break space before AM/PM, but server and browser must print the same text.
const plainSpaces = (text: string) => text.replace(/[\u202f\u00a0]/g, " ");

const print = (instant: Instant, zone: string, name: string, options: Intl.DateTimeFormatOptions) =>
  plainSpaces(formatterFor(zone, name, options).format(at(instant)));

/** "November 28, 2026 at 10:00 PM EST", in the event's time zone. */
export const formatLongDate = (instant: Instant, zone: string) =>
  print(instant, zone, "long", { dateStyle: "long" }) +
  ` at ` +
  print(instant, zone, "time-zone", { hour: "2-digit", minute: "2-digit", timeZoneName: "short" });

/** "Sat, Nov 28" */
export const formatDay = (instant: Instant, zone: string) =>
  print(instant, zone, "day", { weekday: "short", month: "short", day: "numeric" });

/** A calendar day such as 2026-11-28, the same day everywhere: "Sat, Nov 28" */
export const formatCalendarDay = (day: string) => formatDay(`${day}T12:00:00Z`, "UTC");

/** "Nov 28, 2026" */
export const formatShortDate = (instant: Instant, zone: string) =>
  print(instant, zone, "short", { month: "short", day: "numeric", year: "numeric" });

/** "10:00 PM" */
export const formatTime = (instant: Instant, zone: string) =>
  print(instant, zone, "time", { hour: "numeric", minute: "2-digit" });

/** The parts of a date, for large type: { weekday: "Sat", day: "28", month: "Nov", year: "2026" }. */
export function dateParts(instant: Instant, zone: string) {
  const options = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
  const parts = formatterFor(zone, "parts", options).formatToParts(at(instant));
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<keyof typeof options, string>;
}

const units = { day: 86_400, hour: 3600, minute: 60, second: 1 };

/** "40 seconds ago" up to "7 days ago", then a short date. Times in the future read as "0 seconds ago". */
export function formatRelative(instant: Instant, now: Instant, zone: string): string {
  const seconds = Math.max(0, Math.floor((at(now).getTime() - at(instant).getTime()) / 1000));
  if (seconds > 7 * units.day) return formatShortDate(instant, zone);
  const [unit, size] = Object.entries(units).find(([, each]) => seconds >= each) ?? ["second", 1];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}
