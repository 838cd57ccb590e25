import type { z } from "zod";
import type { Attendee, AttendeeQuery, listAttendees as contract } from "#contract/box-office.ts";
import { csvPageSize } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { SheetSource } from "#server/platform/sheet.ts";
import * as store from "./store.ts";

/** Tickets with their holders, one page at a time. */
export async function listAttendees(db: Database, query: AttendeeQuery): Promise<z.input<typeof contract.reply>> {
  const { rows, ...page } = await store.findAttendees(db, query);
  return { items: rows.map(toAttendee), ...page };
}

/** The same list in full, for spreadsheets; times are in UTC, and in the event's own time zone. */
export function attendeeFile(db: Database, filter: store.AttendeeFilter): SheetSource<store.AttendeeRow> {
  return {
    header: [
      "Event",
      "Holder",
      "Email",
      "Ticket type",
      "Status",
      "Checked in at",
      "Gate",
      "Comp",
      "Order",
      "Ticket",
      "Issued at",
      "Promo code",
      "Promoter",
    ],
    readPage: (cursor) => store.findAttendees(db, { ...filter, cursor }, csvPageSize),
    toCells: (row) => [
      row.eventTitle,
      row.holderName,
      row.email,
      row.typeName,
      row.status === "valid" ? (row.admittedAt === null ? "not checked in" : "checked in") : row.status,
      row.admittedAt === null ? null : localTime(row.admittedAt, row.timeZone),
      row.gate,
      row.isComp ? "yes" : "no",
      row.orderNumber,
      row.ticketId,
      row.issuedAt.toISOString(),
      row.promoCode,
      row.promoter,
    ],
  };
}

/** `2026-11-28 22:04:10` in the event's own time zone: the one format that every spreadsheet reads as a time. */
function localTime(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone }).format(instant);
}

function toAttendee(row: store.AttendeeRow): Attendee {
  return {
    ticketId: row.ticketId,
    holderName: row.holderName,
    email: row.email,
    ticketTypeId: row.ticketTypeId,
    typeName: row.typeName,
    status: row.status,
    admittedAt: row.admittedAt?.toISOString() ?? null,
    gate: row.gate,
    isComp: row.isComp,
    promoCode: row.promoCode,
    promoter: row.promoter,
    order: { id: row.orderId, number: row.orderNumber },
    event: { id: row.eventId, title: row.eventTitle, startsAt: row.startsAt.toISOString(), timeZone: row.timeZone },
    issuedAt: row.issuedAt.toISOString(),
  };
}
