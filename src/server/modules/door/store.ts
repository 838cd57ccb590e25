import { sql } from "kysely";
import type { DoorTicket, Verdict } from "#contract/door/door.ts";
import type { VoidReason } from "#contract/door/scan-log.ts";
import type { TicketStatus } from "#contract/tickets.ts";
import { fitsDoorSearch } from "#server/modules/orders/index.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { instant } from "#server/platform/db/columns.ts";
import type { Queryable, RowOf, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, onlyValue } from "#server/platform/db/rows.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { momentAt, momentsBefore, type TimelineSource } from "#server/platform/timeline.ts";

/** A stored scan, with its verdict. */
export interface ScanRow {
  deviceId: string;
  scanId: string;
  eventId: number;
  ticketId: number | null;
  verdict: Verdict;
  gate: string | null;
}

/** Of these scans, those that their devices sent before under the same number. */
export function findScans(db: Queryable, scans: { deviceId: string; scanId: string }[]): Promise<ScanRow[]> {
  return allRows(db)`
    select device_id as "deviceId", scan_id as "scanId", event_id as "eventId", ticket_id as "ticketId", verdict, gate
    from scans where (device_id, scan_id) in (
      select * from unnest(${scans.map((scan) => scan.deviceId)}::text[], ${scans.map((scan) => scan.scanId)}::uuid[]))`;
}

/** The database clock: the one that opens entry windows. */
export function readClock(db: Queryable): Promise<Date> {
  return onlyValue(db, instant)`select clock_now() as now`;
}

/** Stores a scan with its verdict. If a scan of the same number arrived meanwhile, the transaction aborts. */
export async function insertScan(
  tx: Tx,
  scan: ScanRow & {
    reason: VoidReason | null;
    staffId: number;
    scannedAt: string | null;
    /** As of when an offline scan was judged; null for one that was judged when it arrived. */
    countedAt: Date | null;
  },
): Promise<void> {
  await sql`
    insert into scans (device_id, scan_id, event_id, ticket_id, verdict, reason, gate, staff_id, scanned_at, counted_at)
    values (${scan.deviceId}, ${scan.scanId}, ${scan.eventId}, ${scan.ticketId}, ${scan.verdict}, ${scan.reason},
            ${scan.gate}, ${scan.staffId}, ${scan.scannedAt}, ${scan.countedAt})`.execute(tx);
}

/** How many tickets admit someone to some events, and how many of them are checked in. */
export async function countAtDoor(
  db: Queryable,
  eventIds: number[],
): Promise<Map<number, { ticketCount: number; admittedCount: number }>> {
  const rows = await allRows(db)<{ eventId: number; ticketCount: number; admittedCount: number }>`
    select e.event_id as "eventId",
      (select count(*)::integer from ${ticketsTables.tickets} t
        join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id and not y.is_stream_pass
        where t.event_id = e.event_id and t.status = 'valid') as "ticketCount",
      (select count(*)::integer from ${ticketsTables.admissions} a where a.event_id = e.event_id and a.voided_at is null) as "admittedCount"
    from unnest(${eventIds}::bigint[]) as e(event_id)`;
  return new Map(rows.map(({ eventId, ...counts }) => [eventId, counts]));
}

/** A ticket that the door's search finds. */
export type DoorTicketRow = Omit<RowOf<DoorTicket, "admittedAt">, "status"> & {
  ticketStatus: TicketStatus;
  isFrozen: boolean;
  isStreamPass: boolean;
};

const doorTickets = sql`
  select t.id, t.holder_name as "holderName", y.name as "typeName", o.number as "orderNumber",
    t.status as "ticketStatus", t.frozen_since is not null as "isFrozen",
    y.is_stream_pass as "isStreamPass", a.admitted_at as "admittedAt", a.gate
  from ${ticketsTables.tickets} t join ${ordersTables.orders} o on o.id = t.order_id
  join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id
  left join ${ticketsTables.admissions} a on a.ticket_id = t.id and a.voided_at is null`;

export const findDoorTicket = (db: Queryable, id: number): Promise<DoorTicketRow | undefined> =>
  firstRow(db)`${doorTickets} where t.id = ${id}`;

/** An event's tickets that door staff search, by the holder or the buyer. */
export function searchDoorTickets(db: Queryable, eventId: number, q: string, limit: number): Promise<DoorTicketRow[]> {
  return allRows(db)`
    ${doorTickets} where t.event_id = ${eventId} and ${fitsDoorSearch(sql`t.holder_name || ' ' || o.buyer_name`, q)}
    order by plain_letters(t.holder_name), t.id limit ${limit}`;
}

/** When a person's tickets were checked in. */
export const doorTimeline: TimelineSource = {
  kind: "admission",
  async find(db, { id }, before, limit) {
    const moments = sql`
      select a.id::text as id, ${momentAt(sql`a.admitted_at`)} as at, 'Checked in: ' || e.title as title,
        t.holder_name || coalesce(' · ' || a.gate, '') || case when a.voided_at is null then '' else ' · undone' end
          as detail, '/ticket-management?event=' || e.id as path
      from ${ticketsTables.tickets} t join ${ticketsTables.admissions} a on a.ticket_id = t.id
      join ${eventsTables.events} e on e.id = t.event_id
      where t.owner_id = ${id}`;
    return (await momentsBefore(moments, before, limit).execute(db)).rows;
  },
};
