import { isBuyable } from "#contract/events/buyable.ts";
import type { EventSummary } from "#contract/events/events.ts";

/** True if none of the next events can be bought, so the home page has to look further ahead for one to lead with. */
export const mustLookFurther = ({ items, total }: { items: EventSummary[]; total: number }): boolean =>
  total > items.length && !items.some(isBuyable);

/** What is worth more, when nothing can be bought: what may come back, what will be on sale, what at least takes place. */
const worth = ({ status, saleStatus }: EventSummary): number => {
  if (status !== "on") return status === "postponed" ? 1 : 0;
  return { in_carts: 4, scheduled: 3, sold_out: 2, ended: 2, on_sale: 5, nearly_gone: 5, free: 5 }[saleStatus];
};

/** The event that the home page leads with: the next one that can be bought, otherwise the best of the rest. */
export function leadEvent(events: EventSummary[]): EventSummary | undefined {
  return events.toSorted((a, b) => worth(b) - worth(a))[0];
}
