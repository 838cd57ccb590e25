import { clsx } from "clsx";
import { FileText, QrCode as QrIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "#web/lib/router.ts";
import type { MyTicket } from "#contract/tickets.ts";
import { formatLongDate, formatTime, hasDate, noDate } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { AddToCalendar } from "./event-actions.tsx";
import type { EventTickets as TicketGroup } from "./group-tickets.ts";
import { usedText } from "./ticket-text.ts";
import { cardPosterSizes } from "./ticket-header.tsx";
import { useHydrated } from "#web/lib/use-now.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { Callout } from "#web/ui/callout.tsx";

const TicketViewer = lazyDialog("Your ticket", async () => (await import("./ticket-viewer.tsx")).TicketViewer);

/** One event with its tickets. The next event is shown large: it is the one people look for in line. */
export function EventTickets({ group, isNext = false }: { group: TicketGroup; isNext?: boolean }) {
  const { event, tickets, isOver } = group;
  const isReady = useHydrated();
  // Refunded tickets and tickets on hold stay visible below, but can't be used for entry.
  const open = tickets.filter(({ status, isFrozen }) => status === "valid" && !isFrozen).length;
  const [shown, setShown] = useState<number>();
  return (
    <article
      inert={!isReady}
      className={clsx(
        "grid overflow-hidden rounded-lg border bg-panel sm:grid-cols-[minmax(8rem,13rem)_1fr]",
        isNext ? "border-gold" : "border-line",
      )}
    >
      <Poster
        poster={event.poster}
        sizes={cardPosterSizes}
        lead={isNext}
        decorative
        className={clsx("aspect-[5/3] sm:aspect-auto sm:min-h-64", isOver && "grayscale max-sm:hidden")}
      />
      <div className="grid content-start gap-4 p-5 sm:p-7">
        <header>
          {event.status !== "on" && (
            <Badge tone={event.status === "canceled" ? "gone" : "soon"} className="mb-2">
              {event.status === "canceled" ? "Canceled" : "Postponed: keep your ticket"}
            </Badge>
          )}
          {isNext && event.status === "on" && <p className="eyebrow mb-2 text-gilt">Your next event</p>}
          <h3 className="display text-display-md">
            <Link
              to={paths.event(event)}
              className="hover:underline hover:decoration-gold hover:decoration-3 hover:underline-offset-4"
            >
              {event.title}
            </Link>
          </h3>
          <p className="mt-2 text-muted">
            {hasDate(event) ? (
              <>
                <time dateTime={event.startsAt}>{formatLongDate(event.startsAt, event.timeZone)}</time>
                {event.doorsAt && `, doors ${formatTime(event.doorsAt, event.timeZone)}`}
              </>
            ) : (
              noDate
            )}
            <br />
            {event.venue.name}, {event.venue.city}
            {event.ageRule !== "all" && `\u00A0· ${event.ageRule}`}
          </p>
        </header>
        {open > 0 && !isOver && event.status !== "canceled" && (
          <div className="flex flex-wrap gap-3">
            <Button size={isNext ? "lg" : "md"} className="max-sm:w-full" onClick={() => setShown(0)}>
              <QrIcon className="size-5" /> {open === 1 ? "Show ticket" : `Show ${open} tickets`}
            </Button>
            {event.status === "on" && <AddToCalendar eventId={event.id} />}
          </div>
        )}
        {tickets.some(({ isFrozen }) => isFrozen) && <OnHold isAll={tickets.every(({ isFrozen }) => isFrozen)} />}
        <ul className="divide-y divide-line border-t border-line">
          {tickets.map((ticket, index) => (
            <TicketLine
              key={ticket.id}
              ticket={ticket}
              position={index + 1}
              count={tickets.length}
              onShow={() => setShown(index)}
            />
          ))}
        </ul>
        <OrdersOfEvent tickets={tickets} />
      </div>
      {shown !== undefined && <TicketViewer tickets={tickets} start={shown} onClose={() => setShown(undefined)} />}
    </article>
  );
}

/** The orders that the tickets belong to, with links to the payment and its documents. */
function OrdersOfEvent({ tickets }: { tickets: MyTicket[] }) {
  const orders = [...new Map(tickets.map(({ orderId, orderNumber }) => [orderId, orderNumber]))];
  return (
    <ul aria-label="Orders" className="flex flex-wrap gap-x-5 text-sm">
      {orders.map(([id, number]) => (
        <li key={id}>
          <Link
            to={paths.paymentSuccess({ order: id })}
            className="inline-flex min-h-11 items-center gap-2 text-muted underline-offset-4 hover:text-ink hover:underline"
          >
            <FileText className="size-4" /> Order and receipt
            {orders.length > 1 ? ` ${number}` : <span className="sr-only"> {number}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function TicketLine({
  ticket,
  position,
  count,
  onShow,
}: {
  ticket: MyTicket;
  position: number;
  count: number;
  onShow: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        onClick={onShow}
        className="flex min-h-14 w-full items-center justify-between gap-4 py-2 text-left hover:text-gilt"
      >
        <span className="min-w-0">
          <span className="sr-only">
            Show ticket {position} of {count}:
          </span>
          <span className="block font-semibold">{ticket.typeName}</span>
          <span className="block text-sm text-muted">
            {ticket.holderName} · <span className="whitespace-nowrap">{ticket.orderNumber}</span>
          </span>
          {ticket.status === "valid" && ticket.admittedAt && (
            <span className="block text-sm text-muted wrap-anywhere">{usedText(ticket)}</span>
          )}
        </span>
        {ticket.status !== "valid" ? (
          <Badge tone="gone">{ticket.status}</Badge>
        ) : ticket.isFrozen ? (
          <Badge tone="soon">On hold</Badge>
        ) : ticket.admittedAt ? (
          <Badge tone="good">Checked in</Badge>
        ) : (
          <QrIcon className="size-6 shrink-0 text-muted" />
        )}
      </button>
    </li>
  );
}

/** Why tickets can't be used during a dispute, and what the buyer can do. */
export function OnHold({ isAll }: { isAll: boolean }) {
  return (
    <Callout tone="soon" title={isAll ? "These tickets are on hold" : "Some of these tickets are on hold"}>
      <p>
        This payment is disputed. Tickets on hold can't be used until the bank decides. To keep them, tell your bank
        that the payment was valid. Once the dispute is dropped, they'll work again with the same code.
      </p>
    </Callout>
  );
}
