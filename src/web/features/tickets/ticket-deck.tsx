import { clsx } from "clsx";
import type { OrderTicket } from "#contract/tickets.ts";
import { useOverflow } from "#web/ui/use-overflow.ts";
import { TicketCard, type TicketEvent } from "./ticket-card.tsx";

/** An order's tickets: a deck to swipe on a phone, side by side on desktop. */
export function TicketDeck({ tickets, event }: { tickets: OrderTicket[]; event: TicketEvent }) {
  const count = tickets.length;
  const [strip, scrolls] = useOverflow<HTMLUListElement>();
  return (
    <ul
      ref={strip}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling strip must be reachable by keyboard
      tabIndex={scrolls ? 0 : undefined}
      aria-label="Your tickets"
      className={clsx(
        "-mx-5 flex snap-x snap-mandatory scroll-px-5 gap-4 overflow-x-auto px-5 pb-4 sm:mx-0 sm:scroll-px-0 sm:px-0",
        "md:grid md:grid-cols-[repeat(auto-fill,minmax(18rem,22rem))] md:gap-6 md:overflow-visible",
      )}
    >
      {tickets.map((ticket, index) => (
        <li
          key={ticket.id}
          className={clsx("flex shrink-0 snap-center md:w-auto", count > 1 ? "w-[88%] max-w-88" : "w-full max-w-88")}
        >
          <TicketCard ticket={ticket} event={event} position={index + 1} count={count} className="w-full" />
        </li>
      ))}
    </ul>
  );
}
