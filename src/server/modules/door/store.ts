import { sql } from "kysely";
import type { Verdict } from "#contract/door.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, firstValue, hasRows } from "#server/platform/db/rows.ts";

/** A stored scan, with its verdict. */
export interface ScanRow {
  deviceId: string;
  scanId: string;
  eventId: number;
  ticketId: number | null;
  verdict: Verdict;
  gate: string | null;
}

/** A check-in that counts: when, where and by which scan. */
export interface AdmissionRow {
  ticketId: number;
  admittedAt: Date;
  gate: string | null;
  deviceId: string;
  scanId: string;
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
  return firstValue(db)`select clock_now() as now`;
}

/**
 * Admits a ticket unless it is already admitted. The partial unique index lets one of any number of doors win; the
 * others wait for it and get nothing.
 *
 * @returns true for the one that won
 */
export function insertAdmission(
  tx: Tx,
  admission: {
    ticketId: number;
    eventId: number;
    deviceId: string;
    scanId: string;
    gate: string | null;
    staffId: number;
  },
): Promise<boolean> {
  return hasRows(tx)`
    insert into admissions (ticket_id, event_id, device_id, scan_id, gate, staff_id)
    values (${admission.ticketId}, ${admission.eventId}, ${admission.deviceId}, ${admission.scanId}, ${admission.gate}, ${admission.staffId})
    on conflict (ticket_id) where voided_at is null do nothing
    returning id`;
}

/** The ticket's admission that counts. */
export function findAdmission(db: Queryable, ticketId: number): Promise<AdmissionRow | undefined> {
  return firstRow(db)`
    select ticket_id as "ticketId", admitted_at as "admittedAt", gate, device_id as "deviceId", scan_id as "scanId"
    from admissions where ticket_id = ${ticketId} and voided_at is null`;
}

/** Stores a scan with its verdict. If a scan of the same number arrived meanwhile, the transaction aborts. */
export async function insertScan(tx: Tx, scan: ScanRow & { staffId: number; scannedAt: string | null }): Promise<void> {
  await sql`
    insert into scans (device_id, scan_id, event_id, ticket_id, verdict, gate, staff_id, scanned_at)
    values (${scan.deviceId}, ${scan.scanId}, ${scan.eventId}, ${scan.ticketId}, ${scan.verdict}, ${scan.gate},
            ${scan.staffId}, ${scan.scannedAt})`.execute(tx);
}

/** How many tickets some events have, and how many of them are checked in. */
export async function countAtDoor(
  db: Queryable,
  eventIds: number[],
): Promise<Map<number, { ticketCount: number; admittedCount: number }>> {
  const { rows } = await sql<{ event_id: number; tickets: number; admitted: number }>`
    select e.event_id,
      (select count(*)::integer from ${ticketsTables.tickets} t where t.event_id = e.event_id
        and t.status = 'valid') as tickets,
      (select count(*)::integer from admissions a where a.event_id = e.event_id and a.voided_at is null) as admitted
    from unnest(${eventIds}::bigint[]) as e(event_id)`.execute(db);
  return new Map(rows.map((row) => [row.event_id, { ticketCount: row.tickets, admittedCount: row.admitted }]));
}

/** Undoes a ticket's check-in, if it has one. */
export function voidAdmission(tx: Tx, ticketId: number): Promise<boolean> {
  return hasRows(tx)`
    update admissions set voided_at = clock_now() where ticket_id = ${ticketId} and voided_at is null
    returning id`;
}
