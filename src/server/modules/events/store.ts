import { sql } from "kysely";
import type { EventDetail, Poster } from "#contract/events.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { eventInfoColumns, type EventInfoRow } from "./columns.ts";

/** An event as the list shows it, before its prices are worked out. */
export interface EventSummaryRow extends EventInfoRow {
  summary: string;
  categories: string[];
  currency: string;
  stockId: number | null;
  hideCounts: boolean;
}

/** Columns of an event as the list shows it. */
export const summaryColumns = sql<EventSummaryRow>`${eventInfoColumns}, e.summary, e.categories, e.currency, e.stock_id as "stockId",
  e.hide_counts as "hideCounts"`;

/** The rest of an event, for its own page. */
export interface EventDetailRow extends EventSummaryRow {
  description: string;
  dressCode: string | null;
  descriptionHtml: string | null;
  lineup: (Omit<EventDetail["lineup"][number], "picture"> & { picture?: Poster | null })[];
  policies: EventDetail["policies"];
  gallery: Poster[];
  statusNote: string | null;
  movedFrom: Date | null;
  seoTitle: string | null;
  seoDescription: string | null;
  recap: string | null;
  seriesId: number | null;
  /** Null once it is past, and if there are no self-service refunds. */
  refundUntil: Date | null;
  refundFees: boolean;
}

const refundUntil = sql`refund_deadline(e.refund_policy, e.starts_at)`;
const detailColumns = sql`${summaryColumns}, e.description, e.description_html as "descriptionHtml",
  e.dress_code as "dressCode", e.lineup, e.policies, e.gallery, e.status_note as "statusNote",
  e.moved_from as "movedFrom", e.seo_title as "seoTitle", e.seo_description as "seoDescription", e.recap,
  e.series_id as "seriesId", case when ${refundUntil} > clock_now() then ${refundUntil} end as "refundUntil",
  coalesce((e.refund_policy ->> 'withFees')::boolean, false) as "refundFees"`;

/** One event that people can see: published, or unlisted for those who have its address. */
export async function findEvent(db: Queryable, id: number): Promise<EventDetailRow | undefined> {
  const { rows } = await sql<EventDetailRow>`
    select ${detailColumns} from events e join venues v on v.id = e.venue_id
    where e.id = ${id} and e.visibility in ('published', 'unlisted')`.execute(db);
  return rows[0];
}

/** The same for staff: drafts included. */
export async function findEventForStaff(db: Queryable, id: number): Promise<EventDetailRow | undefined> {
  const { rows } = await sql<EventDetailRow>`
    select ${detailColumns} from events e join venues v on v.id = e.venue_id where e.id = ${id}`.execute(db);
  return rows[0];
}

/** The most dates of one series that a page names. */
const mostDates = 24;

/** The upcoming published dates of a series except one, the next first. */
export async function findOtherDates(db: Queryable, seriesId: number, exceptId: number): Promise<EventSummaryRow[]> {
  const { rows } = await sql<EventSummaryRow>`
    select ${summaryColumns} from events e join venues v on v.id = e.venue_id
    where e.series_id = ${seriesId} and e.id <> ${exceptId} and e.visibility = 'published' and e.ends_at > clock_now()
    order by e.starts_at, e.id limit ${mostDates}`.execute(db);
  return rows;
}
