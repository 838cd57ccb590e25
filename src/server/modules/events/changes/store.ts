import { sql } from "kysely";
import type { EventState } from "#contract/events.ts";
import type { Tx } from "#server/platform/db/database.ts";

/** What calling a night off or putting it off begins with. */
export interface ChangingRow {
  version: number;
  state: EventState;
  stateNote: string | null;
  startsAt: Date;
  doorsAt: Date | null;
  endsAt: Date;
  movedFrom: Date | null;
  changes: number;
  isOver: boolean;
}

/**
 * Locks a night against every sale and payment of it, which hold it shared, and every other change. Whoever holds it
 * locks nothing else that those hold, so nobody waits in a circle.
 */
export async function lockForChange(tx: Tx, id: number): Promise<ChangingRow | undefined> {
  const { rows } = await sql<ChangingRow>`
    select version, state, state_note as "stateNote", starts_at as "startsAt", doors_at as "doorsAt",
      ends_at as "endsAt", moved_from as "movedFrom", changes, ends_at <= clock_now() as "isOver"
    from events where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

export type Change = Pick<ChangingRow, "state" | "stateNote" | "startsAt" | "doorsAt" | "endsAt" | "movedFrom"> & {
  /** Until when those who hold tickets by now may have their money back; as it was when left out. */
  moneyBackUntil?: Date | undefined;
};

/**
 * Writes how a night stands now, under the next version.
 *
 * @returns the number of this change among those that holders are told of
 */
export async function writeChange(tx: Tx, id: number, change: Change): Promise<number> {
  const { rows } = await sql<{ changes: number }>`
    update events set state = ${change.state}, state_note = ${change.stateNote}, starts_at = ${change.startsAt},
      doors_at = ${change.doorsAt}, ends_at = ${change.endsAt}, moved_from = ${change.movedFrom}, changes = changes + 1,
      ask_back_until = coalesce(${change.moneyBackUntil ?? null}::timestamptz, ask_back_until),
      ask_back_since = case when ${change.moneyBackUntil ?? null}::timestamptz is null then ask_back_since else clock_now() end,
      version = version + 1, updated_at = clock_now()
    where id = ${id} returning changes`.execute(tx);
  return rows[0]!.changes;
}
