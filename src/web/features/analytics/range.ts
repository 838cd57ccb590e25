const dayMs = 86_400_000;

/** `2026-11-28`: the day of an instant in a time zone. */
export const dayOf = (instant: number, timeZone: string) =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(instant);

/** The day that many days later, or earlier if negative. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

export type Range = { from: string; to: string };

/** The preset ranges in days, including today. */
export const presets = [7, 28, 90, 365] as const;

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** The range in a URL, with invalid values corrected: the 28 days up to today by default, 400 days at most. */
export function readRange(search: URLSearchParams, today: string): Range {
  const to = search.get("to");
  const from = search.get("from");
  const last = isDay(to) && to <= today ? to : today;
  const first = isDay(from) && from <= last ? from : addDays(last, -27);
  const earliest = addDays(last, -399);
  return { from: first < earliest ? earliest : first, to: last };
}
