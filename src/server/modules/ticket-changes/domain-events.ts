import type { OrderBuyer } from "#server/modules/orders/index.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
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
