import type { SiteContent } from "./readiness/rules.ts";
import { sql } from "kysely";
import type { AdminEvent, TicketTypeCounts } from "#contract/admin/orders.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import { isRevenue, revenueMovements } from "#server/modules/payments/index.ts";
import { compsTables } from "#server/modules/comps/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { inTime, nextFirst, patternsOf, ticketCountColumns, ticketCounts } from "#server/modules/events/index.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { ListQuery, ListSource } from "#server/platform/db/list.ts";
import { likeEach, maxCounted } from "#server/platform/db/paging.ts";
import { allRows, firstRow, firstValue, onlyValue, onlyRow } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import type { AdminFigures, TrendDay } from "#contract/admin/overview.ts";
import { emailTables } from "#server/modules/email/tables.ts";
import type { EarlierEvent, EventSales } from "#contract/events/sales.ts";
import { promotionsTables } from "#server/modules/promotions/tables.ts";
import { owedCommission, redemptionsWithOrders } from "#server/modules/promotions/index.ts";

/**
 * What an event sold, as rows of orders, tickets and money that add up in any grouping. Comps aren't sales.
 *
 * `at`: when an order was paid, or when its money went back. Revenue is `revenueMovements` of the event's tickets, for the
 * type that was bought. Each valid ticket counts once, for the event and type that it is for now. A fully refunded order
 * isn't counted as an order; what its refund left out, such as fees, stays revenue.
 */
const sales = (eventId: number) => sql`
  select l.order_id, x.ticket_type_id, o.paid_at as at, o.promo_code, o.status <> 'refunded' as is_order, 0 as tickets,
    0 as cents, 0 as refunded_cents, case when o.status = 'refunded' then 0 else l.discount_cents end as discount_cents,
    0 as fee_cents
  from ${ticketsTables.ticket_lines} x join ${ordersTables.order_lines} l on l.id = x.order_line_id
  join ${ordersTables.orders} o on o.id = l.order_id
  where x.event_id = ${eventId} and o.paid_at is not null
    and not exists (select from ${compsTables.comps} c where c.order_id = o.id)
  union all
  select m.order_id, m.item_id, m.at, o.promo_code, false, 0, m.cents, case when m.cause = 'sale' then 0 else -m.cents end,
    0, case when m.account = 'fees' then m.cents else 0 end
  from ${revenueMovements} m join ${ordersTables.orders} o on o.id = m.order_id
  where m.event_id = ${eventId} and m.kind = 'ticket' and ${isRevenue}
  union all
  select k.order_id, k.ticket_type_id, o.paid_at, case when l.event_id = ${eventId} then o.promo_code end, false, 1,
    0, 0, 0, 0
  from ${ticketsTables.tickets} k join ${ordersTables.orders} o on o.id = k.order_id
  join ${ticketsTables.ticket_lines} l on l.order_line_id = k.order_line_id
  where k.event_id = ${eventId} and k.status = 'valid'
    and not exists (select from ${compsTables.comps} c where c.order_id = k.order_id)`;

const sums = sql`
  count(distinct s.order_id) filter (where s.is_order)::integer as orders,
  coalesce(sum(s.tickets), 0)::integer as tickets, coalesce(sum(s.cents), 0)::bigint as cents`;

/** What each ticket type of an event sold, and its valid comps. */
export function findByType(db: Queryable, eventId: number): Promise<EventSales["types"]> {
  return allRows(db)`
    with s as (${sales(eventId)})
    select y.id, y.name, ${sums}, coalesce(sum(s.discount_cents), 0)::integer as "discountCents",
      coalesce(sum(s.fee_cents), 0)::bigint as "feeCents",
      coalesce(sum(s.refunded_cents), 0)::bigint as "refundedCents",
      (select count(*)::integer from ${ticketsTables.tickets} k join ${compsTables.comps} c on c.order_id = k.order_id
        where k.event_id = ${eventId} and k.ticket_type_id = y.id and k.status = 'valid') as "compTickets"
    from ${eventsTables.ticket_types} y left join s on s.ticket_type_id = y.id
    where y.event_id = ${eventId} group by y.id, y.name, y.position order by y.position, y.id`;
}

