import type { OrderRefund } from "#contract/order-refunds.ts";
import type { Order, OrderLine } from "#contract/orders.ts";
import type { OrderTicket } from "#contract/tickets.ts";
import type { EventInfo } from "#server/modules/events/index.ts";
import type { PaymentRow } from "#server/modules/payments/index.ts";
import type { Returnable } from "./refunds/returns/store.ts";
import type { OrderRow } from "./store.ts";
import type { OrderRefundRow } from "./refunds/store.ts";

export interface OrderParts {
  lines: OrderLine[];
  event: EventInfo | undefined;
  payment: PaymentRow | undefined;
  tickets: OrderTicket[];
  refunds: OrderRefund[];
  returnable: Returnable | undefined;
}

/** An order as its buyer sees it. An expired hold reads as expired even before a job has cleared it. */
export function showOrder(row: OrderRow, { lines, event, payment, tickets, refunds, returnable }: OrderParts): Order {
  const expired = row.status === "awaiting_payment" && row.secondsLeft === 0;
  const unpaid = (row.status === "awaiting_payment" && !expired) || row.status === "paying";
  return {
    id: row.id,
    number: row.number,
    status: expired ? "expired" : row.status,
    lines: lines.map(
      ({
        id,
        ticketTypeId,
        eventId,
        name,
        quantity,
        unitCents,
        feeCents,
        totalCents,
        discountCents,
        ticketsPerUnit,
      }) => ({
        id,
        ticketTypeId,
        eventId,
        name,
        quantity,
        unitCents,
        feeCents,
        totalCents,
        discountCents,
        ticketsPerUnit,
      }),
    ),
    subtotalCents: row.subtotalCents,
    feeCents: row.feeCents,
    taxCents: row.taxCents,
    shippingCents: row.shippingCents,
    discountCents: row.discountCents,
    promoCode: row.promoCode,
    totalCents: row.totalCents,
    currency: row.currency,
    buyer: { name: row.buyerName, email: row.buyerEmail },
    holdExpiresAt: unpaid ? row.holdExpiresAt.toISOString() : null,
    holdSecondsLeft: unpaid ? row.secondsLeft : null,
    holdGraceSeconds: unpaid ? row.holdGraceSeconds : 0,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    payment:
      payment === undefined
        ? null
        : { status: payment.status === "canceled" ? "expired" : payment.status, provider: payment.provider },
    event:
      event === undefined
        ? null
        : { id: event.id, slug: event.slug, title: event.title, startsAt: event.startsAt, timeZone: event.timeZone },
    tickets,
    refunds,
    returns: {
      until: (returnable?.until ?? row.refundUntil)?.toISOString() ?? null,
      withFees: returnable?.withFees ?? row.refundFees,
      ticketIds: returnable?.ticketIds ?? [],
    },
  };
}

/** A refund as its buyer sees it: the reason that staff gave stays with staff. */
export function showRefund(row: OrderRefundRow): OrderRefund {
  return {
    id: row.id,
    amountCents: row.amountCents,
    feeCents: row.feeCents,
    status: row.status,
    madeBy: row.madeBy,
    ticketIds: row.ticketIds,
    keepsTickets: row.keepsTickets,
    note: row.note,
    byHand: row.byHand,
    createdAt: row.createdAt.toISOString(),
    doneAt: row.doneAt?.toISOString() ?? null,
  };
}
