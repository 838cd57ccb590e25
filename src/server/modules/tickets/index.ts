import { defineModule } from "#server/platform/module.ts";
import { attendeesRoutes, ticketsRoutes } from "./routes.ts";
import { ticketPersonFinder } from "./person-finder.ts";
import { ticketsTimeline } from "./timeline-store.ts";

export { cancelTickets, freezeTickets, unfreezeTickets } from "./freezing/service.ts";
export {
  issueMissingTickets,
  issueTickets,
  lockTickets,
  showTicket,
  takeTicketsBack,
  voidRefundedTickets,
} from "./service.ts";
export { readTicketCode, ticketCode } from "./codes.ts";
export {
  findTicket,
  findTicketAtDoor,
  findTicketsOfOrders,
  lockTicketsOfOrder,
  type TicketIssue,
  type TicketRow,
} from "./store.ts";
export {
  cancelTicket,
  findTicketToChange,
  insertChange,
  markSpotsReturned,
  moveTicket,
  renameTicket,
  type NewChange,
  type TicketToChange,
} from "./changes/store.ts";
export { ticketsRecords } from "./records.ts";

/** Tickets and their codes. */
export const tickets = defineModule("tickets", ({ deps }) => ({
  routes(context) {
    ticketsRoutes(context, deps);
    attendeesRoutes(context, deps);
  },
  timeline: ticketsTimeline,
  findPeople: ticketPersonFinder(deps),
}));
