import { sql } from "kysely";
import { instant, integer, orNull, text, uuid, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, hasRows, onlyValue } from "#server/platform/db/rows.ts";

/** A ticket that a scan lets in. */
interface NewAdmission {
  ticketId: number;
  eventId: number;
  deviceId: string;
  scanId: string;
  gate: string | null;
  staffId: number;
}

/** One that an offline scan let in. */
interface OfflineAdmission extends NewAdmission {
  admittedAt: Date;
}

/** A check-in that counts: when and where. */
const currentAdmission = { admittedAt: instant, gate: orNull(text) };

/**
 * Admits a ticket unless it is already admitted. The partial unique index lets one of any number of doors win; the
 * others wait for it and get nothing.
 *
 * @returns true for the one that won
 */
export function insertAdmission(tx: Tx, admission: NewAdmission): Promise<boolean> {
  return hasRows(tx)`
    insert into admissions (ticket_id, event_id, device_id, scan_id, gate, staff_id)
    values (${admission.ticketId}, ${admission.eventId}, ${admission.deviceId}, ${admission.scanId}, ${admission.gate}, ${admission.staffId})
    on conflict (ticket_id) where voided_at is null do nothing
    returning id`;
}

/** The ticket's admission that counts. */
export function findAdmission(db: Queryable, ticketId: number): Promise<RowFrom<typeof currentAdmission> | undefined> {
  return firstRow(db, currentAdmission)`
    select admitted_at as "admittedAt", gate from admissions where ticket_id = ${ticketId} and voided_at is null`;
}

const pastAdmission = {
  id: integer,
  deviceId: text,
  scanId: uuid,
  admittedAt: instant,
  /** When it was undone. */
  voidedAt: orNull(instant),
};

/** All check-ins of a ticket in their order, undone ones too. */
export function findAdmissions(db: Queryable, ticketId: number): Promise<RowFrom<typeof pastAdmission>[]> {
  return allRows(db, pastAdmission)`
    select id, device_id as "deviceId", scan_id as "scanId", admitted_at as "admittedAt", voided_at as "voidedAt"
    from admissions where ticket_id = ${ticketId} order by admitted_at, id`;
}

/** Admits a ticket as of a time in the past; returns the check-in's ID. The caller has locked the ticket and found none. */
export function insertOfflineAdmission(tx: Tx, admission: OfflineAdmission): Promise<number> {
  return onlyValue(tx, integer)`
    insert into admissions (ticket_id, event_id, device_id, scan_id, gate, staff_id, admitted_at)
    values (${admission.ticketId}, ${admission.eventId}, ${admission.deviceId}, ${admission.scanId}, ${admission.gate},
      ${admission.staffId}, ${admission.admittedAt})
    returning id`;
}

/** Passes a check-in on to the scan that came earlier. The caller has locked the ticket. */
export async function passAdmission(
  tx: Tx,
  id: number,
  to: Omit<OfflineAdmission, "ticketId" | "eventId">,
): Promise<void> {
  await sql`
    update admissions set device_id = ${to.deviceId}, scan_id = ${to.scanId}, gate = ${to.gate}, staff_id = ${to.staffId},
      admitted_at = ${to.admittedAt}
    where id = ${id}`.execute(tx);
}

/** Undoes a ticket's check-in, if it has one. @param admittedAt only the check-in of this millisecond */
export function voidAdmission(
  tx: Tx,
  ticketId: number,
  { staffId, gate, admittedAt }: { staffId: number; gate: string | null; admittedAt: string | undefined },
): Promise<boolean> {
  const same =
    admittedAt === undefined ? sql`true` : sql`date_trunc('milliseconds', admitted_at) = ${admittedAt}::timestamptz`;
  return hasRows(tx)`
    update admissions set voided_at = clock_now(), voided_by = ${staffId}, voided_gate = ${gate}
    where ticket_id = ${ticketId} and voided_at is null and ${same}
    returning id`;
}
