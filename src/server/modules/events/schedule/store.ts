import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** Name, address and city of venues, by id. */
export async function findVenueNames(db: Queryable, venueIds: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; venue: string }>`
    select id, concat_ws(', ', name, nullif(address, ''), city) as venue from venues
    where id = any(${venueIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, venue }) => [id, venue]));
}

/** Stores an event's original start; later changes leave it as it is. */
export async function keepStart(tx: Tx, eventId: number, startsAt: string): Promise<void> {
  await sql`
    update events set moved_from = coalesce(moved_from, ${startsAt}::timestamptz) where id = ${eventId}`.execute(tx);
}
