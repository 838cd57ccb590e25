import type { Arrangement } from "#server/modules/events/index.ts";

declare module "#server/platform/facts.ts" {
  interface FactMap {
    /** An order is paid and its tickets are issued. */
    "order.paid": { orderId: string; buyerName: string; buyerEmail: string };
    /**
     * Somebody who holds tickets of a night is to be told what became of it: one fact a person and change. `orderId` is
     * the order to name to them, `startedAt` when it would have begun (UTC).
     */
    "order.night_changed": {
      eventId: number;
      change: number;
      note: string;
      what: "cancelled" | "postponed" | "moved" | "rearranged";
      startedAt: string | null;
      /** Of a night that was rearranged: how it was and how it is. */
      arrangements?: { before: Arrangement; after: Arrangement };
      orderId: string;
      buyerName: string;
      buyerEmail: string;
    };
    /** Tickets of an order were given back: they are void, and what was paid for them is on its way to the buyer. */
    "order.refund_made": { orderRefundId: string; orderId: string; buyerName: string; buyerEmail: string };
    /** The provider has sent what was given back, or staff have paid it by other means. */
    "order.refund_done": { orderRefundId: string; orderId: string; buyerName: string; buyerEmail: string };
    /** Money of an order went back by itself: it could not be delivered any more. */
    "order.money_returned": {
      orderId: string;
      paymentId: string;
      refundId: string;
      reason: string;
      amountCents: number;
      buyerName: string;
      buyerEmail: string;
    };
  }
}
