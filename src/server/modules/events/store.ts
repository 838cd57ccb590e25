import { sql, type RawBuilder } from "kysely";
import type { EventDetail, Poster } from "#contract/events/events.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, firstRow, hasRows, mapRows } from "#server/platform/db/rows.ts";
import { formatSheetTime } from "#server/platform/format.ts";
import { inCity, inTime, refundFees, refundUntil } from "./columns.ts";

/** When an event takes place, as instants. */
export interface EventTimes {
  startsAt: Date;
  doorsAt: Date | null;
  endsAt: Date;
}

/** An event as orders, tickets, emails and the door name it; times are UTC, shown in `timeZone`. */
export interface EventInfo extends Pick<
  EventDetail,
  "id" | "slug" | "title" | keyof EventTimes | "timeZone" | "venue" | "poster" | "ageRule" | "status"
> {
  /** Minutes before doors at which check-in opens; null: always open. */
  entryOpensMinutes: number | null;
  /** True once it has ended by the database clock. */
  isOver: boolean;
}

type EventInfoRow = Omit<EventInfo, keyof EventTimes> & EventTimes;

/** An event that people can see, as lists, feeds and calendars show it. */
export interface PublishedEvent extends EventInfoRow, Pick<EventDetail, "summary" | "categories" | "currency"> {
  hideCounts: boolean;
  createdAt: Date;
  /** When everyone could first find it; null if never. */
  publishedAt: Date | null;
  updatedAt: Date;
  /** Raised by every save. */
  version: number;
}

/** The same with all that its own page shows. */
export interface PublishedDetail
  extends
    PublishedEvent,
    Pick<
      EventDetail,
      "description" | "descriptionHtml" | "dressCode" | "policies" | "gallery" | "statusNote" | "recap" | "seo"
    > {
  lineup: (Omit<EventDetail["lineup"][number], "picture"> & { picture?: Poster | null })[];
  movedFrom: Date | null;
  seriesId: number | null;
  /** Null once it is past, and if there are no self-service refunds. */
  refundUntil: Date | null;
  refundFees: boolean;
}

const infoColumns = sql<EventInfoRow>`
  e.id, e.slug, e.title, e.starts_at as "startsAt", e.doors_at as "doorsAt", e.ends_at as "endsAt",
  e.time_zone as "timeZone", e.age_rule as "ageRule", e.poster, e.entry_opens_minutes as "entryOpensMinutes",
  e.ends_at <= clock_now() as "isOver", e.status,
  jsonb_build_object('name', v.name, 'address', v.address, 'city', v.city, 'region', v.region, 'country', v.country,
    'latitude', v.latitude, 'longitude', v.longitude) as venue`;
/** Columns of a published event `e` at venue `v`. */
export const publishedColumns = sql<PublishedEvent>`${infoColumns}, e.summary, e.categories, e.currency,
  e.hide_counts as "hideCounts", e.created_at as "createdAt", e.published_at as "publishedAt", e.updated_at as "updatedAt",
  e.version`;
const withVenue = sql`events e join venues v on v.id = e.venue_id`;

/** Events by id, whatever their visibility: someone may hold a ticket. */
export async function findEventInfo(db: Queryable, eventIds: number[]): Promise<Map<number, EventInfo>> {
  const found = await findInfo(db, sql`e.id = any(${eventIds}::bigint[])`);
  return new Map(found.map((event) => [event.id, event]));
}

/** One event; undefined if there is none. */
export async function findEventById(db: Queryable, eventId: number): Promise<EventInfo | undefined> {
  return (await findEventInfo(db, [eventId])).get(eventId);
}

/**
 * The name of a file about an event, without its ending: `velvet-riddim-2026-11-28-attendees`. Just `what` for no event
 * or an unknown one.
 */
export async function eventFileName(db: Queryable, eventId: number | undefined, what: string): Promise<string> {
  const event = eventId === undefined ? undefined : await findEventById(db, eventId);
  if (event === undefined) return what;
  return `${event.slug}-${formatSheetTime(event.startsAt, event.timeZone).slice(0, 10)}-${what}`;
}

/**
 * Events that a door can scan for, the next first, starting one day in the past: published and unlisted ones, no
 * drafts.
 */
export function findDoorEvents(db: Queryable, { eventIds }: { eventIds?: number[] } = {}): Promise<EventInfo[]> {
  const inScope = eventIds === undefined ? sql`true` : sql`e.id = any(${eventIds}::bigint[])`;
  return findInfo(
    db,
    sql`${inTime("upcoming", 1)} and e.visibility <> 'draft' and ${inScope} order by e.starts_at, e.id limit 200`,
  );
}

async function findInfo(db: Queryable, where: RawBuilder<unknown>): Promise<EventInfo[]> {
  const rows = await allRows(db)<EventInfoRow>`select ${infoColumns} from ${withVenue} where ${where}`;
  return rows.map((row) => ({
    ...row,
    startsAt: row.startsAt.toISOString(),
    doorsAt: row.doorsAt?.toISOString() ?? null,
    endsAt: row.endsAt.toISOString(),
  }));
}

