import { sql } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";
import { headColumns, inTime, type HeadRow } from "../columns.ts";

/** A night as other programs are told of it. Instants are UTC. */
export interface PublishedNight extends HeadRow {
  summary: string;
  categories: string[];
  createdAt: Date;
  /** When everybody could find it first; null where that never was. */
  publishedAt: Date | null;
  updatedAt: Date;
  /** Raised by every save. */
  version: number;
}

const columns = sql`${headColumns}, e.summary, e.categories, e.created_at as "createdAt", e.published_at as "publishedAt", e.updated_at as "updatedAt",
  e.version`;

/** Published nights that ended at most so many days ago, the next first; all or those of one city. */
export async function findCalendarNights(
  db: Queryable,
  { city, keepDays, limit }: { city?: string | undefined; keepDays: number; limit: number },
): Promise<PublishedNight[]> {
  const { rows } = await sql<PublishedNight>`
    select ${columns} from events e join venues v on v.id = e.venue_id
    where e.visibility = 'published' and ${inTime("upcoming", keepDays)}
      and ${city ? sql`lower(v.city) = lower(${city})` : sql`true`}
    order by e.starts_at, e.id limit ${limit}`.execute(db);
  return rows;
}

/** Published nights to come, those announced last first. */
export async function findNewNights(db: Queryable, limit: number): Promise<PublishedNight[]> {
  const { rows } = await sql<PublishedNight>`
    select ${columns} from events e join venues v on v.id = e.venue_id
    where e.visibility = 'published' and ${inTime("upcoming")}
    order by e.published_at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
}

/** A night that people may see by its address: published or unlisted. */
export async function findShownNight(db: Queryable, id: number): Promise<PublishedNight | undefined> {
  const { rows } = await sql<PublishedNight>`
    select ${columns} from events e join venues v on v.id = e.venue_id
    where e.id = ${id} and e.visibility in ('published', 'unlisted')`.execute(db);
  return rows[0];
}

/** A page of the sitemap: so many consecutive ids, and when anything of them changed last. */
export interface NightsPage {
  page: number;
  changedAt: Date;
}

/** Ending is a change as well: tickets give way to memories. */
const changedAt = sql`case when e.ends_at <= clock_now() then greatest(e.updated_at, e.ends_at) else e.updated_at end`;

/** The pages into which published nights fall by their ids, so that a night never moves to another page. */
export async function findNightsPages(db: Queryable, idsPerPage: number): Promise<NightsPage[]> {
  const { rows } = await sql<NightsPage>`
    select ((e.id - 1) / ${idsPerPage}::bigint + 1)::int as page, max(${changedAt}) as "changedAt"
    from events e where e.visibility = 'published' group by 1 order by 1`.execute(db);
  return rows;
}

/** What a sitemap says of a night. */
export interface NightAddress {
  id: number;
  slug: string;
  changedAt: Date;
}

/** The published nights of one page, by id. */
export async function findNightAddresses(db: Queryable, page: number, idsPerPage: number): Promise<NightAddress[]> {
  const first = (page - 1) * idsPerPage;
  const { rows } = await sql<NightAddress>`
    select e.id, e.slug, ${changedAt} as "changedAt" from events e
    where e.visibility = 'published' and e.id > ${first}::bigint and e.id <= ${first + idsPerPage}::bigint
    order by e.id`.execute(db);
  return rows;
}
