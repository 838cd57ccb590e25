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
export { tickets } from "./module.ts";
export { ticketsRecords } from "./records.ts";
