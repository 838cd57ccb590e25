import { sql, type RawBuilder } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";
import { firstRow, firstValue, run } from "#server/platform/db/rows.ts";

/** More than this many actions in a minute, or on a day, and a visitor isn't a person. */
const maxPerMinute = 60;
const maxPerDay = 2000;
/** Names of a day that are kept; visits with rarer ones count as `(other)`, so that nobody can fill the roll-ups. */
const maxPaths = 500;
const maxNames = 100;

const sums = sql`sum(total), sum(visitors), sum(visits), sum(exits), sum(bounces), sum(seconds)`;

/** A day to roll up, and the version of its rows that is read. */
export interface DueDay {
  day: string;
  version: number;
}

/**
 * The latest day with rows that aren't rolled up, locked against other nodes. A day that takes long is done again after
 * forty times as long at the earliest: buyers need the processor too.
 *
 * @param isUrgent someone waits: only days that were quick to roll up
 */
export function lockDueDay(tx: Tx, isUrgent: boolean): Promise<DueDay | undefined> {
  return firstRow(tx)`
    select day::text as day, version from rolled_days
    where rolled_version < version and (not ${isUrgent} or took_ms < 300)
      and (${isUrgent} or rolled_at is null or rolled_at < clock_now() - make_interval(secs => took_ms / 25.0))
    order by day desc limit 1 for update skip locked`;
}

/** Records that a day was rolled up from a version of its rows. */
export function recordRolled(tx: Tx, { day, version }: DueDay, tookMs: number): Promise<void> {
  return run(tx)`
    update rolled_days set rolled_version = ${version}, rolled_at = clock_now(), took_ms = ${Math.round(tookMs)}
    where day = ${day}::date`;
}

/**
 * Lets the statements of this transaction take a while and sort in memory. The planner knows nothing of how many rows a
 * part of a statement has, and a nested loop over two large ones would take hours.
 */
export function allowLongStatements(tx: Tx): Promise<void> {
  return run(tx)`select set_config('statement_timeout', '300s', true), set_config('work_mem', '128MB', true),
    set_config('enable_nestloop', 'off', true)`;
}

/** How long a part of a roll-up is, as a database interval. */
export type RollUpStep = "1 hour" | "15 minutes";

/** An hour, or a quarter of one for a zone whose days begin within an hour of UTC: in India, at half past. */
export function findRollUpStep(tx: Tx, timeZone: string): Promise<RollUpStep> {
  return firstValue(tx)`
    select case when extract(minute from (clock_now() at time zone ${timeZone}) - (clock_now() at time zone 'UTC')) = 0
      then '1 hour' else '15 minutes' end`.then((step) => step as RollUpStep);
}

/** The part of a roll-up that an instant is in. */
export const partOf = (at: RawBuilder<unknown>, step: RollUpStep): RawBuilder<unknown> =>
  sql`date_bin(${step}::interval, ${at}, timestamptz '2000-01-01 00:00:00Z')`;

/**
 * Counts a day anew from its raw rows: by hour, and from the hours by day. A visit ends after half an hour of silence.
 * A visitor counts once a day for the site and once for each subject, where it came first.
 */
