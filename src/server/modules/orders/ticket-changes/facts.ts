declare module "#server/platform/facts.ts" {
  interface FactMap {
    /**
     * Staff changed a ticket, and its buyer is to be told. `was` is what it was for before it was moved, or the name
     * that stood on it.
     */
    "order.ticket_changed": {
      change: number;
      orderId: string;
      ticketId: number;
      what: "renamed" | "recoded" | "moved" | "cancelled";
      was: string;
      buyerName: string;
      buyerEmail: string;
    };
  }
}

export {};
