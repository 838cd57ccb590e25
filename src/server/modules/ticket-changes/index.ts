import { ticketsRecords } from "#server/modules/tickets/index.ts";
import { defineModule } from "#server/platform/module.ts";
import { ticketChangeEmails } from "./emails.ts";
import { ticketChangeRoutes } from "./routes.ts";
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

/** What staff change about single tickets: holder, code, type; and void them. */
export const ticketChanges = defineModule("ticket-changes", { emails: ticketChangeEmails }, ({ deps }) => ({
  routes(context) {
    ticketChangeRoutes(context, deps);
  },
  // A person's tickets are found through their orders, so they are forgotten before these.
  personalData: { tickets: ticketsRecords },
}));
