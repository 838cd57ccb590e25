import type { AnalyticsReport } from "#contract/analytics.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstValue, onlyRow, run } from "#server/platform/db/rows.ts";
import type { InteractionRow, PageViewRow } from "./rules.ts";

/** A row and how long it waited in memory, so that its time is right even if it is written late. */
export type Aged<Row> = Row & { ageMs: number };

/** Writes page views together. */
export function insertPageViews(db: Queryable, rows: Aged<PageViewRow>[]): Promise<void> {
  return run(db)`
    insert into page_views (viewed_at, path, user_id, session_id, device_type, browser, referrer_host, is_bot)
    select clock_now() - make_interval(secs => r."ageMs" / 1000.0), r.path, r."userId", r."sessionId", r."deviceType",
      r.browser, r."referrerHost", r."isBot"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r("ageMs" integer, path text, "userId" bigint,
      "sessionId" text, "deviceType" text, browser text, "referrerHost" text, "isBot" boolean)`;
}

/** Writes views and clicks together. */
export function insertInteractions(db: Queryable, rows: Aged<InteractionRow>[]): Promise<void> {
  return run(db)`
    insert into interactions (occurred_at, kind, subject_id, user_id, is_bot)
    select clock_now() - make_interval(secs => r."ageMs" / 1000.0), r.kind, r."subjectId", r."userId", r."isBot"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r("ageMs" integer, kind text, "subjectId" bigint,
      "userId" bigint, "isBot" boolean)`;
}

/** Today in a time zone, by the database's clock, and this instant. */
export function readToday(db: Queryable, timeZone: string): Promise<{ today: string; now: Date }> {
  return onlyRow(db)`
    select ((clock_now() at time zone ${timeZone})::date)::text as today, clock_now() as now`;
}

/** First and last day of a report, both included, in a time zone. */
export interface Span {
  from: string;
  to: string;
  timeZone: string;
}

/** Everything in a report except the titles of its events and products. */
export type Figures = Pick<AnalyticsReport, "totals" | "days" | "paths" | "devices" | "browsers" | "referrers"> & {
  events: { eventId: number; views: number; ticketClicks: number }[];
  products: { productId: number; views: number; detailClicks: number }[];
};

/** Counts a range of days. @param ownHost left out of the referrers */
export function readFigures(db: Queryable, span: Span, ownHost: string): Promise<Figures> {
  return firstValue(db)`
    with bounds as (
      select ${span.from}::date::timestamp at time zone ${span.timeZone} as opens,
        (${span.to}::date + 1)::timestamp at time zone ${span.timeZone} as closes),
    views as materialized (
      select (viewed_at at time zone ${span.timeZone})::date as day, path, session_id, device_type, browser,
        referrer_host, is_bot
      from page_views, bounds where viewed_at >= opens and viewed_at < closes),
    people as materialized (select * from views where not is_bot),
    acts as materialized (
      select (occurred_at at time zone ${span.timeZone})::date as day, kind, subject_id
      from interactions, bounds where occurred_at >= opens and occurred_at < closes and not is_bot),
    seen as (
      select day, count(*)::int as "pageViews", count(distinct session_id)::int as sessions from people group by day),
    acted as (
      select day, count(*) filter (where kind = 'event_view')::int as "eventViews",
        count(*) filter (where kind = 'ticket_click')::int as "ticketClicks" from acts group by day),
    calendar as (
      select d::date as day from generate_series(${span.from}::date, ${span.to}::date, interval '1 day') as d),
    by_day as (
      select c.day::text as day, coalesce(s."pageViews", 0) as "pageViews", coalesce(s.sessions, 0) as sessions,
        coalesce(a."eventViews", 0) as "eventViews", coalesce(a."ticketClicks", 0) as "ticketClicks"
      from calendar c left join seen s on s.day = c.day left join acted a on a.day = c.day),
    by_path as (
      select path, count(*)::int as "pageViews", count(distinct session_id)::int as sessions
      from people group by path order by 2 desc, 1 limit 50),
    by_device as (
      select device_type as "deviceType", count(*)::int as "pageViews", count(distinct session_id)::int as sessions
      from people group by device_type),
    by_browser as (
      select browser, count(*)::int as "pageViews", count(distinct session_id)::int as sessions
      from people group by browser),
    by_referrer as (
      select referrer_host as referrer, count(*)::int as "pageViews", count(distinct session_id)::int as sessions
      from people where referrer_host is distinct from ${ownHost} group by referrer_host
      order by 2 desc, 1 nulls first limit 50),
    by_event as (
      select subject_id as "eventId", count(*) filter (where kind = 'event_view')::int as views,
        count(*) filter (where kind = 'ticket_click')::int as "ticketClicks"
      from acts where kind in ('event_view', 'ticket_click') group by subject_id
      order by 2 desc, 3 desc, 1 limit 200),
    by_product as (
      select subject_id as "productId", count(*) filter (where kind = 'product_view')::int as views,
        count(*) filter (where kind = 'product_click')::int as "detailClicks"
      from acts where kind in ('product_view', 'product_click') group by subject_id
      order by 2 desc, 3 desc, 1 limit 200)
    select json_build_object(
      'totals', json_build_object(
        'pageViews', (select count(*)::int from people),
        'sessions', (select count(distinct session_id)::int from people),
        'eventViews', (select count(*)::int from acts where kind = 'event_view'),
        'ticketClicks', (select count(*)::int from acts where kind = 'ticket_click'),
        'botPageViews', (select count(*)::int from views where is_bot)),
      'days', (select json_agg(d order by d.day) from by_day d),
      'paths', (select coalesce(json_agg(p order by p."pageViews" desc, p.path), '[]') from by_path p),
      'devices', (select coalesce(json_agg(d order by d."pageViews" desc, d."deviceType"), '[]') from by_device d),
      'browsers', (select coalesce(json_agg(b order by b."pageViews" desc, b.browser), '[]') from by_browser b),
      'referrers', (select coalesce(json_agg(r order by r."pageViews" desc, r.referrer nulls first), '[]')
        from by_referrer r),
      'events', (select coalesce(json_agg(e order by e.views desc, e."ticketClicks" desc, e."eventId"), '[]')
        from by_event e),
      'products', (select coalesce(json_agg(p order by p.views desc, p."detailClicks" desc, p."productId"), '[]')
        from by_product p)
    ) as figures`;
}

/** Deletes what is older than the longest report, some thousand rows at a time. @returns true when more is left */
export async function purgeOld(db: Queryable): Promise<boolean> {
  const most = 5000;
  return (
    (await firstValue(db)<number>`
    with views as (
      delete from page_views where id in (select id from page_views
        where viewed_at < clock_now() - interval '400 days' order by viewed_at limit ${most}) returning 1),
    acts as (
      delete from interactions where id in (select id from interactions
        where occurred_at < clock_now() - interval '400 days' order by occurred_at limit ${most}) returning 1)
    select greatest((select count(*) from views), (select count(*) from acts))::int as gone`) === most
  );
}

/** What a person viewed while signed in, latest first; the last ten thousand at most. */
export function findVisitsOf(db: Queryable, userId: number): Promise<object[]> {
  return allRows(db)`
    select viewed_at as "viewedAt", path, device_type as "deviceType", browser, referrer_host as referrer
    from page_views where user_id = ${userId} order by viewed_at desc limit 10000`;
}

/** Removes a person from the data; the counts stay. */
export async function forgetVisitor(tx: Tx, userId: number): Promise<void> {
  await run(tx)`update page_views set user_id = null, session_id = '' where user_id = ${userId}`;
  await run(tx)`update interactions set user_id = null where user_id = ${userId}`;
}
