import type { TicketType } from "#contract/events.ts";
import { formatLongDate } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Badge } from "#web/ui/badge.tsx";
import { countDown } from "./count-down.ts";

/** How a ticket type stands for a buyer. Plainly on sale says nothing: the stepper beside it does. */
export function TypeState({ type, timeZone }: { type: TicketType; timeZone: string }) {
  if (type.status === "sold_out") return <Badge tone="gone">Sold out</Badge>;
  if (type.status === "ended") return <Badge>Sales ended</Badge>;
  if (type.status === "scheduled") return <Scheduled type={type} timeZone={timeZone} />;
  return (
    <>
      {type.nearlyGone && <Badge tone="soon">{type.available ? `Only ${type.available} left` : "Nearly gone"}</Badge>}
      {type.salesEndAt && <Closing closesAt={type.salesEndAt} />}
    </>
  );
}

/** What opens it: the release before it, or the clock. */
function Scheduled({ type: { salesStartAt: opensAt, opensAfter }, timeZone }: { type: TicketType; timeZone: string }) {
  const now = useNow();
  const isAhead = opensAt !== null && Date.parse(opensAt) > now;
  if (opensAfter && !isAhead)
    return <p className="text-sm font-semibold text-mango">Opens when {opensAfter} sells out</p>;
  if (!opensAt) return <Badge tone="soon">On sale soon</Badge>;
  const left = countDown(opensAt, now);
  return (
    <p className="text-sm font-semibold text-mango">
      {left && <>Opens in {left} · </>}
      {left ? "" : "Opens "}
      <time dateTime={opensAt}>{formatLongDate(opensAt, timeZone)}</time>
    </p>
  );
}

/** Said once the end is near; before that it is noise. */
function Closing({ closesAt }: { closesAt: string }) {
  const left = countDown(closesAt, useNow());
  if (!left) return null;
  return (
    <p className="text-sm font-semibold text-mango">
      Sales end in <time dateTime={closesAt}>{left}</time>
    </p>
  );
}
