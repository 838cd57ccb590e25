import type { Attendee, AttendeeQuery } from "#contract/box-office.ts";
import { writeCsv } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/db/database.ts";
import { pageOf, staffPageSize } from "#server/platform/db/paging.ts";
import * as store from "./store.ts";

/** Most rows of one file: a night's worth and more, and still one quick query. */
const mostRows = 20_000;

/** Tickets with their holders, a page at a time. */
export async function listAttendees(
  db: Database,
  query: AttendeeQuery,
): Promise<{ items: Attendee[]; total: number; page: number; pageSize: number }> {
  const rows = await store.findAttendees(db, query, pageOf(query.page));
  const total = await store.countAttendees(db, query);
  return { items: rows.map(toAttendee), total, page: query.page ?? 1, pageSize: staffPageSize };
}

/** The same list, whole, for spreadsheets; instants in UTC, and as the night's own clock shows them. */
export async function exportAttendees(db: Database, filter: store.AttendeeFilter): Promise<string> {
  const rows = await store.findAttendees(db, filter, { limit: mostRows, offset: 0 });
  const header = [
    "Night",
    "Holder",
    "E-mail",
    "Ticket type",
    "State",
    "Admitted at",
    "Gate",
    "Comp",
    "Order",
    "Ticket",
  ];
  return writeCsv(
    header,
    rows.map((row) => [
      row.eventTitle,
      row.holderName,
      row.email,
      row.typeName,
      row.status === "valid" ? (row.admittedAt === null ? "expected" : "in") : row.status,
      row.admittedAt === null ? null : localTime(row.admittedAt, row.timeZone),
      row.gate,
      row.isComp ? "yes" : "no",
      row.orderNumber,
      row.ticketId,
    ]),
  );
}

/** `2026-11-28 22:04:10` on the night's own clock: the one form that every spreadsheet reads as a time. */
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
    order: { id: row.orderId, number: row.orderNumber },
    event: { id: row.eventId, title: row.eventTitle, startsAt: row.startsAt.toISOString(), timeZone: row.timeZone },
    issuedAt: row.issuedAt.toISOString(),
  };
}
