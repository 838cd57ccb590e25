import { sql } from "kysely";
import type { AdminEvent, TicketTypeCounts } from "#contract/box-office.ts";
import { doorTables } from "#server/modules/door/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import { ledgerTables } from "#server/modules/ledger/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { nextFirst, patternsOf, inTime } from "#server/modules/events/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { ListQuery, ListSource } from "#server/platform/db/list.ts";
import { likeEach, mostCounted } from "#server/platform/db/paging.ts";
import { allRows, firstRow, firstValue, onlyRow } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import type { AdminFigures, TrendDay } from "#contract/admin.ts";
import { emailTables } from "#server/modules/email/tables.ts";
import type { EventSales } from "#contract/event-sales.ts";
import { promotionsTables } from "#server/modules/promotions/tables.ts";
import { owedCommission, redemptionsWithOrders } from "#server/modules/promotions/index.ts";

/** Lines of an event that were paid for or comped; canceled and expired ones were never sold. */
const lines = (eventId: number) => sql`
  select l.id, l.order_id, l.ticket_type_id, l.quantity * l.tickets_per_unit as tickets,
    l.total_cents - l.discount_cents as cents, l.discount_cents, l.fee_cents, o.paid_at, o.promo_code,
    c.order_id is not null as comp, c.revoked_at is not null as revoked
  from ${ordersTables.order_lines} l join ${ordersTables.orders} o on o.id = l.order_id
  left join ${ordersTables.comps} c on c.order_id = o.id
  where l.event_id = ${eventId} and o.paid_at is not null`;

const sums = sql`
  count(distinct s.order_id) filter (where not s.comp)::integer as orders,
  coalesce(sum(s.tickets) filter (where not s.comp), 0)::integer as tickets,
  coalesce(sum(s.cents), 0)::integer as cents`;

/** What each ticket type of an event sold and gave away. */
export function findByType(db: Queryable, eventId: number): Promise<EventSales["types"]> {
  return allRows(db)`
    with s as (${lines(eventId)}), back as (
      select i.order_line_id, sum(i.amount_cents) as cents from ${ordersTables.order_refund_items} i
      where i.order_line_id in (select id from s) group by i.order_line_id
    )
    select y.id, y.name, ${sums}, coalesce(sum(s.discount_cents), 0)::integer as "discountCents",
      coalesce(sum(s.fee_cents), 0)::integer as "feeCents", coalesce(sum(b.cents), 0)::integer as "refundedCents",
      coalesce(sum(s.tickets) filter (where s.comp and not s.revoked), 0)::integer as "compTickets"
    from ${eventsTables.ticket_types} y left join s on s.ticket_type_id = y.id
    left join back b on b.order_line_id = s.id
    where y.event_id = ${eventId} group by y.id, y.name, y.position order by y.position, y.id`;
}

/** How many orders an event has in total: one for several types counts once. */
export function countOrders(db: Queryable, eventId: number): Promise<number> {
  return firstValue(db)`
    with s as (${lines(eventId)}) select count(distinct order_id) filter (where not comp)::integer as orders from s`;
}

/** What an event sold on each day from the first sale to the last, in its own time zone. */
export function findByDay(db: Queryable, eventId: number, timeZone: string): Promise<EventSales["days"]> {
  return allRows(db)`
    with s as (${lines(eventId)}), dated as (
      select s.*, (s.paid_at at time zone ${timeZone})::date as day from s where not s.comp
    ), span as (
      select generate_series(min(day), max(day), interval '1 day')::date as day from dated
    )
    select to_char(p.day, 'YYYY-MM-DD') as day, count(distinct s.order_id)::integer as orders,
      coalesce(sum(s.tickets), 0)::integer as tickets, coalesce(sum(s.cents), 0)::integer as cents
    from span p left join dated s on s.day = p.day group by p.day order by p.day`;
}

/** What each promo code earned for an event, the most first. */
export function findByCode(db: Queryable, eventId: number): Promise<EventSales["codes"]> {
  return allRows(db)`
    with s as (${lines(eventId)})
    select s.promo_code as code, ${sums}, sum(s.discount_cents)::integer as "discountCents"
    from s where s.promo_code is not null group by s.promo_code order by tickets desc, code limit 100`;
}

