const dayMs = 86_400_000;

/** `2026-11-28`: the day of an instant on the clock of a zone. */
export const dayOf = (instant: number, timeZone: string) =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(instant);

/** The day so many days after another; before it when negative. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

export type Range = { from: string; to: string };

/** Ranges that are one press away, by their number of days, today counted. */
export const presets = [7, 28, 90, 365] as const;

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** The range that an address names, set right where it cannot be meant: 28 days to today unless said, 400 days at most. */
export function readRange(search: URLSearchParams, today: string): Range {
  const to = search.get("to");
  const from = search.get("from");
  const last = isDay(to) && to <= today ? to : today;
  const first = isDay(from) && from <= last ? from : addDays(last, -27);
  const earliest = addDays(last, -399);
  return { from: first < earliest ? earliest : first, to: last };
}
