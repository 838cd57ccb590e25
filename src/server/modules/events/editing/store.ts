import { sql } from "kysely";
import type { EditedEvent, EventChanges } from "#contract/events/editing.ts";
import type { Poster } from "#contract/events/events.ts";
import type { FeeRule } from "#contract/events/fees.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { firstRow, allValues, run } from "#server/platform/db/rows.ts";
import type { EventTimes, PublishedDetail } from "../store.ts";

type StoredFields = "description" | "descriptionHtml" | "lineup" | "poster" | "gallery";

/** What an event's editor sets, as it is stored. Times are UTC. */
interface EditableFields
  extends
    EventTimes,
    Pick<PublishedDetail, StoredFields>,
    Omit<Required<EventChanges>, keyof EventTimes | StoredFields> {}

/** An event as staff change it, drafts included. */
export interface EventRecord
  extends
    EditableFields,
    Pick<EditedEvent, "id" | "version" | "currency" | "visibility" | "publishAs" | "status" | "statusNote"> {
  publishAt: Date | null;
  movedFrom: Date | null;
  refundsUntil: Date | null;
  seriesId: number | null;
  fees: FeeRule;
  /** Stock that counts its people; null if only the types count. */
  stockId: number | null;
  updatedAt: Date;
  /** When this was read, by the database clock. */
  readAt: Date;
}

/** Columns of an event `e` for staff. */
export const recordColumns = sql<EventRecord>`
  e.id, e.version, e.slug, e.title, e.summary, e.description, e.description_html as "descriptionHtml", e.categories,
  e.starts_at as "startsAt", e.doors_at as "doorsAt", e.ends_at as "endsAt", e.time_zone as "timeZone",
  e.venue_id as "venueId", e.age_rule as "ageRule", e.dress_code as "dressCode", e.lineup, e.policies, e.poster, e.gallery,
  e.seo_title as "seoTitle", e.seo_description as "seoDescription", e.recap, e.hide_counts as "hideCounts",
  e.sales_end_at_start as "salesEndAtStart",
  e.entry_opens_minutes as "entryOpensMinutes", e.refund_policy as refunds, e.refunds_until as "refundsUntil", e.currency,
  e.visibility, e.publish_at as "publishAt", e.publish_as as "publishAs", e.status, e.status_note as "statusNote",
  e.moved_from as "movedFrom", e.series_id as "seriesId", e.fee_rule as fees, e.stock_id as "stockId",
  e.updated_at as "updatedAt", clock_now() as "readAt"`;

/** @throws AppError `not_found` */
export async function getRecord(db: Queryable, id: number): Promise<EventRecord> {
  return requireFound(await firstRow(db)<EventRecord>`select ${recordColumns} from events e where e.id = ${id}`);
}

/**
 * The same, locked against all its sales and payments, which hold a shared lock, and against every other change. The
 * caller locks nothing else that those hold, so there is no deadlock.
 *
 * @throws AppError `not_found`
 */
export async function lockRecord(tx: Tx, id: number): Promise<EventRecord> {
  return requireFound(
    await firstRow(tx)<EventRecord>`select ${recordColumns} from events e where e.id = ${id} for no key update`,
  );
}

function columnsOf(event: EditableFields, searchText: string) {
  return {
    slug: event.slug,
    venue_id: event.venueId,
    title: event.title,
    summary: event.summary,
    description: event.description,
    description_html: event.descriptionHtml,
    categories: event.categories,
    starts_at: event.startsAt,
    doors_at: event.doorsAt,
    ends_at: event.endsAt,
    time_zone: event.timeZone,
    age_rule: event.ageRule,
    dress_code: event.dressCode,
    lineup: JSON.stringify(event.lineup),
    policies: JSON.stringify(event.policies),
    poster: JSON.stringify(event.poster),
    gallery: JSON.stringify(event.gallery),
    seo_title: event.seoTitle,
    seo_description: event.seoDescription,
    recap: event.recap,
    hide_counts: event.hideCounts,
    sales_end_at_start: event.salesEndAtStart,
    entry_opens_minutes: event.entryOpensMinutes,
    refund_policy: JSON.stringify(event.refunds),
    search_text: searchText,
  };
}

export type NewEvent = EditableFields & Pick<EventRecord, "visibility" | "currency" | "seriesId" | "stockId">;

export async function insertEvent(tx: Tx, event: NewEvent, searchText: string): Promise<number> {
  const { visibility, currency, seriesId, stockId } = event;
  const row = await tx
    .insertInto("events")
    .values({ ...columnsOf(event, searchText), visibility, currency, series_id: seriesId, stock_id: stockId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Stores an editor's changes, under the next version.
 *
 * @param isRescheduled its times or its venue have changed
 * @returns the number of this change among those that ticket holders are told about
 */
export async function writeEdited(
  tx: Tx,
  event: EventRecord,
  searchText: string,
  isRescheduled: boolean,
): Promise<number> {
  const { changes } = await tx
    .updateTable("events")
    .set({
      ...columnsOf(event, searchText),
      version: sql`version + 1`,
      changes: sql`changes + ${isRescheduled ? 1 : 0}`,
      updated_at: sql`clock_now()`,
    })
    .where("id", "=", event.id)
    .returning("changes")
    .executeTakeFirstOrThrow();
  return changes;
}

/** Slugs that start like this one. */
export async function findSlugsLike(tx: Queryable, slug: string): Promise<Set<string>> {
  return new Set(await allValues(tx)<string>`select slug from events where starts_with(slug, ${slug})`);
}

/** Blocks other choices of slugs until the transaction ends, so that two events never choose the same one. */
export function lockSlugs(tx: Tx): Promise<void> {
  return run(tx)`select pg_advisory_xact_lock(hashtextextended('slugs of events', 0))`;
}

/** Another event that currently has this slug, if any. */
export function findSlugOwner(db: Queryable, slug: string, exceptId: number): Promise<{ title: string } | undefined> {
  return firstRow(db)<{ title: string }>`select title from events where slug = ${slug} and id <> ${exceptId}`;
}

/** Stores a slug that an event leaves; a slug that it returns to is no longer a former one. */
export async function storeFormerSlug(tx: Tx, eventId: number, left: string, taken: string): Promise<void> {
  await sql`
    insert into event_slugs (event_id, slug) values (${eventId}, ${left})
    on conflict (event_id, slug) do update set left_at = clock_now()`.execute(tx);
  await sql`delete from event_slugs where event_id = ${eventId} and slug = ${taken}`.execute(tx);
}

/** Shows `poster` wherever some events showed the image `formerKey`: as poster, in the gallery, in the lineup. */
export async function replacePicture(tx: Tx, eventIds: number[], formerKey: string, poster: Poster): Promise<void> {
  const picture = sql`${JSON.stringify(poster)}::jsonb`;
  await sql`
    update events e set
      poster = case when e.poster ->> 'key' = ${formerKey} then ${picture} else e.poster end,
      gallery = (
        select coalesce(jsonb_agg(case when shown ->> 'key' = ${formerKey} then ${picture} else shown end order by place), '[]')
        from jsonb_array_elements(e.gallery) with ordinality as of_gallery (shown, place)),
      lineup = (
        select coalesce(jsonb_agg(
          case when act -> 'picture' ->> 'key' = ${formerKey} then jsonb_set(act, '{picture}', ${picture}) else act end
          order by place), '[]')
        from jsonb_array_elements(e.lineup) with ordinality as of_lineup (act, place))
    where e.id = any(${eventIds}::bigint[])`.execute(tx);
}
