import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { Searchable } from "../search.ts";
import type { EventDraft, VenueDraft } from "./drafts.ts";

/** Creates a venue, or updates the one of that name and city. */
export async function upsertVenue(tx: Tx, draft: VenueDraft): Promise<number> {
  const row = await tx
    .insertInto("venues")
    .values(draft)
    .onConflict((conflict) => conflict.columns(["name", "city"]).doUpdateSet(draft))
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Name and city of a venue. */
export async function findVenue(tx: Queryable, id: number): Promise<{ name: string; city: string } | undefined> {
  return tx.selectFrom("venues").select(["name", "city"]).where("id", "=", id).executeTakeFirst();
}

/** The searchable text of the events at a venue. */
export async function findSearchablesAt(tx: Tx, venueId: number): Promise<(Searchable & { id: number })[]> {
  const { rows } = await sql<Searchable & { id: number }>`
    select e.id, e.title, e.summary, e.categories, e.lineup, jsonb_build_object('name', v.name, 'city', v.city) as venue
    from events e join venues v on v.id = e.venue_id where v.id = ${venueId}`.execute(tx);
  return rows;
}

/** Replaces the search text of all events at a venue in one statement; unchanged ones are not written. */
export async function setSearchTexts(tx: Tx, texts: { id: number; text: string }[]): Promise<void> {
  await sql`
    update events e set search_text = t.text
    from json_to_recordset(${JSON.stringify(texts)}::json) as t(id integer, text text)
    where e.id = t.id and e.search_text is distinct from t.text`.execute(tx);
}

function eventColumns(draft: EventDraft, slug: string, searchText: string) {
  return {
    slug,
    venue_id: draft.venueId,
    title: draft.title,
    summary: draft.summary,
    description: draft.description,
    starts_at: draft.startsAt,
    doors_at: draft.doorsAt,
    ends_at: draft.endsAt,
    time_zone: draft.timeZone,
    poster: JSON.stringify(draft.poster),
    categories: draft.categories,
    age_rule: draft.ageRule,
    dress_code: draft.dressCode,
    lineup: JSON.stringify(draft.lineup),
    policies: JSON.stringify(draft.policies),
    description_html: draft.descriptionHtml ?? null,
    gallery: JSON.stringify(draft.gallery ?? []),
    seo_title: draft.seoTitle ?? null,
    seo_description: draft.seoDescription ?? null,
    recap: draft.recap ?? null,
    series_id: draft.seriesId ?? null,
    visibility: draft.visibility,
    currency: draft.currency,
    hide_counts: draft.hideCounts,
    entry_opens_minutes: draft.entryOpensMinutes,
    refund_policy: JSON.stringify(draft.refunds ?? { kind: "none" }),
    search_text: searchText,
  };
}

/** Creates an event. */
export async function insertEvent(
  tx: Tx,
  draft: EventDraft,
  { slug, searchText, stockId }: { slug: string; searchText: string; stockId: number | null },
): Promise<number> {
  const row = await tx
    .insertInto("events")
    .values({ ...eventColumns(draft, slug, searchText), stock_id: stockId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Updates an event; its stock stays. False if no event has this id. */
export async function updateEvent(
  tx: Tx,
  id: number,
  draft: EventDraft,
  slug: string,
  searchText: string,
): Promise<boolean> {
  const result = await tx
    .updateTable("events")
    .set({ ...eventColumns(draft, slug, searchText), updated_at: sql`clock_now()` })
    .where("id", "=", id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Slugs that start like this one, except the event's own. */
export async function findSlugsLike(tx: Queryable, slug: string, exceptId: number | undefined): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from events where starts_with(slug, ${slug}) and id is distinct from ${exceptId ?? null}::bigint`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.slug));
}
