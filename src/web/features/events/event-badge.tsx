import type { EventSummary, EventSaleStatus } from "#contract/events/events.ts";
import { Badge, type BadgeLabel } from "#web/ui/badge.tsx";
import { useNow } from "#web/lib/use-now.ts";

/** The statuses that a buyer needs to know. An event that is simply on sale needs no badge: the price shows it. */
const badges: Partial<Record<EventSaleStatus | EventSummary["status"], BadgeLabel>> = {
  canceled: { label: "Canceled", tone: "gone" },
  postponed: { label: "Postponed", tone: "soon" },
  nearly_gone: { label: "Almost gone", tone: "soon" },
  in_carts: { label: "All in carts", tone: "soon" },
  scheduled: { label: "On sale soon", tone: "on-poster" },
  sold_out: { label: "Sold out", tone: "gone" },
  free: { label: "Free", tone: "good" },
};

/** An event's most important status: canceled or postponed, otherwise its sale status. */
export function EventBadge({ event }: { event: Pick<EventSummary, "status" | "saleStatus"> }) {
  const badge = badges[event.status === "on" ? event.saleStatus : event.status];
  return badge && <Badge tone={badge.tone}>{badge.label}</Badge>;
}

/**
 * True once the event has ended. Its saleStatus alone does not show that: sales may end long before the event. A
 * postponed event is still to come, whatever its old date was.
 */
export const useIsOver = ({ endsAt, status }: Pick<EventSummary, "endsAt" | "status">) =>
  Date.parse(endsAt) <= useNow() && status !== "postponed";
