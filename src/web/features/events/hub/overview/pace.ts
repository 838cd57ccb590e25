import type { EventSales } from "#contract/events/sales.ts";
import { addDays } from "#web/lib/dates.ts";

/** Tickets sold up to the end of each day, from the first sale on. */
export function paceOf(days: EventSales["days"], today: string): { day: string; tickets: number; total: number }[] {
  const first = days[0];
  if (!first) return [];
  const last = days.at(-1)!.day > today ? days.at(-1)!.day : today;
  const soldOn = new Map(days.map(({ day, tickets }) => [day, tickets]));
  const pace = [];
  let total = 0;
  for (let { day } = first; day <= last; day = addDays(day, 1)) {
    const tickets = soldOn.get(day) ?? 0;
    total += tickets;
    pace.push({ day, tickets, total });
  }
  return pace;
}

/** The share of its capacity that the middle one of some events had sold, from 0 to 1; undefined without events. */
export function usualShare(earlier: EventSales["earlier"]): number | undefined {
  const shares = earlier
    .filter(({ capacity }) => capacity > 0)
    .map(({ soldByThen, capacity }) => soldByThen / capacity)
    .toSorted((a, b) => a - b);
  return shares[Math.floor((shares.length - 1) / 2)];
}
