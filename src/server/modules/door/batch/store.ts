import { sql } from "kysely";
import { eventsTables } from "#server/modules/events/tables.ts";
import { instant, orNull, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { firstRow } from "#server/platform/db/rows.ts";

const countedScan = { countedAt: orNull(instant) };

/** As of when a stored scan was judged; null for one that was judged when it arrived. */
export function findCountedAt(
  db: Queryable,
  scan: { deviceId: string; scanId: string },
): Promise<RowFrom<typeof countedScan> | undefined> {
  return firstRow(db, countedScan)`
    select counted_at as "countedAt" from scans where device_id = ${scan.deviceId} and scan_id = ${scan.scanId}`;
}

/** A scan that had let its holder in isn't the first one anymore. */
export async function markSecond(tx: Tx, scan: { deviceId: string; scanId: string }): Promise<void> {
  await sql`
    update scans set verdict = 'already_admitted'
    where device_id = ${scan.deviceId} and scan_id = ${scan.scanId}`.execute(tx);
}

const cancellation = { canceledAt: orNull(instant) };

/** When an event was canceled; null if it wasn't, or if that isn't on record. */
export async function findCanceledAt(db: Queryable, eventId: number): Promise<Date | null> {
  const row = await firstRow(db, cancellation)`
    select canceled_at as "canceledAt" from ${eventsTables.events} e where id = ${eventId}`;
  return row?.canceledAt ?? null;
}
