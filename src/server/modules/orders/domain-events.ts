import type { EventSchedule } from "#server/modules/events/index.ts";

/** Whom a domain event about an order is for. */
export interface OrderBuyer {
  orderId: string;
  buyerName: string;
  buyerEmail: string;
}

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** An order is paid and its tickets are issued. */
    "order.paid": OrderBuyer;
    /**
     * A ticket holder is due an update about a change to an event: one domain event per person and change. `orderId` is
     * the order to mention to them, `startedAt` is when the event would have started (UTC).
     */
    "order.event_changed": OrderBuyer & {
      eventId: number;
      change: number;
      note: string;
      what: "canceled" | "postponed" | "moved" | "rescheduled";
      startedAt: string | null;
      /** For a rescheduled event: its schedule before and after. */
      schedules?: { before: EventSchedule; after: EventSchedule };
    };
    /** Tickets of an order were refunded: they are void, and their money is on its way to the buyer. */
    "order.refund_made": OrderBuyer & { orderRefundId: string };
    /** The payment provider has sent the refund, or staff have paid it by other means. */
    "order.refund_done": OrderBuyer & { orderRefundId: string };
    /** Money of an order was refunded automatically because the order could no longer be delivered. */
    "order.money_returned": OrderBuyer & {
      paymentId: string;
      refundId: string;
      reason: string;
      amountCents: number;
    };
    /**
     * Staff changed an order's email, which the payload has; its current tickets go there. `change` is the number of
     * the change for this order.
     */
    "order.email_changed": OrderBuyer & { formerEmail: string; change: number };
    /**
     * Staff changed a ticket, and its buyer is due an update. `was` is what it was for before the move, or its former
     * name.
     */
    "order.ticket_changed": OrderBuyer & {
      change: number;
      ticketId: number;
      what: "renamed" | "recoded" | "moved" | "canceled";
      was: string;
    };
  }
}