/** How many orders an event has in total: one for several types counts once. */
export function countOrders(db: Queryable, eventId: number): Promise<number> {
  return onlyValue(db, integer)`
    with s as (${sales(eventId)})
    select count(distinct order_id) filter (where is_order)::integer as orders from s`;
}

/** What an event sold on each day from the first sale to the last change, in its own time zone. */
export function findByDay(db: Queryable, eventId: number, timeZone: string): Promise<EventSales["days"]> {
  return allRows(db)`
    with s as (${sales(eventId)}), dated as (
      select s.*, (s.at at time zone ${timeZone})::date as day from s
    ), span as (
      select generate_series(min(day), max(day), interval '1 day')::date as day from dated
    )
    select to_char(p.day, 'YYYY-MM-DD') as day, ${sums}
    from span p left join dated s on s.day = p.day group by p.day order by p.day`;
}

/** What each promo code brought to an event, the most first. */
export function findByCode(db: Queryable, eventId: number): Promise<EventSales["codes"]> {
  return allRows(db)`
    with s as (${sales(eventId)})
    select s.promo_code as code, ${sums}, sum(s.discount_cents)::integer as "discountCents"
    from s where s.promo_code is not null group by s.promo_code order by tickets desc, code limit 100`;
}

/** What each promoter's link brought to an event, the most first. */
export function findByPromoter(db: Queryable, eventId: number): Promise<EventSales["promoters"]> {
  return allRows(db)`
    with s as (${sales(eventId)}), credited as (
      select u.promoter_id, sum(${owedCommission})::integer as commission from ${redemptionsWithOrders}
      where u.event_id = ${eventId} and u.promoter_id is not null and o.paid_at is not null group by u.promoter_id
    )
    select p.id, p.name, ${sums}, c.commission as "commissionCents"
    from s join ${promotionsTables.promotion_redemptions} u on u.order_id = s.order_id and u.event_id = ${eventId}
    join ${promotionsTables.promoters} p on p.id = u.promoter_id
    join credited c on c.promoter_id = p.id
    group by p.id, p.name, c.commission order by tickets desc, p.name limit 100`;
}

const columns = sql<AdminEvent>`
  e.id, e.slug, e.title, e.starts_at as "startsAt", e.time_zone as "timeZone",
  json_build_object('name', v.name, 'city', v.city) as venue,
  e.ends_at <= clock_now() as "isOver", e.status, ${ticketCountColumns},
  y.sold + y.comps - (select count(*)::integer from ${eventsTables.ticket_types} t
    join ${ticketsTables.tickets} k on k.event_id = e.id and k.ticket_type_id = t.id and k.status = 'valid'
    where t.event_id = e.id and t.is_stream_pass) as "ticketCount",
  (select count(*)::integer from ${ticketsTables.admissions} admissions where event_id = e.id
    and voided_at is null) as "admittedCount"`;

/** Events for staff: upcoming ones, the next first, then past ones, the latest first. */
export const adminEvents: ListSource<ListQuery & { eventIds?: number[] }, Stored<AdminEvent>> = {
  columns,
  from: sql`${eventsTables.events} e`,
  page: {
    alias: "e",
    joins: sql`join ${eventsTables.venues} v on v.id = e.venue_id ${ticketCounts}`,
    wide: { table: eventsTables.events, columns: sql`e.id, e.starts_at` },
  },
  order: nextFirst,
  filters: {
    q: (q) => likeEach(sql`e.search_text`, patternsOf(q)),
    eventIds: (ids) => sql`e.id = any(${ids}::bigint[])`,
  },
};

/** One event, and its currency. */
export const findAdminEvent = (db: Queryable, id: number) =>
  firstRow(db)<Stored<AdminEvent> & { currency: string }>`
    select ${columns}, e.currency from ${eventsTables.events} e join ${eventsTables.venues} v on v.id = e.venue_id ${ticketCounts}
    where e.id = ${id}`;

