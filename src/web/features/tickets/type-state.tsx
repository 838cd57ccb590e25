import type { TicketType } from "#contract/events.ts";
import { formatLongDate } from "#web/lib/dates.ts";
import { Badge } from "#web/ui/badge.tsx";

/** How a ticket type stands for a buyer. Plainly on sale says nothing: the stepper beside it does. */
export function TypeState({ type, timeZone }: { type: TicketType; timeZone: string }) {
  if (type.status === "sold_out") return <Badge tone="gone">Sold out</Badge>;
  if (type.status === "ended") return <Badge>Sales ended</Badge>;
  if (type.status === "scheduled") return <Scheduled opensAt={type.salesStartAt} timeZone={timeZone} />;
  if (type.nearlyGone)
    return <Badge tone="soon">{type.available ? `Only ${type.available} left` : "Nearly gone"}</Badge>;
  return null;
}

function Scheduled({ opensAt, timeZone }: { opensAt: string | null; timeZone: string }) {
  if (!opensAt) return <Badge tone="soon">On sale soon</Badge>;
  return (
    <p className="text-sm font-semibold text-mango">
      Opens <time dateTime={opensAt}>{formatLongDate(opensAt, timeZone)}</time>
    </p>
  );
}
