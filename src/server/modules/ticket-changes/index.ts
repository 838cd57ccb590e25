import { ticketsRecords } from "#server/modules/tickets/index.ts";
import { defineModule } from "#server/platform/module.ts";
import "./domain-events.ts";
import { ticketChangeRoutes } from "./routes.ts";

/** What staff change about single tickets: holder, code, type; and void them. */
export const ticketChanges = defineModule("ticket-changes", ({ deps }) => ({
  routes(context) {
    ticketChangeRoutes(context, deps);
  },
  // A person's tickets are found through their orders, so they are forgotten before these.
  personalData: { tickets: ticketsRecords },
}));
