import type { EventSummary } from "#contract/events.ts";
import { Badge } from "#web/ui/badge.tsx";
import { SaleBadge } from "./sale-badge.tsx";

/** An event's most important status: canceled or postponed, otherwise its sale status. */
export function EventBadge({ event }: { event: Pick<EventSummary, "status" | "saleStatus"> }) {
  if (event.status === "canceled") return <Badge tone="gone">Canceled</Badge>;
  if (event.status === "postponed") return <Badge tone="soon">Postponed</Badge>;
  return <SaleBadge status={event.saleStatus} onPoster />;
}
