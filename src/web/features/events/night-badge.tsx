import type { EventSummary } from "#contract/events.ts";
import { Badge } from "#web/ui/badge.tsx";
import { SaleBadge } from "./sale-badge.tsx";

/** What there is to know of a night at a glance: that it is off or put off before anything about its sale. */
export function NightBadge({ event }: { event: Pick<EventSummary, "state" | "saleState"> }) {
  if (event.state === "cancelled") return <Badge tone="gone">Cancelled</Badge>;
  if (event.state === "postponed") return <Badge tone="soon">Postponed</Badge>;
  return <SaleBadge state={event.saleState} onPoster />;
}