/** What each promoter's link earned for an event, the most first. */
export function findByPromoter(db: Queryable, eventId: number): Promise<EventSales["promoters"]> {
  return allRows(db)`
    with s as (${lines(eventId)}), credited as (
      select u.promoter_id, sum(${owedCommission})::integer as commission from ${redemptionsWithOrders}
      where u.promoter_id is not null and u.order_id in (select order_id from s) group by u.promoter_id
    )
    select p.id, p.name, ${sums}, c.commission as "commissionCents"
    from s join ${promotionsTables.promotion_redemptions} u on u.order_id = s.order_id
    join ${promotionsTables.promoters} p on p.id = u.promoter_id
    join credited c on c.promoter_id = p.id
    group by p.id, p.name, c.commission order by tickets desc, p.name limit 100`;
}

// An event can sell no more than its types together, nor more people than its capacity if it has one.
const columns = sql<AdminEvent>`
  e.id, e.slug, e.title, e.starts_at as "startsAt", e.time_zone as "timeZone",
  json_build_object('name', v.name, 'city', v.city) as venue,
  e.ends_at <= clock_now() as "isOver", y.sold, y.held,
  least(y.capacity, coalesce((select capacity from ${inventoryTables.stock} stock
    where id = e.stock_id), y.capacity)) as capacity,
  (select count(*)::integer from ${ticketsTables.tickets} tickets where event_id = e.id
    and status = 'valid') as "ticketCount",
  (select count(*)::integer from ${doorTables.admissions} admissions where event_id = e.id
    and voided_at is null) as "admittedCount"`;
const counted = sql`
  cross join lateral (
    select coalesce(sum(s.sold * t.tickets_per_unit), 0)::integer as sold,
      coalesce(sum((s.held - coalesce(l.expired, 0)) * t.tickets_per_unit), 0)::integer as held,
      coalesce(sum(s.capacity * t.tickets_per_unit), 0)::integer as capacity
    from ${eventsTables.ticket_types} t join ${inventoryTables.stock} s on s.id = t.stock_id
    left join lateral (
      select sum(quantity)::integer as expired from ${inventoryTables.holds} holds
      where stock_id = s.id and status = 'active' and expires_at <= clock_now()) l on true
    where t.event_id = e.id) y`;

/** Events for staff: upcoming ones, the next first, then past ones, the latest first. */
export const adminEvents: ListSource<ListQuery, Stored<AdminEvent>> = {
  columns,
  from: sql`${eventsTables.events} e`,
  page: {
    alias: "e",
    joins: sql`join ${eventsTables.venues} v on v.id = e.venue_id ${counted}`,
    wide: { table: eventsTables.events, columns: sql`e.id, e.starts_at` },
  },
  order: nextFirst,
  filters: { q: (q) => likeEach(sql`e.search_text`, patternsOf(q)) },
};

/** One event, and its currency. */
export const findAdminEvent = (db: Queryable, id: number) =>
  firstRow(db)<Stored<AdminEvent> & { currency: string }>`
    select ${columns}, e.currency from ${eventsTables.events} e join ${eventsTables.venues} v on v.id = e.venue_id ${counted}
    where e.id = ${id}`;

/** A ticket type's check-in counts, and what is needed to work out what is left of it. */
export interface TicketTypeCountsRow extends Omit<TicketTypeCounts, "available" | "held"> {
  stockId: number;
  eventStockId: number | null;
}

/** The ticket types of an event, in page order. */
export function findTicketTypeCounts(db: Queryable, eventId: number): Promise<TicketTypeCountsRow[]> {
  return allRows(db)`
    select t.id, t.name, t.tickets_per_unit as "ticketsPerUnit", s.capacity, s.sold, t.stock_id as "stockId",
      e.stock_id as "eventStockId", coalesce(k.tickets, 0) as "ticketCount", coalesce(a.admitted, 0) as "admittedCount"
    from ${eventsTables.ticket_types} t join ${eventsTables.events} e on e.id = t.event_id
    join ${inventoryTables.stock} s on s.id = t.stock_id
    left join (
      select ticket_type_id, count(*)::integer as tickets from ${ticketsTables.tickets} tickets
      where event_id = ${eventId} and status = 'valid' group by ticket_type_id) k on k.ticket_type_id = t.id
    left join (
      select k.ticket_type_id, count(*)::integer as admitted from ${doorTables.admissions} a
        join ${ticketsTables.tickets} k on k.id = a.ticket_id
      where a.event_id = ${eventId} and a.voided_at is null group by k.ticket_type_id) a on a.ticket_type_id = t.id
    where t.event_id = ${eventId} order by t.position, t.id`;
}

