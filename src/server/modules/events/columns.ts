import { sql, type RawBuilder } from "kysely";
import type { ListOrder, SortKey } from "#server/platform/db/keyset.ts";

/**
 * The status of ticket type `t` of event `e` by the database clock. Nothing is on sale for a canceled or postponed
 * event. A price tier that waits for another is scheduled until it is opened, or until the previous one is no longer
 * for sale. The query looks up the previous one by id; an "exists" would scan all types that are over.
 */
export const clockStatus = sql`
  case when e.status <> 'on' or e.ends_at <= clock_now() or t.sales_end_at <= clock_now() then 'ended'
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
 * Events `e` that are not over, or that are, in terms of an index on `starts_at`: hardly any lasts longer than a month,
 * and a lookup finds the earliest start of those that do.
 *
 * @param sinceDays counts events as not over for this many days after they ended
 */
export function inTime(when: "upcoming" | "past", sinceDays = 0): RawBuilder<unknown> {
  // Read the clock once and not again for each event: it isn't cheap.
  if (when === "past") return sql`e.ends_at <= (select clock_now()) and e.starts_at < (select clock_now())`;
  const over = sql`(select clock_now() - make_interval(days => ${sql.lit(sinceDays)}))`;
  // Without "offset 0" the planner would look for the minimum among all events by their start.
  return sql`e.ends_at > ${over} and e.starts_at >= (select least(${over} - interval '31 days', min(lasting.starts_at))
    from (select starts_at from events where ends_at - starts_at > interval '31 days' and ends_at > ${over} offset 0) lasting)`;
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
