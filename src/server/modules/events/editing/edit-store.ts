import { sql } from "kysely";
import type { RefundPolicy } from "#contract/event-editing.ts";
import type { EventStatus, Poster } from "#contract/events.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** An event's own columns that its editor changes. */
export interface EditableRow {
  id: number;
  version: number;
  slug: string;
  title: string;
  summary: string;
  description: string;
  descriptionHtml: string | null;
  categories: string[];
  startsAt: Date;
  doorsAt: Date | null;
  endsAt: Date;
  timeZone: string;
  venueId: number;
  ageRule: "all" | "18+" | "21+";
  dressCode: string | null;
  lineup: { name: string; role: string; picture?: Poster | null }[];
  policies: { title: string; text: string }[];
  poster: Poster;
  gallery: Poster[];
  seoTitle: string | null;
  seoDescription: string | null;
  recap: string | null;
  hideCounts: boolean;
  entryOpensMinutes: number | null;
  refunds: RefundPolicy;
  visibility: "draft" | "unlisted" | "published";
  /** It is scheduled to be published later. */
  isPlanned: boolean;
  status: EventStatus;
  /** When this was read, by the database clock. */
  readAt: Date;
}

const editable = sql`
  id, version, slug, title, summary, description, description_html as "descriptionHtml", categories,
  starts_at as "startsAt", doors_at as "doorsAt", ends_at as "endsAt", time_zone as "timeZone",
  venue_id as "venueId", age_rule as "ageRule", dress_code as "dressCode", lineup, policies, poster, gallery,
  seo_title as "seoTitle", seo_description as "seoDescription", recap, hide_counts as "hideCounts",
  entry_opens_minutes as "entryOpensMinutes", refund_policy as refunds, visibility,
  publish_at is not null as "isPlanned", status, clock_now() as "readAt"`;

/** Locks an event against every other save and reads what its editor changes. */
export async function lockEditable(tx: Tx, id: number): Promise<EditableRow | undefined> {
  const { rows } = await sql<EditableRow>`
    select ${editable} from events where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** The same, without a lock. */
export async function findEditable(db: Queryable, id: number): Promise<EditableRow | undefined> {
  const { rows } = await sql<EditableRow>`select ${editable} from events where id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Stores an editor's changes, under the next version.
 *
 * @param isRescheduled its times or its venue have changed
 * @returns the number of this change among those that ticket holders are told about
 */
export async function writeEdited(
  tx: Tx,
  row: EditableRow,
  searchText: string,
  isRescheduled: boolean,
): Promise<number> {
  const { changes } = await tx
    .updateTable("events")
    .set({
      version: sql`version + 1`,
      changes: sql`changes + ${isRescheduled ? 1 : 0}`,
      slug: row.slug,
      title: row.title,
      summary: row.summary,
      description: row.description,
      description_html: row.descriptionHtml,
      categories: row.categories,
      starts_at: row.startsAt,
      doors_at: row.doorsAt,
      ends_at: row.endsAt,
      time_zone: row.timeZone,
      venue_id: row.venueId,
      age_rule: row.ageRule,
      dress_code: row.dressCode,
      lineup: JSON.stringify(row.lineup),
      policies: JSON.stringify(row.policies),
      poster: JSON.stringify(row.poster),
      gallery: JSON.stringify(row.gallery),
      seo_title: row.seoTitle,
      seo_description: row.seoDescription,
      recap: row.recap,
      hide_counts: row.hideCounts,
      entry_opens_minutes: row.entryOpensMinutes,
      refund_policy: JSON.stringify(row.refunds),
      search_text: searchText,
      updated_at: sql`clock_now()`,
    })
    .where("id", "=", row.id)
    .returning("changes")
    .executeTakeFirstOrThrow();
  return changes;
}

/** Another event that currently has this slug, if any. */
export async function findSlugOwner(db: Queryable, slug: string, exceptId: number): Promise<string | undefined> {
  const { rows } = await sql<{ title: string }>`
    select title from events where slug = ${slug} and id <> ${exceptId}`.execute(db);
  return rows[0]?.title;
}

/** Stores a slug that an event leaves; a slug that it returns to is no longer a former one. */
export async function keepFormerSlug(tx: Tx, eventId: number, left: string, taken: string): Promise<void> {
  await sql`
    insert into event_slugs (event_id, slug) values (${eventId}, ${left})
    on conflict (event_id, slug) do update set left_at = clock_now()`.execute(tx);
  await sql`delete from event_slugs where event_id = ${eventId} and slug = ${taken}`.execute(tx);
}
