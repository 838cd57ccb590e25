import { Attendee } from "#contract/box-office.ts";
import { defineList } from "#server/platform/db/list.ts";
import * as store from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";

/** Tickets with their holders. In spreadsheets, times are in UTC, and check-ins in the event's own time zone. */
export const attendees = defineList(store.attendees, shownAs(Attendee), {
  Event: (ticket) => ticket.event.title,
  Holder: "holderName",
  Email: "email",
  "Ticket type": "typeName",
  Status: ({ status, admittedAt }) =>
    status === "valid" ? (admittedAt === null ? "not checked in" : "checked in") : status,
  "Checked in at": ({ admittedAt, event }) =>
    admittedAt === null ? null : localTime(new Date(admittedAt), event.timeZone),
  Gate: "gate",
  Comp: (ticket) => (ticket.isComp ? "yes" : "no"),
  Order: (ticket) => ticket.order.number,
  Ticket: "ticketId",
  "Issued at": "issuedAt",
  "Promo code": "promoCode",
  Promoter: "promoter",
});

/** `2026-11-28 22:04:10` in the event's own time zone: the one format that every spreadsheet reads as a time. */
function localTime(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone }).format(instant);
}
