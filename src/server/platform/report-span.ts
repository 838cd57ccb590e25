/** Why a date range can't be reported. */
type SpanError = "zone" | "order" | "length";

const dayMs = 86_400_000;
const usualDays = 28;

/** Days that a report covers, both included. */
export interface Days {
  from: string;
  to: string;
}

/**
 * First and last day of a report, both included: the last 28 days unless the query says otherwise.
 *
 * @param today in the report's time zone
 */
export function spanOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
  maxDays = 400,
): Days | SpanError {
  const last = to ?? today;
  const first = from ?? addDays(last, 1 - usualDays);
  if (first > last) return "order";
  if (countDays({ from: first, to: last }) > maxDays) return "length";
  return { from: first, to: last };
}

/** How many days a range has. */
export const countDays = ({ from, to }: Days): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** The day so many days after one; before it if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The days that a period is compared with; null for none. */
export function daysBefore(days: Days, compare: "none" | "previous" | "year"): Days | null {
  if (compare === "none") return null;
  if (compare === "previous") {
    const length = countDays(days);
    return { from: addDays(days.from, -length), to: addDays(days.to, -length) };
  }
  return { from: yearBefore(days.from), to: yearBefore(days.to) };
}

/** The same day a year earlier; February 28 for a leap day. */
function yearBefore(day: string): string {
  const year = Number(day.slice(0, 4)) - 1;
  const same = `${year}${day.slice(4)}`;
  return day.endsWith("-02-29") ? `${year}-02-28` : same;
}

/** One or two days are shown by hour. */
export const stepOf = (days: Days): "hour" | "day" => (countDays(days) <= 2 ? "hour" : "day");

/** True for a time zone that Intl knows by name. */
export function isZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions();
    return timeZone !== "" && /^[A-Za-z][\w+/-]*$/.test(name);
  } catch {
    return false;
  }
}
