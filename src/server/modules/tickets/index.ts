import { listMyTickets as listContract } from "#contract/tickets.ts";
import { route } from "#server/platform/http/route.ts";
import { defineModule } from "#server/platform/module.ts";
import { ticketPersonFinder } from "./records.ts";
import { ticketPurchasable } from "./purchasable.ts";
import { ticketsTimeline } from "./records-store.ts";
import { listMyTickets } from "./service.ts";

export { listMyTickets, showChanged, voidUnusedTickets } from "./service.ts";
export {
  findAdmission,
  findAdmissions,
  insertAdmission,
  insertOfflineAdmission,
  passAdmission,
  voidAdmission,
} from "./admissions-store.ts";
export { readTicketCode, ticketCode, ticketMac } from "./codes.ts";
export {
  cancelTicket,
  findFormerCode,
  findTicket,
  findTicketAtDoor,
  findTicketToChange,
  insertChange,
  lockTicketAtDoor,
  lockTicketsOfOrder,
  moveTicket,
  renameTicket,
  type FormerCode,
  type NewChange,
  type TicketRow,
  type TicketToChange,
} from "./store.ts";
export { findDoorRecords, findTransactions, findTypesAtDoor, type DoorRecordRow } from "./door-records-store.ts";
export { findOpeningTickets, findValidTickets } from "./stream-store.ts";
export { toSaleItem } from "./rules.ts";
export { ticketsRecords } from "./records.ts";

/** Tickets and their codes. */
export const tickets = defineModule("tickets", ({ deps }) => ({
  routes: (context) =>
    route(context, listContract, async ({ principal }) => ({ items: await listMyTickets(deps, principal!) })),
  purchasable: ticketPurchasable(deps),
  timeline: ticketsTimeline,
  findPeople: ticketPersonFinder(deps),
}));
