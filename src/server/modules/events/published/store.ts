import { sql } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";
import { eventInfoColumns, inTime, type EventInfoRow } from "../columns.ts";

/** An event as other programs read it. Times are UTC. */
export interface PublishedEvent extends EventInfoRow {
  summary: string;
  categories: string[];
  createdAt: Date;
  /** When everyone could first find it; null if never. */
  publishedAt: Date | null;
  updatedAt: Date;
  /** Raised by every save. */
  version: number;
}

const columns = sql`${eventInfoColumns}, e.summary, e.categories, e.created_at as "createdAt", e.published_at as "publishedAt", e.updated_at as "updatedAt",
  e.version`;

/** Published events that ended at most this many days ago, the next first; all or those in one city. */
export async function findCalendarEvents(
  db: Queryable,
  { city, keepDays, limit }: { city?: string | undefined; keepDays: number; limit: number },
): Promise<PublishedEvent[]> {
  const { rows } = await sql<PublishedEvent>`
    select ${columns} from events e join venues v on v.id = e.venue_id
    where e.visibility = 'published' and ${inTime("upcoming", keepDays)}
      and ${city ? sql`lower(v.city) = lower(${city})` : sql`true`}
    order by e.starts_at, e.id limit ${limit}`.execute(db);
  return rows;
}

/** Upcoming published events, the latest announced first. */
export async function findNewEvents(db: Queryable, limit: number): Promise<PublishedEvent[]> {
  const { rows } = await sql<PublishedEvent>`
    select ${columns} from events e join venues v on v.id = e.venue_id
    where e.visibility = 'published' and ${inTime("upcoming")}
    order by e.published_at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
}

/** An event that people can see by its address: published or unlisted. */
export async function findShownEvent(db: Queryable, id: number): Promise<PublishedEvent | undefined> {
  const { rows } = await sql<PublishedEvent>`
    select ${columns} from events e join venues v on v.id = e.venue_id
    where e.id = ${id} and e.visibility in ('published', 'unlisted')`.execute(db);
  return rows[0];
}

/** A page of the sitemap: a range of consecutive ids, and its latest change. */
export interface SitemapPage {
  page: number;
  changedAt: Date;
}

/** Ending is also a change: tickets make way for memories. */
const changedAt = sql`case when e.ends_at <= clock_now() then greatest(e.updated_at, e.ends_at) else e.updated_at end`;

/** Sitemap pages of published events, divided by id, so that an event never moves to another page. */
export async function findSitemapPages(db: Queryable, idsPerPage: number): Promise<SitemapPage[]> {
  const { rows } = await sql<SitemapPage>`
    select ((e.id - 1) / ${idsPerPage}::bigint + 1)::int as page, max(${changedAt}) as "changedAt"
    from events e where e.visibility = 'published' group by 1 order by 1`.execute(db);
  return rows;
}

/** A sitemap's entry for an event. */
export interface EventAddress {
  id: number;
  slug: string;
  changedAt: Date;
}

/** The published events of one page, by id. */
export async function findEventAddresses(db: Queryable, page: number, idsPerPage: number): Promise<EventAddress[]> {
  const first = (page - 1) * idsPerPage;
  const { rows } = await sql<EventAddress>`
    select e.id, e.slug, ${changedAt} as "changedAt" from events e
    where e.visibility = 'published' and e.id > ${first}::bigint and e.id <= ${first + idsPerPage}::bigint
    order by e.id`.execute(db);
  return rows;
}
