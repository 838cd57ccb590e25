import type { TicketType } from "#contract/events.ts";
import { formatLongDate } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Badge } from "#web/ui/badge.tsx";
import { countDown } from "./count-down.ts";

/** A ticket type's status for a buyer. Shows nothing while it is simply on sale: the stepper beside it says that. */
export function TypeStatus({ type, timeZone }: { type: TicketType; timeZone: string }) {
  if (type.status === "sold_out") return <Badge tone="gone">Sold out</Badge>;
  if (type.status === "ended") return <Badge>Sales ended</Badge>;
  if (type.status === "scheduled") return <Scheduled type={type} timeZone={timeZone} />;
  return (
    <>
      {type.nearlyGone && <Badge tone="soon">{type.available ? `Only ${type.available} left` : "Almost gone"}</Badge>}
      {type.salesEndAt && <Closing closesAt={type.salesEndAt} />}
    </>
  );
}

/** What opens it: the price tier before it selling out, or a date. */
function Scheduled({ type: { salesStartAt: opensAt, opensAfter }, timeZone }: { type: TicketType; timeZone: string }) {
  const now = useNow();
  const isAhead = opensAt !== null && Date.parse(opensAt) > now;
  if (opensAfter && !isAhead)
    return <p className="text-sm font-semibold text-mango">On sale when {opensAfter} sells out</p>;
  if (!opensAt) return <Badge tone="soon">On sale soon</Badge>;
  const left = countDown(opensAt, now);
  return (
    <p className="text-sm font-semibold text-mango">
      {left && <>On sale in {left} · </>}
      {left ? "" : "On sale "}
      <time dateTime={opensAt}>{formatLongDate(opensAt, timeZone)}</time>
    </p>
  );
}

/** Shown only when the end is near; before that it is noise. */
function Closing({ closesAt }: { closesAt: string }) {
  const left = countDown(closesAt, useNow());
  if (!left) return null;
  return (
    <p className="text-sm font-semibold text-mango">
      Sales end in <time dateTime={closesAt}>{left}</time>
    </p>
  );
}
