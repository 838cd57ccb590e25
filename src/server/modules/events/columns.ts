import { sql, type RawBuilder } from "kysely";
import type { ListOrder, SortKey } from "#server/platform/db/keyset.ts";

/**
 * The status of ticket type `t` of event `e` by the database clock. Nothing is on sale for a canceled or postponed
 * event, nor once it has ended, or started if its sales end then. A price tier that waits for another is scheduled until it is opened, or until the previous one is no longer
 * for sale. The query looks up the previous one by id; an "exists" would scan all types that are over.
 */
export const clockStatus = sql`
  case when e.status <> 'on' or case when e.sales_end_at_start then e.starts_at else e.ends_at end <= clock_now() or t.sales_end_at <= clock_now() then 'ended'
       when t.sales_start_at > clock_now() then 'scheduled'
       when t.opens_after_id is not null and t.opened_at is null and not coalesce((
         select b.is_hidden or b.sales_end_at <= clock_now() from ticket_types b where b.id = t.opens_after_id), false)
         then 'scheduled'
       else 'on_sale' end`;

/** What a unit of ticket type `t` of event `e` takes besides its own stock, as `[{ stockId, each }]`. */
export const drawsOfType = sql`(
  select coalesce(json_agg(json_build_object('stockId', d.stock_id, 'each', d.each)), '[]') from (
    select e.stock_id, t.tickets_per_unit as each where e.stock_id is not null and not t.is_stream_pass
    union all
    select p.stock_id, case p.counts when 'people' then t.tickets_per_unit else 1 end
    from pool_types x join pools p on p.id = x.pool_id where x.ticket_type_id = t.id) d)`;

/** The deadline for self-service refunds of event `e` by its current policy, and whether they include the fees. */
export const refundUntil = sql`refund_deadline(e.refund_policy, e.starts_at)`;
export const refundFees = sql`coalesce((e.refund_policy ->> 'withFees')::boolean, false)`;

/**
 * Events `e` that end after a moment, in terms of an index on `starts_at`: hardly any lasts longer than a month, and a
 * lookup finds the earliest start of those that do.
 */
export const endsAfter = (moment: RawBuilder<unknown>): RawBuilder<unknown> =>
  // Without "offset 0" the planner would look for the minimum among all events by their start.
  sql`e.ends_at > ${moment} and e.starts_at >= (select least(${moment} - interval '31 days', min(lasting.starts_at))
    from (select starts_at from events where ends_at - starts_at > interval '31 days' and ends_at > ${moment} offset 0) lasting)`;

/** The first day of event `e`, in its own zone. */
export const firstDay = sql`(e.starts_at at time zone e.time_zone)::date`;

/**
 * The last day of event `e`, in its own zone. The small hours belong to the night before: six hours before the end
 * count, as in the calendar's `daysIn()`. While it runs, it is on today's list too.
 */
export const lastDay = sql`(greatest(e.starts_at, e.ends_at - interval '6 hours',
    case when e.ends_at > (select clock_now()) then (select clock_now()) end) at time zone e.time_zone)::date`;

/**
 * Events `e` that take place on one of these days, first and last included, each in its own zone. A day of slack on either
 * side lets the index on times do the work for days in many zones. A postponed event has no day.
 */
export function onDays({ from, to }: { from?: string | undefined; to?: string | undefined }): RawBuilder<unknown> {
  if (!from && !to) return sql`true`;
  const after = from
    ? sql`${endsAfter(sql`(${from}::date - interval '1 day')::timestamptz`)} and ${lastDay} >= ${from}::date`
    : sql`true`;
  const before = to ? sql`e.starts_at < ${to}::date + interval '2 days' and ${firstDay} <= ${to}::date` : sql`true`;
  return sql`(e.status <> 'postponed' and ${after} and ${before})`;
}

/**
 * Events `e` that are not over, or that are.
 *
 * @param sinceDays counts events as not over for this many days after they ended
 */
export function inTime(when: "upcoming" | "past", sinceDays = 0): RawBuilder<unknown> {
  // Read the clock once and not again for each event: it isn't cheap.
  if (when === "past") return sql`e.ends_at <= (select clock_now()) and e.starts_at < (select clock_now())`;
  return endsAfter(sql`(select clock_now() - make_interval(days => ${sql.lit(sinceDays)}))`);
}

/** Events `e` in a city, or all. */
export function inCity(city: string | undefined): RawBuilder<unknown> {
  return city ? sql`e.venue_id = any(array(select id from venues where lower(city) = lower(${city})))` : sql`true`;
}

export const byStart: SortKey[] = [
  { by: sql`e.starts_at`, type: "timestamptz" },
  { by: sql`e.id`, type: "bigint" },
];
/** The order of events that staff want: upcoming ones, the next first, then past ones, the latest first. */
export const nextFirst: ListOrder = {
  name: "to-come",
  keys: byStart,
  descending: false,
  where: inTime("upcoming"),
  next: { name: "gone-by", keys: byStart, descending: true, where: inTime("past") },
};
