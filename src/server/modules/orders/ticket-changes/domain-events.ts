declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
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

export {};
