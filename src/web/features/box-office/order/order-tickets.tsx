import { useState } from "react";
import type { OfficeOrderDetail, OfficeTicket } from "#contract/office-order.ts";
import { NightMoment } from "#web/features/desk/moment.tsx";
import { formatTime } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Badge } from "#web/ui/badge.tsx";
import { NothingYet, OrderPanel } from "./order-panel.tsx";
import { type Asked, TicketDialogs } from "./ticket-dialogs.tsx";
import { TicketMenu } from "./ticket-menu.tsx";

/** Each ticket of an order: whose, for what, and whether somebody came in with it. */
export function OrderTickets({ order }: { order: OfficeOrderDetail }) {
  const { tickets } = order;
  const [asked, setAsked] = useState<Asked>();
  return (
    <OrderPanel title="Tickets" note={tickets.length > 0 && tickets.length}>
      {tickets.length === 0 ? (
        <NothingYet>
          {order.status === "awaiting_payment" || order.status === "paying"
            ? "Tickets are issued when the order is paid."
            : "This order was never paid: it has no tickets."}
        </NothingYet>
      ) : (
        <ul aria-label="Tickets of this order">
          {tickets.map((ticket) => (
            <TicketRow key={ticket.id} ticket={ticket} order={order} onAsk={setAsked} />
          ))}
        </ul>
      )}
      <TicketDialogs asked={asked} order={order} onClose={() => setAsked(undefined)} />
    </OrderPanel>
  );
}

type TicketRowProps = { ticket: OfficeTicket; order: OfficeOrderDetail; onAsk: (asked: Asked) => void };

function TicketRow({ ticket, order, onAsk }: TicketRowProps) {
  const isElsewhere = ticket.event.id !== order.event.id;
  return (
    <li className="flex items-center gap-x-3 border-b border-line py-3 pr-2 pl-4 last:border-b-0 max-sm:items-start">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="font-semibold wrap-anywhere">{ticket.holderName}</p>
        <p className="text-sm text-muted wrap-anywhere">
          <bdi>{ticket.typeName}</bdi>
          {isElsewhere && (
            <>
              {" · "}
              <span className="text-gilt">{ticket.event.title}</span>,{" "}
              <NightMoment at={ticket.event.startsAt} timeZone={ticket.event.timeZone} />
            </>
          )}
          {"\u00A0· "}
          <span className="whitespace-nowrap tabular-nums">ticket {ticket.id}</span>
          {ticket.differenceCents > 0 && (
            <span className="text-gilt">
              {" · "}
              {formatMoney(ticket.differenceCents, order.currency)} difference kept
            </span>
          )}
          {ticket.version > 1 && ticket.status === "valid" && " · its code was made anew"}
        </p>
      </div>
      <span className="flex shrink-0 items-center gap-1 max-sm:flex-col max-sm:items-end sm:gap-2">
        <TicketState ticket={ticket} />
        <TicketMenu ticket={ticket} onPick={(act) => onAsk({ act, ticket })} />
      </span>
    </li>
  );
}

function TicketState({ ticket }: { ticket: OfficeTicket }) {
  if (ticket.status !== "valid") return <Badge tone="gone">{ticket.status}</Badge>;
  if (ticket.isFrozen) return <Badge tone="soon">Frozen</Badge>;
  if (ticket.admittedAt === null) return <Badge tone="good">Valid</Badge>;
  return (
    <span className="flex items-center gap-2 max-sm:flex-col-reverse max-sm:items-end">
      <span className="text-sm text-muted tabular-nums">
        {formatTime(ticket.admittedAt, ticket.event.timeZone)}
        {ticket.gate && ` · ${ticket.gate}`}
      </span>
      <Badge tone="gold">In</Badge>
    </span>
  );
}