/** A ticket type's valid tickets, and what is needed to work out the rest of its counts. */
export interface TicketTypeCountsRow extends Pick<
  TicketTypeCounts,
  "id" | "name" | "ticketsPerUnit" | "isStreamPass" | "sold" | "comps" | "ticketCount" | "admittedCount"
> {
  stockId: number;
  eventStockId: number | null;
  /** Units in total, and units that are taken for good. */
  unitCount: number;
  takenUnits: number;
}

/** The ticket types of an event, in page order. */
export function findTicketTypeCounts(db: Queryable, eventId: number): Promise<TicketTypeCountsRow[]> {
  return allRows(db)`
    select t.id, t.name, t.tickets_per_unit as "ticketsPerUnit", t.is_stream_pass as "isStreamPass", s.capacity as "unitCount", s.sold as "takenUnits",
      t.stock_id as "stockId", e.stock_id as "eventStockId", coalesce(k.tickets, 0) as "ticketCount",
      coalesce(k.tickets - k.comps, 0) as sold, coalesce(k.comps, 0) as comps,
      coalesce(a.admitted, 0) as "admittedCount"
    from ${eventsTables.ticket_types} t join ${eventsTables.events} e on e.id = t.event_id
    join ${inventoryTables.stock} s on s.id = t.stock_id
    left join (
      select ticket_type_id, count(*)::integer as tickets, count(c.order_id)::integer as comps
      from ${ticketsTables.tickets} k left join ${compsTables.comps} c on c.order_id = k.order_id
      where k.event_id = ${eventId} and k.status = 'valid' group by ticket_type_id) k on k.ticket_type_id = t.id
    left join (
      select k.ticket_type_id, count(*)::integer as admitted from ${ticketsTables.admissions} a
        join ${ticketsTables.tickets} k on k.id = a.ticket_id
      where a.event_id = ${eventId} and a.voided_at is null group by k.ticket_type_id) a on a.ticket_type_id = t.id
    where t.event_id = ${eventId} order by t.position, t.id`;
}

/** The revenue of an event, in cents: see `revenueMovements`. */
export function findPaidCents(db: Queryable, eventId: number): Promise<number> {
  return onlyValue(db, integer)`
    select coalesce(sum(cents), 0)::bigint from ${revenueMovements} m
    where event_id = ${eventId} and kind = 'ticket' and ${isRevenue}`;
}

/** The last five events before one, and how many tickets each had sold when it was as far ahead as that one is now. */
export function findEarlier(
  db: Queryable,
  eventId: number,
  eventIds: number[] | null,
): Promise<Stored<EarlierEvent>[]> {
  return allRows(db)`
    with here as (
      select id, starts_at, greatest(starts_at - clock_now(), interval '0') as ahead
      from ${eventsTables.events} events where id = ${eventId}),
    before as (
      select e.id, e.title, e.starts_at, e.time_zone, e.stock_id, here.ahead
      from here join ${eventsTables.events} e on e.starts_at < here.starts_at and e.id <> here.id
      where e.ends_at <= (select clock_now()) and e.status = 'on' and e.visibility <> 'draft'
        and (${eventIds}::bigint[] is null or e.id = any(${eventIds}::bigint[]))
      order by e.starts_at desc, e.id desc limit 15)
    select e.id, e.title, e.starts_at as "startsAt", e.time_zone as "timeZone", y.capacity, y.sold,
      (select count(*)::integer from ${ticketsTables.tickets} k join ${ordersTables.orders} o on o.id = k.order_id
        where k.event_id = e.id and k.status = 'valid' and o.paid_at <= e.starts_at - e.ahead
          and not exists (select from ${compsTables.comps} c where c.order_id = o.id)) as "soldByThen"
    from before e ${ticketCounts} where y.sold > 0 order by e.starts_at desc, e.id desc limit 5`;
}

