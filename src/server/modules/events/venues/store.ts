import { sql } from "kysely";
import type { VenueBody, VenueChoice } from "#contract/events/editing.ts";
import type { Venue } from "#contract/events/events.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { wordPatterns } from "#server/platform/db/paging.ts";
import { allRows, firstRow, hasRows } from "#server/platform/db/rows.ts";
import type { Searchable } from "../search.ts";

const columns = sql`v.id, v.version, v.name, v.address, v.city, v.region, v.postal_code as "postalCode", v.country, v.latitude, v.longitude,
  (select count(*)::integer from events where venue_id = v.id) as "eventCount"`;

/** Venues whose name, address or city has all of these words, those with the most events first. */
export function findVenues(db: Queryable, q: string | undefined, limit: number): Promise<VenueChoice[]> {
  return allRows(db)`
    select ${columns} from venues v
    where plain_letters(concat_ws(' ', v.name, v.address, v.city, v.region, v.country)) like all(${wordPatterns(q)}::text[])
    order by "eventCount" desc, v.name, v.id limit ${limit}`;
}

export function findVenue(db: Queryable, id: number): Promise<VenueChoice | undefined> {
  return firstRow(db)`select ${columns} from venues v where v.id = ${id}`;
}

/** As `findVenue()`, locked against all other edits. */
export function lockVenue(tx: Tx, id: number): Promise<VenueChoice | undefined> {
  return firstRow(tx)`select ${columns} from venues v where v.id = ${id} for no key update`;
}

/** Creates a venue, or updates the one of that name and city; returns its id. Their events' search text stays valid. */
export async function saveVenue(tx: Tx, draft: Venue): Promise<number> {
  const row = await tx
    .insertInto("venues")
    .values(draft)
    .onConflict((conflict) => conflict.columns(["name", "city"]).doUpdateSet(draft))
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

const values = ({ postalCode, ...body }: VenueBody) => ({
  ...body,
  postal_code: postalCode ?? null,
  address: body.address ?? null,
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
  return hasRows(tx)`select id from venues where name = ${name} and city = ${city} and id <> ${exceptId}`;
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

/** The searchable text of the events at a venue. */
export function findSearchablesAt(tx: Tx, venueId: number): Promise<(Searchable & { id: number })[]> {
  return allRows(tx)<Searchable & { id: number }>`
    select e.id, e.title, e.summary, e.categories, e.lineup, jsonb_build_object('name', v.name, 'city', v.city) as venue
    from events e join venues v on v.id = e.venue_id where v.id = ${venueId}`;
}

/** Replaces the search text of events in one statement; unchanged ones are not written. */
export async function setSearchTexts(tx: Tx, texts: { id: number; text: string }[]): Promise<void> {
  await sql`
    update events e set search_text = t.text
    from json_to_recordset(${JSON.stringify(texts)}::json) as t(id integer, text text)
    where e.id = t.id and e.search_text is distinct from t.text`.execute(tx);
}
