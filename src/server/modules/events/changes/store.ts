import { sql } from "kysely";
import type { EventStatus } from "#contract/events.ts";
import type { Tx } from "#server/platform/db/database.ts";

/** The state of an event before it is canceled or postponed. */
export interface ChangingRow {
  version: number;
  status: EventStatus;
  statusNote: string | null;
  startsAt: Date;
  doorsAt: Date | null;
  endsAt: Date;
  movedFrom: Date | null;
  changes: number;
  isOver: boolean;
}

/**
 * Locks an event against all its sales and payments, which hold a shared lock, and against every other change. The
 * caller locks nothing else that those hold, so there is no deadlock.
 */
export async function lockForChange(tx: Tx, id: number): Promise<ChangingRow | undefined> {
  const { rows } = await sql<ChangingRow>`
    select version, status, status_note as "statusNote", starts_at as "startsAt", doors_at as "doorsAt",
      ends_at as "endsAt", moved_from as "movedFrom", changes, ends_at <= clock_now() as "isOver"
    from events where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

export type Change = Pick<ChangingRow, "status" | "statusNote" | "startsAt" | "doorsAt" | "endsAt" | "movedFrom"> & {
  /** Until when current ticket holders can get a refund; unchanged when left out. */
  refundsUntil?: Date | undefined;
};

/**
 * Stores an event's new state, under the next version.
 *
 * @returns the number of this change among those that ticket holders are told about
 */
export async function writeChange(tx: Tx, id: number, change: Change): Promise<number> {
  const { rows } = await sql<{ changes: number }>`
    update events set status = ${change.status}, status_note = ${change.statusNote}, starts_at = ${change.startsAt},
      doors_at = ${change.doorsAt}, ends_at = ${change.endsAt}, moved_from = ${change.movedFrom}, changes = changes + 1,
      refunds_until = coalesce(${change.refundsUntil ?? null}::timestamptz, refunds_until),
      refunds_since = case when ${change.refundsUntil ?? null}::timestamptz is null then refunds_since else clock_now() end,
      version = version + 1, updated_at = clock_now()
    where id = ${id} returning changes`.execute(tx);
  return rows[0]!.changes;
}
