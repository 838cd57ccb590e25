import type { EventSaleStatus } from "#contract/events.ts";
import { Badge, type BadgeLabel } from "#web/ui/badge.tsx";

const said: Partial<Record<EventSaleStatus, BadgeLabel>> = {
  nearly_gone: { label: "Almost gone", tone: "soon" },
  scheduled: { label: "On sale soon", tone: "plain" },
  sold_out: { label: "Sold out", tone: "gone" },
  free: { label: "Free", tone: "good" },
};

/** An event's sale status for a buyer. An event that is simply on sale needs no badge: the price shows it. */
export function SaleBadge({ status, onPoster = false }: { status: EventSaleStatus; onPoster?: boolean }) {
  const badge = said[status];
  if (!badge) return null;
  return <Badge tone={onPoster && badge.tone === "plain" ? "on-poster" : badge.tone}>{badge.label}</Badge>;
}
