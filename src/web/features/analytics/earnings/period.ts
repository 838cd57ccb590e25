import { addDays, isDay } from "#web/lib/dates.ts";

export type Period = { from: string; to: string };

/** The periods that an owner asks for, by their name in the list. */
export function periodsOf(today: string): { label: string; period: Period }[] {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const first = (ofYear: number, ofMonth: number) =>
    new Date(Date.UTC(ofYear, ofMonth - 1, 1)).toISOString().slice(0, 10);
  return [
    { label: "Last 28 days", period: { from: addDays(today, -27), to: today } },
    { label: "This month", period: { from: first(year, month), to: today } },
    { label: "Last month", period: { from: first(year, month - 1), to: addDays(first(year, month), -1) } },
    { label: "This year", period: { from: first(year, 1), to: today } },
    { label: "Last year", period: { from: first(year - 1, 1), to: `${year - 1}-12-31` } },
  ];
}

/** The most days that the server sums. */
const max = 731;

/** The period in a URL, with invalid days corrected: the 28 days up to today by default, two years at most. */
export function readPeriod(search: URLSearchParams, today: string): Period {
  const to = search.get("to");
  const from = search.get("from");
  const last = isDay(to) && to <= today ? to : today;
  const first = isDay(from) && from <= last ? from : addDays(last, -27);
  const earliest = addDays(last, 1 - max);
  return { from: first < earliest ? earliest : first, to: last };
}
