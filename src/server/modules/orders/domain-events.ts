/** Whom a domain event about an order is for. */
export interface OrderBuyer {
  orderId: string;
  buyerName: string;
  buyerEmail: string;
}

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** A buyer asked for news by email when they placed an order. */
    "order.opted_in": OrderBuyer & { userId: number; totalCents: number };
    /** An order is paid and its tickets are issued. */
    "order.paid": OrderBuyer;
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
    /** A buyer changed the email of their paid order: the address that can stop it is told. `change` as below. */
    "order.email_changed_by_buyer": OrderBuyer & { formerEmail: string; change: number };
    /** Someone who opened an order wants to change its email: a code goes to the address that it has. */
    "order.email_code_due": OrderBuyer & { change: number; slot: number };
    /**
     * Staff or its buyer changed an order's email, which the payload has; its current tickets go there. `change` is the number of
     * the change for this order.
     */
    "order.email_changed": OrderBuyer & { formerEmail: string; change: number };
  }
}
