import { sql } from "kysely";
import { eventsTables } from "#server/modules/events/tables.ts";
import { bool, instant, integer, oneOf, orNull, text, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, onlyRow } from "#server/platform/db/rows.ts";

const doorRecord = {
  ticketId: integer,
  version: integer,
  reason: orNull(oneOf("canceled", "refunded", "on_hold", "old_code")),
  ticketTypeId: integer,
  admittedAt: orNull(instant),
  holderName: text,
};

/** One code that was issued for an event, good or not. */
export type DoorRecordRow = RowFrom<typeof doorRecord>;

/** Which codes to read: `since` a transaction, after a ticket and version, and how many. */
interface RecordsWanted {
  eventId: number;
  /** Null reads all. */
  since: string | null;
  after: { ticketId: number; version: number };
  limit: number;
}

/** True for rows that a transaction from this one on wrote. A row's own number has 32 bits: the current one says which. */
const changedSince = (row: string, since: string | null) =>
  since === null
    ? sql`true`
    : sql`(c.top - ((c.top - ${sql.ref(`${row}.xmin`)}::text::bigint) & 4294967295)) >= ${since}::bigint`;

/**
 * The codes of an event in the order of tickets and versions. With `since`, at least those that changed after the snapshot
 * that returned it: transactions that were open then count too, so none is lost.
 */
export function findDoorRecords(
  db: Queryable,
  { eventId, since, after, limit }: RecordsWanted,
): Promise<DoorRecordRow[]> {
  const isAfter = (version: string) =>
    sql`(t.id > ${after.ticketId} or (t.id = ${after.ticketId} and ${sql.ref(version)} > ${after.version}))`;
  return allRows(db, doorRecord)`
    with c as materialized (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as top)
    select t.id as "ticketId", t.version,
      case when t.frozen_since is not null then 'on_hold' when t.status <> 'valid' then t.status end as reason,
      t.ticket_type_id as "ticketTypeId", a.admitted_at as "admittedAt", t.holder_name as "holderName"
    from c cross join tickets t left join admissions a on a.ticket_id = t.id and a.voided_at is null
    where t.event_id = ${eventId} and ${isAfter("t.version")} and (${changedSince("t", since)}
      or t.id in (select d.ticket_id from admissions d where d.event_id = ${eventId} and ${changedSince("d", since)}))
    union all
    select f.ticket_id, f.version, f.reason, t.ticket_type_id, null, ''
    from c cross join former_ticket_codes f join tickets t on t.id = f.ticket_id
    where f.event_id = ${eventId} and ${isAfter("f.version")} and ${changedSince("f", since)}
    order by 1, 2 limit ${limit}`;
}

const place = { oldest: text, next: text };

/**
 * The number of the oldest transaction that is still open, or the next one if there is none, and the next one. Everything
 * that the caller reads later in this transaction includes all before the first.
 */
export const findTransactions = (db: Queryable): Promise<RowFrom<typeof place>> =>
  onlyRow(db, place)`
    select pg_snapshot_xmin(s)::text as oldest, pg_snapshot_xmax(s)::text as next from pg_current_snapshot() s`;

const typeAtDoor = { id: integer, name: text, doorColor: orNull(text), isStreamPass: bool };

/** An event's ticket types as the door shows them, and those of tickets that were moved away since. */
export const findTypesAtDoor = (db: Queryable, eventId: number): Promise<RowFrom<typeof typeAtDoor>[]> =>
  allRows(db, typeAtDoor)`
    select id, name, door_color as "doorColor", is_stream_pass as "isStreamPass" from ${eventsTables.ticket_types} y
    where event_id = ${eventId} order by id`;