/** One event that people can see: published, or unlisted for those who have its address. */
export function findShownEvent(db: Queryable, id: number): Promise<PublishedDetail | undefined> {
  return firstRow(db)`
    select ${publishedColumns}, e.description, e.description_html as "descriptionHtml", e.dress_code as "dressCode", e.lineup,
      e.policies, e.gallery, e.status_note as "statusNote", e.moved_from as "movedFrom", e.recap, e.series_id as "seriesId",
      jsonb_build_object('title', e.seo_title, 'description', e.seo_description) as seo,
      case when ${refundUntil} > clock_now() then ${refundUntil} end as "refundUntil", ${refundFees} as "refundFees"
    from ${withVenue} where e.id = ${id} and e.visibility in ('published', 'unlisted')`;
}

/** True for an event that people can see by its address: anything but a draft. */
export async function isEventShown(db: Queryable, eventId: number): Promise<boolean> {
  return hasRows(db)`select id from events where id = ${eventId} and visibility <> 'draft'`;
}

/** The slugs of those of some events that people can see by their address, by id. */
export function findShownSlugs(db: Queryable, ids: number[]): Promise<Map<number, string>> {
  return mapRows(db)`select id, slug from events where id = any(${ids}::bigint[]) and visibility <> 'draft'`;
}

const findPublished = (db: Queryable, where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) =>
  allRows(db)<PublishedEvent>`
    select ${publishedColumns} from ${withVenue} where e.visibility = 'published' and ${where} order by ${order} limit ${limit}`;

const nextOnes = sql`e.starts_at, e.id`;

/** Published events that ended at most this many days ago, the next first; all or those in one city. */
export function findCalendarEvents(
  db: Queryable,
  { city, endedWithinDays, limit }: { city?: string | undefined; endedWithinDays: number; limit: number },
): Promise<PublishedEvent[]> {
  return findPublished(db, sql`${inTime("upcoming", endedWithinDays)} and ${inCity(city)}`, nextOnes, limit);
}

/** The next published event. */
export async function findNextEvent(db: Queryable): Promise<EventInfo | undefined> {
  const [next] = await findCalendarEvents(db, { endedWithinDays: 0, limit: 1 });
  return next && findEventById(db, next.id);
}

/** Upcoming published events, the latest announced first. */
export function findNewEvents(db: Queryable, limit: number): Promise<PublishedEvent[]> {
  return findPublished(db, inTime("upcoming"), sql`e.published_at desc, e.id desc`, limit);
}

/** The most dates of one series that a page names. */
const maxDates = 24;

/** The upcoming published dates of a series except one, the next first. */
export function findOtherDates(db: Queryable, seriesId: number, exceptId: number): Promise<PublishedEvent[]> {
  const where = sql`e.series_id = ${seriesId} and e.id <> ${exceptId} and e.ends_at > clock_now()`;
  return findPublished(db, where, nextOnes, maxDates);
}

/**
 * Only this many upcoming events are considered: the nearest in time are the likeliest, and the work doesn't grow with
 * their number.
 */
const maxConsidered = 200;

/** Upcoming published events: first those in the city of one, then those that share most categories with it, then the next. */
export function findRelatedEvents(db: Queryable, event: PublishedDetail, limit: number): Promise<PublishedEvent[]> {
  return allRows(db)`
    with near as materialized (
      select e.* from events e
      where e.visibility = 'published' and e.status = 'on' and ${inTime("upcoming")} and e.id <> ${event.id}
        and (${event.seriesId}::bigint is null or e.series_id is distinct from ${event.seriesId}::bigint)
      order by e.starts_at limit ${maxConsidered})
    select ${publishedColumns} from near e join venues v on v.id = e.venue_id
    cross join lateral (
      select count(*) as kinds from unnest(e.categories) as kind where kind = any(${event.categories}::text[])) shared
    order by lower(v.city) = lower(${event.venue.city}) desc, shared.kinds desc, e.starts_at, e.id
    limit ${limit}`;
}

/** A page of the sitemap: a range of consecutive ids, and its latest change. */
export interface SitemapPage {
  page: number;
  changedAt: Date;
}

/** Ending is also a change: tickets make way for memories. */
const changedAt = sql`case when e.ends_at <= clock_now() then greatest(e.updated_at, e.ends_at) else e.updated_at end`;

/** Sitemap pages of published events, divided by id, so that an event never moves to another page. */
export function findSitemapPages(db: Queryable, idsPerPage: number): Promise<SitemapPage[]> {
  return allRows(db)`
    select ((e.id - 1) / ${idsPerPage}::bigint + 1)::int as page, max(${changedAt}) as "changedAt"
    from events e where e.visibility = 'published' group by 1 order by 1`;
}

/** A sitemap's entry for an event. */
export interface EventAddress {
  id: number;
  slug: string;
  changedAt: Date;
}

/** The published events of one page, by id. */
export function findEventAddresses(db: Queryable, page: number, idsPerPage: number): Promise<EventAddress[]> {
  const first = (page - 1) * idsPerPage;
  return allRows(db)`
    select e.id, e.slug, ${changedAt} as "changedAt" from events e
    where e.visibility = 'published' and e.id > ${first}::bigint and e.id <= ${first + idsPerPage}::bigint
    order by e.id`;
}

/** Whether none of some events, by a query of their ids, is still to come. A postponed one is, whenever it was planned. */
export const noEventAhead = (ids: RawBuilder<unknown>) => sql`not exists (
  select from events e where e.id in (${ids}) and (e.ends_at > clock_now() or e.status = 'postponed'))`;
