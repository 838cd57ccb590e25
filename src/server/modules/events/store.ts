import { sql } from "kysely";
import type { EventDetail, Poster } from "#contract/events.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { headColumns, type HeadRow } from "./columns.ts";

/** A night as the list shows it, before its prices are worked out. */
export interface NightRow extends HeadRow {
  summary: string;
  categories: string[];
  currency: string;
  stockId: number | null;
  hideCounts: boolean;
}

/** Columns of a night as the list shows it. */
export const nightColumns = sql`${headColumns}, e.summary, e.categories, e.currency, e.stock_id as "stockId",
  e.hide_counts as "hideCounts"`;

/** The rest of a night, for its own page. */
export interface NightDetailRow extends NightRow {
  description: string;
  dressCode: string | null;
  descriptionHtml: string | null;
  lineup: (Omit<EventDetail["lineup"][number], "picture"> & { picture?: Poster | null })[];
  policies: EventDetail["policies"];
  gallery: Poster[];
  stateNote: string | null;
  movedFrom: Date | null;
  seoTitle: string | null;
  seoDescription: string | null;
  recap: string | null;
  seriesId: number | null;
  /** Null once it is past, as where nothing can be returned. */
  refundUntil: Date | null;
  refundFees: boolean;
}

const refundUntil = sql`refund_deadline(e.refund_policy, e.starts_at)`;
const detailColumns = sql`${nightColumns}, e.description, e.description_html as "descriptionHtml",
  e.dress_code as "dressCode", e.lineup, e.policies, e.gallery, e.state_note as "stateNote",
  e.moved_from as "movedFrom", e.seo_title as "seoTitle", e.seo_description as "seoDescription", e.recap,
  e.series_id as "seriesId", case when ${refundUntil} > clock_now() then ${refundUntil} end as "refundUntil",
  coalesce((e.refund_policy ->> 'withFees')::boolean, false) as "refundFees"`;

/** One night that people may see: published, or unlisted for whoever has its address. */
export async function findNight(db: Queryable, id: number): Promise<NightDetailRow | undefined> {
  const { rows } = await sql<NightDetailRow>`
    select ${detailColumns} from events e join venues v on v.id = e.venue_id
    where e.id = ${id} and e.visibility in ('published', 'unlisted')`.execute(db);
  return rows[0];
}

/** The same for staff: drafts as well. */
export async function findNightForStaff(db: Queryable, id: number): Promise<NightDetailRow | undefined> {
  const { rows } = await sql<NightDetailRow>`
    select ${detailColumns} from events e join venues v on v.id = e.venue_id where e.id = ${id}`.execute(db);
  return rows[0];
}

/** Most dates of one run that a page names. */
const mostDates = 24;

/** The published dates to come of a run besides one, the next first. */
export async function findOtherDates(db: Queryable, seriesId: number, exceptId: number): Promise<NightRow[]> {
  const { rows } = await sql<NightRow>`
    select ${nightColumns} from events e join venues v on v.id = e.venue_id
    where e.series_id = ${seriesId} and e.id <> ${exceptId} and e.visibility = 'published' and e.ends_at > clock_now()
    order by e.starts_at, e.id limit ${mostDates}`.execute(db);
  return rows;
}
