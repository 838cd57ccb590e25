import { sql } from "kysely";
import { ConflictKind, type ConflictQuery, type ScanConflict } from "#contract/door/conflicts.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { instant, integer, oneOf, text } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { orderOf } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { firstRow, firstValue, onlyValue } from "#server/platform/db/rows.ts";
import type { ScopeCheck } from "#server/platform/http/scope.ts";
import type { Stored } from "#server/platform/shown.ts";

/** A conflict that a scan turned out to be. */
interface NewConflict {
  deviceId: string;
  scanId: string;
  eventId: number;
  kind: ConflictKind;
  /** The check-in that counts instead; null unless it's a second entry. */
  admissionId: number | null;
}

/** Stores a conflict. What the same scan was before is replaced, and is open again. */
export async function recordConflict(tx: Tx, conflict: NewConflict): Promise<void> {
  await sql`
    insert into scan_conflicts (device_id, scan_id, event_id, kind, admission_id)
    values (${conflict.deviceId}, ${conflict.scanId}, ${conflict.eventId}, ${conflict.kind}, ${conflict.admissionId})
    on conflict (device_id, scan_id) do update set kind = excluded.kind, admission_id = excluded.admission_id,
      resolved_at = null, resolved_by = null, note = null`.execute(tx);
}

/** The conflict that a scan is, if it is one. */
export function findConflictOf(
  db: Queryable,
  scan: { deviceId: string; scanId: string },
): Promise<ConflictKind | undefined> {
  return firstValue(db, oneOf(...ConflictKind.options))`
    select kind from scan_conflicts where device_id = ${scan.deviceId} and scan_id = ${scan.scanId}`;
}

/** How many conflicts of an event nobody has resolved. */
export const countOpen = (db: Queryable, eventId: number): Promise<number> =>
  onlyValue(db, integer)`
    select count(*)::integer from scan_conflicts where event_id = ${eventId} and resolved_at is null`;

/** What staff ask of the conflicts, and the events of their scope; without those, all. */
export type ConflictsQuery = ConflictQuery & { eventIds?: number[] };

/** A conflict, and the event of its ticket. */
export type ConflictRow = Stored<ScanConflict> & { ticketEventId: number | null };

/** Whether all of some conflicts are at doors of the events of a scope. */
export const checkConflicts: ScopeCheck = async (db, ids, { eventIds }) =>
  (await onlyValue(db, integer)`
    select count(*) from scan_conflicts where id = any(${ids}::bigint[]) and event_id = any(${eventIds}::bigint[])`) ===
  new Set(ids).size;

/** An event's conflicts, the latest first. */
export const conflictRows: ListSource<ConflictsQuery, ConflictRow> = {
  columns: sql`
    c.id, c.kind, s.verdict, s.reason, coalesce(s.counted_at, s.received_at) as "scannedAt", s.gate,
    u.display_name as "staffName",
    case when a.id is not null then json_build_object('at', a.admitted_at, 'gate', a.gate,
      'isUndone', a.voided_at is not null) end as first,
    case when t.id is not null then json_build_object('id', t.id, 'holderName', t.holder_name,
      'typeName', y.name, 'order', json_build_object('id', o.id, 'number', o.number)) end as ticket,
    t.event_id as "ticketEventId", c.found_at as "foundAt", c.resolved_at as "resolvedAt", r.display_name as "resolvedByName", c.note,
    e.time_zone as "timeZone"`,
  from: sql`scan_conflicts c`,
  page: {
    alias: "c",
    joins: sql`
      join scans s on s.device_id = c.device_id and s.scan_id = c.scan_id
      join ${eventsTables.events} e on e.id = c.event_id
      left join ${accountsTables.users} u on u.id = s.staff_id
      left join ${accountsTables.users} r on r.id = c.resolved_by
      left join ${ticketsTables.admissions} a on a.id = c.admission_id
      left join ${ticketsTables.tickets} t on t.id = s.ticket_id
      left join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id
      left join ${ordersTables.orders} o on o.id = t.order_id`,
  },
  order: orderOf("-found", { found: [{ by: sql`c.id`, type: "bigint" }] }),
  filters: {
    event: (event) => sql`c.event_id = ${event}`,
    eventIds: (ids) => sql`c.event_id = any(${ids}::bigint[])`,
    show: (show) => (show === "all" ? sql`true` : sql`c.resolved_at is null`),
  },
};

const openConflict = { id: integer, eventId: integer };

/** Resolves an open conflict; undefined if there is none, or if someone resolved it before. */
export function resolve(tx: Tx, id: number, staffId: number, note: string) {
  return firstRow(tx, openConflict)`
    update scan_conflicts set resolved_at = clock_now(), resolved_by = ${staffId}, note = ${note}
    where id = ${id} and resolved_at is null
    returning id, event_id as "eventId"`;
}

const resolution = { id: integer, resolvedAt: instant, note: text };

/** How a resolved conflict was resolved. */
export const findResolution = (db: Queryable, id: number) =>
  firstRow(db, resolution)`
    select id, resolved_at as "resolvedAt", note from scan_conflicts where id = ${id} and resolved_at is not null`;
