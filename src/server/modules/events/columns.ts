import { sql, type RawBuilder } from "kysely";
import type { AgeRule, EventStatus, Poster, Venue } from "#contract/events.ts";
import type { ListOrder, SortKey } from "#server/platform/db/keyset.ts";

/** Columns of `events e join venues v` that every view of an event reads. */
export const eventInfoColumns = sql`
  e.id, e.slug, e.title, e.starts_at as "startsAt", e.doors_at as "doorsAt", e.ends_at as "endsAt",
  e.time_zone as "timeZone", e.age_rule as "ageRule", e.poster, e.entry_opens_minutes as "entryOpensMinutes",
  e.ends_at <= clock_now() as "isOver", e.status,
  jsonb_build_object('name', v.name, 'address', v.address, 'city', v.city, 'region', v.region, 'country', v.country,
    'latitude', v.latitude, 'longitude', v.longitude) as venue`;

/** The same as rows. */
export interface EventInfoRow {
  id: number;
  slug: string;
  title: string;
  startsAt: Date;
  doorsAt: Date | null;
  endsAt: Date;
  timeZone: string;
  ageRule: AgeRule;
  poster: Poster;
  entryOpensMinutes: number | null;
  isOver: boolean;
  status: EventStatus;
  venue: Venue;
}

/**
 * The status of ticket type `t` of event `e` by the database clock. Nothing is on sale for a canceled or postponed
 * event. A price tier that waits for another is scheduled until it is opened, or until the previous one is no longer
 * for sale. The query looks up the previous one by id; an "exists" would scan all types that are over.
 */
export const clockStatus = `
  case when e.status <> 'on' or e.ends_at <= clock_now() or t.sales_end_at <= clock_now() then 'ended'
       when t.sales_start_at > clock_now() then 'scheduled'
       when t.opens_after_id is not null and t.opened_at is null and not coalesce((
         select b.is_hidden or b.sales_end_at <= clock_now() from ticket_types b where b.id = t.opens_after_id), false)
         then 'scheduled'
       else 'on_sale' end`;

/** What a unit of ticket type `t` of event `e` takes besides its own stock, as `[{ stockId, each }]`. */
export const drawsOfType = `(
  select coalesce(json_agg(json_build_object('stockId', d.stock_id, 'each', d.each)), '[]') from (
    select e.stock_id, t.tickets_per_unit as each where e.stock_id is not null
    union all
    select p.stock_id, case p.counts when 'people' then t.tickets_per_unit else 1 end
    from pool_types x join pools p on p.id = x.pool_id where x.ticket_type_id = t.id) d)`;

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

const byStart: SortKey[] = [
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