/** The currency in which most of the last month's orders were paid; undefined if none was. */
export function findMainCurrency(db: Queryable): Promise<string | undefined> {
  return firstValue(db)`
    select currency from ${ordersTables.orders} orders
    where created_at > clock_now() - interval '32 days' and paid_at is not null and total_cents > 0
    group by currency order by sum(total_cents) desc, currency limit 1`;
}

/**
 * Orders paid in the last month, with their tickets that are still valid. An order is paid within hours of being placed,
 * so the database finds it by when it was placed.
 */
const recentSales = sql`
  select o.id, o.paid_at, o.status <> 'refunded' as is_order, c.order_id is not null as is_comp,
    (select count(*) from ${ticketsTables.tickets} k where k.order_id = o.id and k.status = 'valid') as tickets
  from ${ordersTables.orders} o left join ${compsTables.comps} c on c.order_id = o.id
  where o.created_at > (select clock_now() - interval '32 days') and o.paid_at > (select clock_now() - interval '31 days')`;

/** Revenue of the last month, by when it was earned and when it went back. */
const recentRevenue = sql`
  select m.at, m.currency, m.cents from ${revenueMovements} m
  where m.at > (select clock_now() - interval '31 days') and ${isRevenue}`;

/** Thirty days in a zone, today last: orders and tickets of the day that they were paid on, and the day's revenue. */
export function findDays(db: Queryable, timeZone: string, currency: string): Promise<TrendDay[]> {
  return allRows(db)`
    with today as (select (clock_now() at time zone ${timeZone})::date as day),
    sold as (
      select (s.paid_at at time zone ${timeZone})::date as day, count(*) filter (where s.is_order)::integer as orders,
        coalesce(sum(s.tickets), 0)::integer as tickets
      from (${recentSales}) s where not s.is_comp group by 1),
    earned as (
      select (m.at at time zone ${timeZone})::date as day, sum(m.cents)::bigint as cents
      from (${recentRevenue}) m where m.currency = ${currency} group by 1)
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(s.orders, 0) as orders, coalesce(s.tickets, 0) as tickets,
      coalesce(m.cents, 0) as cents
    from today t cross join lateral (
      select (t.day - back)::date as day from generate_series(0, 29) back) d
    left join sold s on s.day = d.day left join earned m on m.day = d.day order by d.day`;
}

/** Today's results in a zone, read in one statement, so that they are from the same moment. */
export function findFigures(db: Queryable, timeZone: string): Promise<AdminFigures> {
  return onlyRow(db)`
    with latest as materialized (
      select s.* from (${recentSales}) s
      where (s.paid_at at time zone ${timeZone})::date = (clock_now() at time zone ${timeZone})::date),
    earned as (
      select m.currency, sum(m.cents)::bigint as cents from (${recentRevenue}) m
      where (m.at at time zone ${timeZone})::date = (clock_now() at time zone ${timeZone})::date group by 1)
    select json_build_object(
        'orders', (select count(*) from latest where not is_comp and is_order),
        'comps', (select coalesce(sum(tickets), 0) from latest where is_comp),
        'tickets', (select coalesce(sum(tickets), 0) from latest where not is_comp),
        'money', (select coalesce(json_agg(m order by currency), '[]') from earned m)
      ) as today,
      (select count(*)::integer from (
        select from ${eventsTables.events} e where ${inTime("upcoming")} and e.visibility <> 'draft'
          limit ${sql.lit(maxCounted)}) n
      ) as "upcomingEvents",
      json_build_object(
        'failed', (select count(*) from ${emailTables.emails} emails where status = 'failed'),
        'waiting', (select count(*) from ${emailTables.emails} emails where status in ('queued', 'sending', 'unknown'))
      ) as mails`;
}

export function findSales(db: Queryable): Promise<Pick<SiteContent, "publicEvents" | "hasPaidOrder">> {
  return onlyRow(db)`
    select (select count(*)::integer from ${eventsTables.events} e where e.visibility <> 'draft') as "publicEvents",
      exists (
        select from ${ordersTables.orders} o where o.paid_at is not null
          and not exists (select from ${compsTables.comps} c where c.order_id = o.id)) as "hasPaidOrder"`;
}
