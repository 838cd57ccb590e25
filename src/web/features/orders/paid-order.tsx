import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Order } from "#contract/orders.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { eventQuery } from "#web/features/events/queries.ts";
import { KeepTickets } from "#web/features/tickets/keep-tickets.tsx";
import { NightActions } from "#web/features/tickets/night-actions.tsx";
import { TicketDeck } from "#web/features/tickets/ticket-deck.tsx";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SumsOfOrder } from "./order-sums.tsx";

/** The tickets, first and large; then what belongs to them. */
export function PaidOrder({ order }: { order: Order }) {
  const { isAuthenticated, isGuest } = useUser();
  const { data: event } = useQuery({ ...eventQuery(order.event?.id ?? 0), enabled: order.event !== null });
  const night = order.event && { ...order.event, doorsAt: event?.doorsAt, endsAt: event?.endsAt, venue: event?.venue };
  const count = order.tickets.length;

  return (
    <div className="measure grid grid-cols-1 gap-8 py-8 md:gap-10 md:py-14">
      <header className="grid gap-3">
        <p className="eyebrow text-gilt">Order {order.number}</p>
        <h1 className="display text-display-lg">You are in</h1>
        <p className="max-w-[56ch] text-lg text-muted">
          {count === 1 ? "Here is your ticket" : `Here are your ${count} tickets`}
          {order.event && (
            <>
              {" "}
              for{" "}
              <Link
                to={paths.event(order.event.id, order.event.slug)}
                className="font-semibold text-ink underline underline-offset-4"
              >
                {order.event.title}
              </Link>
            </>
          )}
          . They are on their way to {order.buyer.email} as well.
        </p>
      </header>
      {order.status === "partially_refunded" && (
        <Notice title="Part of this order was refunded">Tickets that were refunded are marked.</Notice>
      )}
      {night && count > 0 && <TicketDeck tickets={order.tickets} night={night} />}
      <div className="flex flex-wrap gap-3">
        {isAuthenticated && <LinkButton to={paths.myTickets()}>My Tickets</LinkButton>}
        {night && <NightActions night={night} />}
      </div>
      {isGuest && <KeepTickets />}
      <section aria-labelledby="receipt" className="max-w-md">
        <h2 id="receipt" className="eyebrow mb-4 text-gilt">
          Your order
        </h2>
        <SumsOfOrder order={order} />
      </section>
    </div>
  );
}
