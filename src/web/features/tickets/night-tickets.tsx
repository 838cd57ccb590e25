import { clsx } from "clsx";
import { QrCode as QrIcon } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { MyTicket } from "#contract/tickets.ts";
import { formatLongDate, formatTime } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Poster } from "#web/ui/poster.tsx";
import type { NightTickets as Night } from "./group-tickets.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";

const TicketViewer = lazy(async () => ({ default: (await import("./ticket-viewer.tsx")).TicketViewer }));

/** One night with its tickets. The next night is shown large: that is the one somebody looks for in a queue. */
export function NightTickets({ night, isNext = false }: { night: Night; isNext?: boolean }) {
  const { event, tickets, isOver } = night;
  const isReady = useHydrated();
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
        sizes="(min-width: 40rem) 13rem, 100vw"
        lead={isNext}
        decorative
        className={clsx("aspect-[5/3] sm:aspect-auto sm:min-h-64", isOver && "grayscale max-sm:hidden")}
      />
      <div className="grid content-start gap-4 p-5 sm:p-7">
        <header>
          {isNext && <p className="eyebrow mb-2 text-gilt">Your next night</p>}
          <h3 className="display text-display-md">
            <Link
              to={paths.event(event.id, event.slug)}
              className="hover:underline hover:decoration-gold hover:decoration-3 hover:underline-offset-4"
            >
              {event.title}
            </Link>
          </h3>
          <p className="mt-2 text-muted">
            <time dateTime={event.startsAt}>{formatLongDate(event.startsAt, event.timeZone)}</time>
            {event.doorsAt && `, doors ${formatTime(event.doorsAt, event.timeZone)}`}
            <br />
            {event.venue.name}, {event.venue.city}
            {event.ageRule !== "all" && ` · ${event.ageRule}`}
          </p>
        </header>
        {!isOver && (
          <Button size={isNext ? "lg" : "md"} className="justify-self-start max-sm:w-full" onClick={() => setShown(0)}>
            <QrIcon aria-hidden="true" className="size-5" />{" "}
            {tickets.length === 1 ? "Show ticket" : `Show ${tickets.length} tickets`}
          </Button>
        )}
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
      </div>
      {shown !== undefined && (
        <Suspense fallback={null}>
          <TicketViewer tickets={tickets} start={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </article>
  );
}

type TicketLineProps = { ticket: MyTicket; position: number; count: number; onShow: () => void };

function TicketLine({ ticket, position, count, onShow }: TicketLineProps) {
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
            {ticket.holderName} · {ticket.orderNumber}
          </span>
        </span>
        {ticket.status !== "valid" ? (
          <Badge tone="gone">{ticket.status}</Badge>
        ) : ticket.admittedAt ? (
          <Badge tone="good">Admitted</Badge>
        ) : (
          <QrIcon aria-hidden="true" className="size-6 shrink-0 text-muted" />
        )}
      </button>
    </li>
  );
}
