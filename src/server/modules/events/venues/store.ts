import { sql } from "kysely";
import type { VenueBody, VenueChoice } from "#contract/event-editing.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { wordPatterns } from "#server/platform/db/paging.ts";

const columns = sql`v.id, v.version, v.name, v.address, v.city, v.region, v.country, v.latitude, v.longitude,
  (select count(*)::integer from events where venue_id = v.id) as "eventCount"`;

/** Venues whose name, address or city has all of these words, those with the most events first. */
export async function findVenues(db: Queryable, q: string | undefined, limit: number): Promise<VenueChoice[]> {
  const { rows } = await sql<VenueChoice>`
    select ${columns} from venues v
    where lower(concat_ws(' ', v.name, v.address, v.city, v.region, v.country)) like all(${wordPatterns(q)}::text[])
    order by "eventCount" desc, v.name, v.id limit ${limit}`.execute(db);
  return rows;
}

/** One venue. */
export async function findVenueChoice(db: Queryable, id: number): Promise<VenueChoice | undefined> {
  const { rows } = await sql<VenueChoice>`select ${columns} from venues v where v.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks a venue against all other edits; undefined if there is none. */
export async function lockVenue(tx: Tx, id: number): Promise<{ version: number } | undefined> {
  const { rows } = await sql<{ version: number }>`
    select version from venues where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

const values = (body: VenueBody) => ({
  name: body.name,
  address: body.address ?? null,
  city: body.city,
  region: body.region,
  country: body.country,
  latitude: body.latitude ?? null,
  longitude: body.longitude ?? null,
});

/** Creates a venue; undefined if one of this name and city already exists. */
export async function insertVenue(tx: Tx, body: VenueBody): Promise<number | undefined> {
  const row = await tx
    .insertInto("venues")
    .values(values(body))
    .onConflict((conflict) => conflict.columns(["name", "city"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** True if another venue has this name and city. */
export async function isVenueNameTaken(tx: Tx, { name, city }: VenueBody, exceptId: number): Promise<boolean> {
  const row = await tx
    .selectFrom("venues")
    .select("id")
    .where("name", "=", name)
    .where("city", "=", city)
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Updates a venue; calendars reload its events. */
export async function updateVenue(tx: Tx, id: number, body: VenueBody): Promise<void> {
  await tx
    .updateTable("venues")
    .set({ ...values(body), version: sql`version + 1` })
    .where("id", "=", id)
    .execute();
  await sql`update events set updated_at = clock_now() where venue_id = ${id}`.execute(tx);
}
