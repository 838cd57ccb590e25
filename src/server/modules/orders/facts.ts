declare module "#server/platform/facts.ts" {
  interface FactMap {
    /** An order is paid and its tickets are issued. */
    "order.paid": { orderId: string; buyerName: string; buyerEmail: string };
    /** Money came for an order that could not be delivered any more, and went back. */
    "order.money_returned": {
      orderId: string;
      paymentId: string;
      reason: string;
      amountCents: number;
      buyerName: string;
      buyerEmail: string;
    };
  }
}

export {};
