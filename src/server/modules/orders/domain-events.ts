import type { EventSchedule } from "#server/modules/events/index.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** An order is paid and its tickets are issued. */
    "order.paid": { orderId: string; buyerName: string; buyerEmail: string };
    /**
     * A ticket holder is due an update about a change to an event: one domain event per person and change. `orderId` is
     * the order to mention to them, `startedAt` is when the event would have started (UTC).
     */
    "order.event_changed": {
      eventId: number;
      change: number;
      note: string;
      what: "canceled" | "postponed" | "moved" | "rescheduled";
      startedAt: string | null;
      /** For a rescheduled event: its schedule before and after. */
      schedules?: { before: EventSchedule; after: EventSchedule };
      orderId: string;
      buyerName: string;
      buyerEmail: string;
    };
    /** Tickets of an order were refunded: they are void, and their money is on its way to the buyer. */
    "order.refund_made": { orderRefundId: string; orderId: string; buyerName: string; buyerEmail: string };
    /** The payment provider has sent the refund, or staff have paid it by other means. */
    "order.refund_done": { orderRefundId: string; orderId: string; buyerName: string; buyerEmail: string };
    /** Money of an order was refunded automatically because the order could no longer be delivered. */
    "order.money_returned": {
      orderId: string;
      paymentId: string;
      refundId: string;
      reason: string;
      amountCents: number;
      buyerName: string;
      buyerEmail: string;
    };
    /**
     * Staff changed a ticket, and its buyer is due an update. `was` is what it was for before the move, or its former
     * name.
     */
    "order.ticket_changed": {
      change: number;
      orderId: string;
      ticketId: number;
      what: "renamed" | "recoded" | "moved" | "canceled";
      was: string;
      buyerName: string;
      buyerEmail: string;
    };
  }
}
