import { useQuery, useQueryClient } from "@tanstack/react-query";
import { QrCode as QrIcon } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "#web/lib/router.ts";
import { thingsOf, titlesOf } from "#contract/orders/texts.ts";
import type { Order } from "#contract/orders/orders.ts";
import { groupTickets } from "#web/features/tickets/group-tickets.ts";
import { readKeptTickets, useKeepTickets } from "#web/features/tickets/kept-tickets.ts";
import { myTicketsQuery } from "#web/features/tickets/queries.ts";
import { formatDay, formatTime } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { heldOrdersQuery } from "./queries.ts";
import { formatCountdown, useSecondsLeft } from "./seconds-left.ts";

const TicketViewer = lazyDialog(
  "Your ticket",
  async () => (await import("#web/features/tickets/ticket-viewer.tsx")).TicketViewer,
);

const freshMs = 10_000;
const pollMs = 15_000;

export function OwnStrips({ eventId }: { eventId?: number | undefined }) {
  return (
    <>
      <HeldOrderStrip />
      <TicketStrip eventId={eventId} />
    </>
  );
}

type StripProps = { label: string; title: ReactNode; detail: ReactNode; action: ReactNode; isUrgent?: boolean };

function Strip({ label, title, detail, action, isUrgent = false }: StripProps) {
  return (
    <aside aria-label={label} className={`border-b border-line ${isUrgent ? "bg-mango-wash" : "bg-raised"}`}>
      <div className="measure flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
        <div className="min-w-0 flex-1 basis-[min(9rem,100%)]">
          <p className={`eyebrow text-sm ${isUrgent ? "text-mango" : "text-gilt"}`}>{label}</p>
          <p className="flex gap-2">
            <span className="min-w-0 truncate font-semibold">{title}</span>
            <span className="shrink-0 text-muted max-sm:hidden">{detail}</span>
          </p>
        </div>
        {action}
      </div>
    </aside>
  );
}

/** An order that isn't paid yet, with the time left on its hold. */
function HeldOrderStrip() {
  const queryClient = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({
    ...heldOrdersQuery(),
    staleTime: freshMs,
    refetchOnMount: true,
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) => (state.data?.items.length ? pollMs : false),
  });
  // The next page asks anew: the order may be paid by then.
  useEffect(() => () => queryClient.removeQueries(heldOrdersQuery()), [queryClient]);
  const order = data?.items[0];
  const orderId = order?.id;
  // Paid elsewhere, an order turns into tickets.
  useEffect(() => {
    if (orderId === undefined) return undefined;
    return () => void queryClient.invalidateQueries({ queryKey: myTicketsQuery().queryKey });
  }, [orderId, queryClient]);
  return order && <HeldOrderLine key={order.id} order={order} answeredAt={dataUpdatedAt} />;
}

function HeldOrderLine({ order, answeredAt }: { order: Order; answeredAt: number }) {
  const secondsLeft = useSecondsLeft(order.holdSecondsLeft, answeredAt);
  const title = titlesOf(order.events) || `Order ${order.number}`;
  const open = (text: string) => (
    <LinkButton size="sm" to={paths.heldOrder(order.id)}>
      {text}
    </LinkButton>
  );
  if (order.payment?.status === "processing")
    return <Strip label="Payment processing" title={title} detail={order.number} action={open("See order")} />;
  if (!secondsLeft) return null;
  const clock = (
    <span role="timer" aria-label="Time left" className="font-display text-2xl font-extrabold text-mango tabular-nums">
      {formatCountdown(secondsLeft)}
    </span>
  );
  return (
    <Strip
      isUrgent
      label={thingsOf(order) === "tickets" ? "Tickets on hold" : "Order on hold"}
      title={title}
      detail="Not paid yet"
      action={
        <>
          {clock}
          {open("Finish paying")}
        </>
      }
    />
  );
}

/** The person's next event, or the one that the page is about, and its codes for the door. */
function TicketStrip({ eventId }: { eventId: number | undefined }) {
  const { data, dataUpdatedAt, isError } = useQuery({ ...myTicketsQuery(), staleTime: freshMs, refetchOnMount: true });
  useKeepTickets(data, dataUpdatedAt);
  const [isShown, setShown] = useState(false);
  const items = data?.items ?? (isError ? readKeptTickets()?.data.items : undefined) ?? [];
  const usable = items.filter(({ status, isFrozen }) => status === "valid" && !isFrozen);
  const ahead = groupTickets(usable, useNow()).upcoming.filter(({ event }) => event.status !== "canceled");
  const thisEvent = ahead.find(({ event }) => event.id === eventId);
  const next = thisEvent ?? ahead[0];
  if (!next) return null;
  const { event, tickets } = next;
  const when = `${formatDay(event.startsAt, event.timeZone)}, ${formatTime(event.startsAt, event.timeZone)}`;
  return (
    <>
      <Strip
        label={thisEvent ? "You're going" : "Your next event"}
        title={
          thisEvent ? (
            event.title
          ) : (
            <Link to={paths.event(event)} className="block truncate hover:underline">
              {event.title}
            </Link>
          )
        }
        detail={event.status === "postponed" ? "Postponed: keep your ticket" : when}
        action={
          <Button size="sm" onClick={() => setShown(true)}>
            <QrIcon className="size-4" /> Show QR
          </Button>
        }
      />
      {isShown && <TicketViewer tickets={tickets} start={0} onClose={() => setShown(false)} />}
    </>
  );
}
