import { addDays, isDay } from "#web/lib/days.ts";

export type Range = { from: string; to: string };

/** The preset ranges in days, including today. */
export const presets = [7, 28, 90, 365] as const;

/** The range in a URL, with invalid values corrected: the 28 days up to today by default, 400 days at most. */
export function readRange(search: URLSearchParams, today: string): Range {
  const to = search.get("to");
  const from = search.get("from");
  const last = isDay(to) && to <= today ? to : today;
  const first = isDay(from) && from <= last ? from : addDays(last, -27);
  const earliest = addDays(last, -399);
  return { from: first < earliest ? earliest : first, to: last };
}
