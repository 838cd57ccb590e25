import { defineModule } from "#server/platform/module.ts";
import { attendeesRoutes, ticketsRoutes } from "./routes.ts";
import { ticketPersonFinder } from "./records.ts";
import { ticketsTimeline } from "./records-store.ts";

export {
  cancelTickets,
  freezeTickets,
  listMyTickets,
  showChanged,
  showTicket,
  takeTicketsBack,
  unfreezeTickets,
} from "./service.ts";
export { readTicketCode, ticketCode } from "./codes.ts";
export {
  cancelTicket,
  findTicket,
  findTicketAtDoor,
  findTicketsOfOrders,
  findTicketToChange,
  insertChange,
  issueTickets,
  lockTicketsOfOrder,
  markSpotsReturned,
  moveTicket,
  renameTicket,
  voidRefundedTickets,
  type NewChange,
  type TicketIssue,
  type TicketRow,
  type TicketToChange,
} from "./store.ts";
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
