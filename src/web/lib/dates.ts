import type { EventStatus } from "#contract/events/events.ts";
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

/** The date of an instant in a time zone, "2026-11-28". */
export function dayOf(instant: Instant, zone: string): string {
  const [month, day, year] = print(instant, zone, "date", { year: "numeric", month: "2-digit", day: "2-digit" }).split(
    "/",
  );
  return `${year}-${month}-${day}`;
}

/** "22:00" */
export const clockTimeOf = (instant: Instant, zone: string) =>
  print(instant, zone, "clock", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** A calendar day such as 2026-11-28, the same day everywhere: "Sat, Nov 28" */
export const formatCalendarDay = (day: string) => formatDay(`${day}T12:00:00Z`, "UTC");

/** "Nov 28, 2026" */
export const formatShortDate = (instant: Instant, zone: string) =>
  print(instant, zone, "short", { month: "short", day: "numeric", year: "numeric" });

/** "10:00 PM" */
export const formatTime = (instant: Instant, zone: string) =>
  print(instant, zone, "time", { hour: "numeric", minute: "2-digit" });

/** "EST": what clocks in a zone are called at an instant. */
export const zoneName = (instant: Instant, zone: string) => formatLongDate(instant, zone).split(" ").at(-1)!;

/** The parts of a date, for large type: { weekday: "Sat", day: "28", month: "Nov", year: "2026" }. */
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

/** "Just now", "40 seconds ago" up to "7 days ago", then a short date. Times in the future are just now. */
export function formatRelative(instant: Instant, now: Instant, zone: string): string {
  const seconds = Math.max(0, Math.floor((at(now).getTime() - at(instant).getTime()) / 1000));
  if (seconds === 0) return "just now";
  if (seconds < minute) return ago(seconds, "second");
  if (seconds < hour) return ago(Math.floor(seconds / minute), "minute");
  if (seconds < day) return ago(Math.floor(seconds / hour), "hour");
  if (seconds <= 7 * day) return ago(Math.floor(seconds / day), "day");
  return formatShortDate(instant, zone);
}

/** The visitor's time zone. */
export const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** The day some days later or earlier. Days are dates, not instants, so daylight saving time does not matter. */
export const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

/** True for a date that exists: "2026-02-30" does not. */
export function isDay(text: string | null): text is string {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text ?? "") ? Date.parse(text!) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text!);
}

type Dated = { startsAt: string; timeZone: string; status?: EventStatus | undefined };

/** True while an event has a date. A postponed one has none until staff set a new one; its old date must not be shown. */
export const hasDate = ({ status }: Pick<Dated, "status">): boolean => status !== "postponed";

/** In place of a postponed event's date, in a sentence or as a fact of its own. */
export const noDate = "New date to be announced";
/** The same where there is little room. */
export const noDateShort = "Date TBA";

/** "November 28, 2026 at 10:00 PM EST", in the event's time zone; or that it has no date. */
export const eventDate = (event: Dated): string =>
  hasDate(event) ? formatLongDate(event.startsAt, event.timeZone) : noDate;
