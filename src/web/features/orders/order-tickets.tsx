import { Link } from "#web/lib/router.ts";
import type { Order } from "#contract/orders/orders.ts";
import { EventActions } from "#web/features/tickets/event-actions.tsx";
import { TicketDeck } from "#web/features/tickets/ticket-deck.tsx";
import { eventDate } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { OrderedEvent } from "./ordered-events.ts";

type OrderTicketsProps = { tickets: Order["tickets"]; events: OrderedEvent[] };

/** An order's tickets: those of several events apart, each with what can be done with it. */
export function OrderTickets({ tickets, events }: OrderTicketsProps) {
  const [event, ...others] = events;
  if (!event) return null;
  if (others.length === 0) return <TicketDeck tickets={tickets} event={event} />;
  return events.map((one) => {
    const own = tickets.filter(({ eventId }) => eventId === one.id);
    return own.length > 0 && <EventPart key={one.id} event={one} tickets={own} />;
  });
}

function EventPart({ event, tickets }: { event: OrderedEvent; tickets: Order["tickets"] }) {
  const heading = `event-${event.id}`;
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-4">
      <header>
        {event.status !== "on" && (
          <Badge tone={event.status === "canceled" ? "gone" : "soon"} className="mb-2">
            {event.status === "canceled" ? "Canceled" : "Postponed: keep your ticket"}
          </Badge>
        )}
        <h2 id={heading} className="display text-display-md wrap-anywhere">
          <Link
            to={paths.event(event)}
            className="hover:underline hover:decoration-gold hover:decoration-3 hover:underline-offset-4"
          >
            {event.title}
          </Link>
        </h2>
        <p className="mt-1 text-muted">{eventDate(event)}</p>
      </header>
      <TicketDeck tickets={tickets} event={event} label={`Your tickets for ${event.title}`} />
      <EventActions event={event} />
    </section>
  );
}
