import { Attendee } from "#contract/admin/orders.ts";
import { csvPageSize, type CsvCell, type SheetFile } from "#server/platform/csv.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import { formatSheetTime } from "#server/platform/format.ts";
import { byLastName, splitName } from "#server/platform/person-names.ts";
import * as store from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";

/** Tickets with their holders. In spreadsheets, times are in the event's own time zone. */
export const attendees = defineList(store.attendees, shownAs(Attendee), {
  Event: (ticket) => ticket.event.title,
  Holder: "holderName",
  "Last name": ({ holderName }) => splitName(holderName).last,
  Email: "email",
  "Ticket type": "typeName",
  Status: ({ status, admittedAt }) =>
    status === "valid" ? (admittedAt === null ? "not checked in" : "checked in") : status,
  "Checked in at": ({ admittedAt, event }) =>
    admittedAt === null ? null : formatSheetTime(admittedAt, event.timeZone),
  Gate: "gate",
  Comp: (ticket) => (ticket.isComp ? "yes" : "no"),
  Order: (ticket) => ticket.order.number,
  Ticket: "ticketId",
  "Issued at": ({ issuedAt, event }) => formatSheetTime(issuedAt, event.timeZone),
  "Time zone": ({ event }) => event.timeZone,
  "Promo code": "promoCode",
  Promoter: "promoter",
  "Order ID": (ticket) => ticket.order.id,
  "Event ID": (ticket) => ticket.event.id,
});

/**
 * Tickets as a spreadsheet file. An event's tickets are sorted by the holders' last names, unless another order was
 * chosen: for that, all of its rows are read before the first is written.
 */
export function attendeesFile(db: Queryable, query: Omit<store.TicketQuery, "page">): SheetFile {
  const file = attendees.file(db, query);
  const isByName = query.sort === undefined || query.sort === "name" || query.sort === "-name";
  if (query.eventId === undefined || !isByName) return file;
  return { header: file.header, pages: sortedPages(file, query.sort === "-name") };
}

async function* sortedPages({ header, pages }: SheetFile, isReversed: boolean): SheetFile["pages"] {
  const holder = header.indexOf("Holder");
  const rows: CsvCell[][] = [];
  for await (const page of pages) rows.push(...page);
  const sorted = byLastName(rows, (row) => String(row[holder]));
  if (isReversed) sorted.reverse();
  for (let start = 0; start < sorted.length; start += csvPageSize) yield sorted.slice(start, start + csvPageSize);
}
