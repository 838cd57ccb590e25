export { attendeesRoutes } from "./admin-routes.ts";
export { ticketsRecords } from "./records.ts";
export { ticketsRoutes } from "./routes.ts";
export { issueTickets, showTicket, takeTicketsBack } from "./service.ts";
export { readTicketCode, ticketCode } from "./codes.ts";
export { findTicket, findTicketAtDoor, findTicketsOfOrders, type TicketIssue, type TicketRow } from "./store.ts";
