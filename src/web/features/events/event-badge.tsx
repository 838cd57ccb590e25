import type { EventSummary, EventSaleStatus } from "#contract/events.ts";
import { Badge, type BadgeLabel } from "#web/ui/badge.tsx";

const said: Partial<Record<EventSaleStatus, BadgeLabel>> = {
  nearly_gone: { label: "Almost gone", tone: "soon" },
  scheduled: { label: "On sale soon", tone: "plain" },
  sold_out: { label: "Sold out", tone: "gone" },
  free: { label: "Free", tone: "good" },
};

/** An event's sale status for a buyer. An event that is simply on sale needs no badge: the price shows it. */
function SaleBadge({ status, onPoster = false }: { status: EventSaleStatus; onPoster?: boolean }) {
  const badge = said[status];
  if (!badge) return null;
  return <Badge tone={onPoster && badge.tone === "plain" ? "on-poster" : badge.tone}>{badge.label}</Badge>;
}

/** An event's most important status: canceled or postponed, otherwise its sale status. */
export function EventBadge({ event }: { event: Pick<EventSummary, "status" | "saleStatus"> }) {
  if (event.status === "canceled") return <Badge tone="gone">Canceled</Badge>;
  if (event.status === "postponed") return <Badge tone="soon">Postponed</Badge>;
  return <SaleBadge status={event.saleStatus} onPoster />;
}
