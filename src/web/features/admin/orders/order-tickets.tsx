import { useState } from "react";
import type { AdminOrderDetail, AdminTicket } from "#contract/admin/order.ts";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { formatTime } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Badge } from "#web/ui/badge.tsx";
import { NothingYet, OrderPanel } from "./order-panels.tsx";
import { type TicketAction, TicketDialogs } from "#web/features/ticket-changes/ticket-dialogs.tsx";
import { hubPath } from "#web/admin-kit/admin-links.tsx";
import { Link } from "#web/lib/router.ts";
import { TicketMenu } from "#web/features/ticket-changes/ticket-write.tsx";

/** Each ticket of an order: its holder, its type and whether it's checked in. Nothing for an order of products. */
export function OrderTickets({ order }: { order: AdminOrderDetail }) {
  const { tickets } = order;
  const [action, setAction] = useState<TicketAction>();
  if (tickets.length === 0 && order.lines.every(({ kind }) => kind !== "ticket")) return null;
  return (
    <OrderPanel title="Tickets" count={tickets.length}>
      {tickets.length === 0 ? (
        <NothingYet>
          {order.status === "awaiting_payment" || order.status === "paying"
            ? "Tickets are issued when the order is paid."
            : "This order was never paid, so it has no tickets."}
        </NothingYet>
      ) : (
        <ul aria-label="Order tickets">
          {tickets.map((ticket) => (
            <TicketRow key={ticket.id} ticket={ticket} order={order} onAsk={setAction} />
          ))}
        </ul>
      )}
      <TicketDialogs action={action} order={order} onClose={() => setAction(undefined)} />
    </OrderPanel>
  );
}

type TicketRowProps = { ticket: AdminTicket; order: AdminOrderDetail; onAsk: (action: TicketAction) => void };

function TicketRow({ ticket, order, onAsk }: TicketRowProps) {
  const isOtherEvent = ticket.event.id !== order.event?.id;
  return (
    <li className="flex items-center gap-x-3 border-b border-line py-3 pr-2 pl-4 last:border-b-0 max-sm:items-start">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="font-semibold wrap-anywhere">{ticket.holderName}</p>
        <p className="text-sm text-muted wrap-anywhere">
          <bdi>{ticket.typeName}</bdi>
          {isOtherEvent && (
            <>
              {" · "}
              <span className="text-gilt">{ticket.event.title}</span>,{" "}
              <EventMoment at={ticket.event.startsAt} timeZone={ticket.event.timeZone} />
            </>
          )}
          {"\u00A0· "}
          <span className="tabular-nums">ticket {ticket.id}</span>
          {ticket.differenceCents > 0 && (
            <span className="text-gilt">
              {" · "}
              {formatMoney(ticket.differenceCents, order.currency)} difference not refunded
            </span>
          )}
          {ticket.version > 1 && ticket.status === "valid" && " · new code issued"}
          {" · "}
          <Link
            to={hubPath(ticket.event.id, "door", { ticket: ticket.id })}
            className="underline decoration-edge underline-offset-3 hover:decoration-current"
          >
            Scans<span className="sr-only"> of ticket {ticket.id}</span>
          </Link>
        </p>
      </div>
      <span className="flex shrink-0 items-center gap-1 max-sm:flex-col max-sm:items-end sm:gap-2">
        <TicketStatusBadge ticket={ticket} />
        <TicketMenu ticket={ticket} onPick={(act) => onAsk({ act, ticket })} />
      </span>
    </li>
  );
}

function TicketStatusBadge({ ticket }: { ticket: AdminTicket }) {
  if (ticket.status !== "valid") return <Badge tone="gone">{ticket.status}</Badge>;
  if (ticket.isFrozen) return <Badge tone="soon">Frozen</Badge>;
  if (ticket.admittedAt === null) return <Badge tone="good">Valid</Badge>;
  return (
    <span className="flex items-center gap-2 max-sm:flex-col-reverse max-sm:items-end">
      <span className="text-sm text-muted tabular-nums">
        {formatTime(ticket.admittedAt, ticket.event.timeZone)}
        {ticket.gate && ` · ${ticket.gate}`}
      </span>
      <Badge tone="gold">Checked in</Badge>
    </span>
  );
}