/** What an event earned by the ledger, after refunds, and how many comps it gave. */
export async function findTakings(db: Queryable, eventId: number): Promise<{ paidCents: number; compCount: number }> {
  return onlyRow(db)<{ paidCents: number; compCount: number }>`
    select
      (select coalesce(-sum(amount_cents), 0)::integer from ${ledgerTables.journal_lines} journal_lines
       where event_id = ${eventId} and account in ('sales', 'fees', 'tax')) as "paidCents",
      (select count(distinct c.order_id)::integer from ${ordersTables.order_lines} l
        join ${ordersTables.comps} c on c.order_id = l.order_id
       where l.event_id = ${eventId} and c.revoked_at is null) as "compCount"`;
}

/** The currency in which most of the last month's orders were paid; undefined if none was. */
export function findMainCurrency(db: Queryable): Promise<string | undefined> {
  return firstValue(db)`
    select currency from ${ordersTables.orders} orders
    where created_at > clock_now() - interval '32 days' and paid_at is not null and total_cents > 0
    group by currency order by sum(total_cents) desc, currency limit 1`;
}

/** Thirty days in a zone, today last: each day's paid orders without comps, with their tickets and money. */
export function findDays(db: Queryable, timeZone: string, currency: string): Promise<TrendDay[]> {
  return allRows(db)`
    with today as (select (clock_now() at time zone ${timeZone})::date as day),
    sold as (
      select (o.paid_at at time zone ${timeZone})::date as day, count(*)::integer as orders,
        coalesce(sum(l.tickets), 0)::integer as tickets,
        coalesce(sum(o.total_cents) filter (where o.currency = ${currency}), 0)::bigint as cents
      from ${ordersTables.orders} o cross join lateral (
        select sum(quantity * tickets_per_unit) as tickets from ${ordersTables.order_lines} order_lines
          where order_id = o.id) l
      -- An order is paid within hours of being placed, so the database finds it by when it was placed.
      where o.created_at > clock_now() - interval '32 days' and o.paid_at > clock_now() - interval '31 days'
        and not exists (select from ${ordersTables.comps} comps where order_id = o.id)
      group by 1)
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(s.orders, 0) as orders, coalesce(s.tickets, 0) as tickets,
      coalesce(s.cents, 0) as cents
    from today t cross join lateral (
      select (t.day - back)::date as day from generate_series(0, 29) back) d
    left join sold s on s.day = d.day order by d.day`;
}

/** The results of the last 24 hours, read in one statement, so that they are from the same moment. */
export function findFigures(db: Queryable): Promise<AdminFigures> {
  return onlyRow(db)`
    with latest as materialized (
      select o.id, o.currency, o.total_cents, c.order_id is not null as comp
      from ${ordersTables.orders} o left join ${ordersTables.comps} c on c.order_id = o.id
      -- An order is paid within hours of being placed, so the database finds it by when it was placed.
      where o.paid_at > (select clock_now() - interval '24 hours')
        and o.created_at > (select clock_now() - interval '48 hours'))
    select json_build_object(
        'orders', (select count(*) from latest where not comp),
        'comps', (select count(*) from latest where comp),
        'tickets', (select count(*) from ${ticketsTables.tickets} tickets
          where order_id = any(array(select id from latest where not comp))),
        'money', (select coalesce(json_agg(m order by currency), '[]') from (
          select currency, sum(total_cents)::integer as cents from latest where not comp group by currency) m)
      ) as "lastDay",
      (select count(*)::integer from (
        select from ${eventsTables.events} e where ${inTime("upcoming")} and e.visibility <> 'draft'
          limit ${sql.lit(mostCounted)}) n
      ) as "upcomingEvents",
      json_build_object(
        'failed', (select count(*) from ${emailTables.emails} emails where status = 'failed'),
        'waiting', (select count(*) from ${emailTables.emails} emails where status in ('queued', 'sending', 'unknown'))
      ) as mails`;
}
