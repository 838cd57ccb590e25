import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** Name, address and city of places, by id. */
export async function findPlaces(db: Queryable, venueIds: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; place: string }>`
    select id, concat_ws(', ', name, nullif(address, ''), city) as place from venues
    where id = any(${venueIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, place }) => [id, place]));
}

/** Keeps when a night was to begin first; later moves leave that as it is. */
export async function keepStart(tx: Tx, eventId: number, startsAt: string): Promise<void> {
  await sql`
    update events set moved_from = coalesce(moved_from, ${startsAt}::timestamptz) where id = ${eventId}`.execute(tx);
}