export async function rollUpDay(tx: Tx, day: string, step: RollUpStep): Promise<void> {
  await run(tx)`delete from traffic_hours where day = ${day}::date`;
  await run(tx)`
    with raw as materialized (
      select id, occurred_at, kind, subject, visitor, is_bot, is_burst, source, campaign, device, browser from interactions
      where slot = ((${day}::date - date '2000-01-03') / 7) % 10 and day = ${day}::date
        and occurred_at >= ${day}::date - interval '2 days' and occurred_at < ${day}::date + interval '3 days'),
    hasty as materialized (
      select visitor from raw where not is_bot group by visitor, date_trunc('minute', occurred_at)
      having count(*) > ${maxPerMinute}
      union select visitor from raw where not is_bot group by visitor having count(*) > ${maxPerDay}
      union select visitor from raw where is_burst),
    paths as materialized (select subject from raw where kind = 'page_view'
      group by 1 order by count(*) desc, 1 limit ${maxPaths}),
    sources as materialized (select source from raw group by 1 order by count(*) desc, 1 limit ${maxNames}),
    campaign_names as materialized (select campaign from raw group by 1 order by count(*) desc, 1 limit ${maxNames}),
    ordered as materialized (
      select r.id, occurred_at, visitor, kind,
        case when kind <> 'page_view' or subject in (select subject from paths) then subject else '(other)' end as subject,
        case when is_bot then 'bots' when visitor in (select visitor from hasty) then 'likely_bots' else 'people' end as audience,
        case when source in (select source from sources) then source else '(other)' end as source,
        case when campaign in (select campaign from campaign_names) then campaign else '(other)' end as campaign,
        device, browser,
        coalesce(occurred_at - lag(occurred_at) over (partition by visitor order by occurred_at, id)
          > interval '30 minutes', true) as opens
      from raw r),
    numbered as materialized (
      select o.*, count(*) filter (where opens) over (partition by visitor order by occurred_at, id) as visit
      from ordered o),
    visits as materialized (
      select visitor, visit, min(occurred_at) as began,
        (array_agg(source order by occurred_at, id))[1] as source,
        (array_agg(campaign order by occurred_at, id))[1] as campaign,
        (array_agg(device order by occurred_at, id))[1] as device,
        (array_agg(browser order by occurred_at, id))[1] as browser,
        (array_agg(id order by occurred_at, id) filter (where kind = 'page_view'))[1] as entry,
        (array_agg(id order by occurred_at desc, id desc) filter (where kind = 'page_view'))[1] as exit,
        (count(*) filter (where kind = 'page_view') = 1
          and count(*) filter (where kind not in ('page_view', 'event_view', 'product_view', 'stream_view')) = 0)::integer
          as bounce,
        extract(epoch from max(occurred_at) - min(occurred_at))::bigint as seconds
      from numbered group by visitor, visit),
    placed as materialized (
      select n.kind, n.subject, n.audience, ${partOf(sql`n.occurred_at`, step)} as hour,
        v.source, v.campaign, v.device, v.browser, v.bounce, v.seconds, n.id = v.entry as is_entry, n.id = v.exit as is_exit,
        row_number() over (partition by n.visitor, n.kind, n.subject order by n.occurred_at, n.id) = 1 as is_first,
        row_number() over (partition by n.visitor, n.kind order by n.occurred_at, n.id) = 1 as is_first_of_kind
      from numbered n join visits v on v.visitor = n.visitor and v.visit = n.visit)
    insert into traffic_hours (day, hour, audience, kind, subject, source, campaign, device, browser, total, visitors,
      visits, exits, bounces, seconds)
    select ${day}::date, hour, audience, kind, subject, source, campaign, device, browser, count(*),
      count(*) filter (where is_first), count(*) filter (where is_entry), count(*) filter (where is_exit),
      coalesce(sum(bounce) filter (where is_entry), 0), coalesce(sum(seconds) filter (where is_entry), 0)
    from placed group by hour, audience, kind, subject, source, campaign, device, browser
    union all
    select ${day}::date, hour, audience, 'visit', '', source, campaign, device, browser, count(*),
      count(*) filter (where is_first_of_kind), count(*) filter (where is_entry), count(*) filter (where is_exit),
      coalesce(sum(bounce) filter (where is_entry), 0), coalesce(sum(seconds) filter (where is_entry), 0)
    from placed where kind = 'page_view' group by hour, audience, source, campaign, device, browser
    union all
    select ${day}::date, hour, audience, 'any_' || kind, '', source, campaign, device, browser, count(*),
      count(*) filter (where is_first_of_kind), 0, 0, 0, 0
    from placed where kind <> 'page_view' group by hour, audience, kind, source, campaign, device, browser`;
  await run(tx)`delete from traffic_days where day = ${day}::date`;
  await run(tx)`
    insert into traffic_days (day, audience, kind, subject, source, campaign, device, browser, total, visitors, visits,
      exits, bounces, seconds)
    select day, audience, kind, subject, source, campaign, device, browser, ${sums}
    from traffic_hours where day = ${day}::date group by day, audience, kind, subject, source, campaign, device, browser`;
  await run(tx)`delete from traffic_totals where day = ${day}::date`;
  await run(tx)`
    insert into traffic_totals (day, audience, kind, subject, total, visitors, visits, exits, bounces, seconds)
    select day, audience, kind, subject, ${sums} from traffic_days where day = ${day}::date
    group by day, audience, kind, subject`;
}
