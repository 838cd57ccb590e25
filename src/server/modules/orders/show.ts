import { OrderRefund } from "#contract/refunds/of-order.ts";
import { Order, type OrderLine } from "#contract/orders/orders.ts";
import type { OrderDelivery } from "#contract/delivery/of-order.ts";
import type { OrderTicket } from "#contract/tickets.ts";
import {
  purchasableOf,
  type NewLine,
  type OrderEvent,
  type Returnable,
  type Sellers,
} from "#server/modules/purchasables/index.ts";
import type { PaymentRow } from "#server/modules/payments/index.ts";
import type { OrderRow } from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";

interface OrderParts {
  lines: OrderLine[];
  events: OrderEvent[];
  delivery: OrderDelivery | undefined;
  payment: PaymentRow | undefined;
  tickets: OrderTicket[];
  refunds: OrderRefund[];
  returnable: Returnable | undefined;
}

/** A line as the API shows it, with the fields that only its kind has. */
export const toLine = <Line extends NewLine>(sellers: Sellers, line: Line): Line & Partial<OrderLine> => ({
  ...line,
  ...purchasableOf(sellers, line.kind).showLine(line),
  // An event is a field of the kinds that have one.
  eventId: line.eventId ?? undefined,
});

/** An order as its buyer sees it. An expired hold reads as expired even before a job has cleared it. */
export function showOrder(row: OrderRow, { returnable, payment, ...parts }: OrderParts): Order {
  const expired = row.status === "awaiting_payment" && row.secondsLeft === 0;
  const unpaid = (row.status === "awaiting_payment" && !expired) || row.status === "paying";
  return shownAs(Order)({
    ...row,
    ...parts,
    status: expired ? "expired" : row.status,
    buyer: { name: row.buyerName, email: row.buyerEmail },
    holdExpiresAt: unpaid ? row.holdExpiresAt : null,
    holdSecondsLeft: unpaid ? row.secondsLeft : null,
    confirmUntil: unpaid ? row.confirmUntil : null,
    holdGraceSeconds: unpaid ? row.holdGraceSeconds : 0,
    payment: payment ? { ...payment, status: payment.status === "canceled" ? "expired" : payment.status } : null,
    event: parts.events[0] ?? null,
    delivery: parts.delivery ?? null,
    returns: returnable ?? { until: row.refundUntil, withFees: row.refundFees, ticketIds: [] },
  });
}

/** A refund as its buyer sees it: the reason that staff gave stays with staff. */
export const showRefund = shownAs(OrderRefund);
