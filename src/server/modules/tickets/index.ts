export { ticketsRoutes } from "./routes.ts";
export { issueTickets, showTicket } from "./service.ts";
export { readTicketCode, ticketCode } from "./codes.ts";
export { findTicket, findTicketsOfOrders, type TicketIssue, type TicketRow } from "./store.ts";
