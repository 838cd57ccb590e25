import { compsTables } from "#server/modules/comps/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ticketCounts } from "#server/modules/events/index.ts";
import { isRevenue, revenueMovements } from "#server/modules/payments/index.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { forgottenAddress } from "#server/modules/orders/index.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { text } from "#server/platform/db/columns.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, onlyValue } from "#server/platform/db/rows.ts";
import type { SoldDay } from "./rules.ts";

/** An event of a comparison. */
interface ComparedEvent {
  id: number;
  title: string;
  startsAt: Date;
  timeZone: string;
  currency: string;
  capacity: number;
  daysToGo: number;
}

/** An event, then the last five before it that sold tickets and took place, with the days until it starts. */
export function findCompared(db: Queryable, eventId: number): Promise<ComparedEvent[]> {
  return allRows(db)`
    with here as (select id, starts_at from ${eventsTables.events} e where id = ${eventId}),
    earlier as (
      select e.id from here join ${eventsTables.events} e on e.starts_at < here.starts_at and e.id <> here.id
      where e.ends_at <= (select clock_now()) and e.status = 'on' and e.visibility <> 'draft'
      order by e.starts_at desc, e.id desc limit 15),
    shown as (
      select e.id, e.title, e.starts_at, e.time_zone, e.currency, e.stock_id, e.id = ${eventId} as is_first
      from ${eventsTables.events} e where id = ${eventId} or id in (select id from earlier))
    select e.id, e.title, e.starts_at as "startsAt", e.time_zone as "timeZone", e.currency, y.capacity,
      greatest(0, (e.starts_at at time zone e.time_zone)::date - (clock_now() at time zone e.time_zone)::date) as "daysToGo"
    from shown e ${ticketCounts} where e.is_first or y.sold > 0
    order by e.is_first desc, e.starts_at desc, e.id desc limit 6`;
}

/** Tickets and money of events by days to go, in each event's time zone. Tickets that are still valid; money from roll-ups. */
export async function findSoldDays(db: Queryable, eventIds: number[]): Promise<Map<number, SoldDay[]>> {
  const rows = await allRows(db)<SoldDay & { eventId: number }>`
    with sold as (
      select k.event_id, o.paid_at as at, 1 as tickets, 0::bigint as cents
      from ${ticketsTables.tickets} k join ${ordersTables.orders} o on o.id = k.order_id
      where k.event_id = any(${eventIds}::bigint[]) and k.status = 'valid' and o.paid_at is not null
        and not exists (select from ${compsTables.comps} c where c.order_id = o.id)
      union all
      select subject_id, hour, 0, gross_cents - refund_cents from sales_hours
      where scope = 'event' and subject_id = any(${eventIds}::bigint[]))
    select e.id as "eventId",
      greatest(0, (e.starts_at at time zone e.time_zone)::date - (s.at at time zone e.time_zone)::date) as "daysToGo",
      sum(s.tickets)::integer as tickets, sum(s.cents)::bigint as "revenueCents"
    from sold s join ${eventsTables.events} e on e.id = s.event_id group by 1, 2
    having sum(s.tickets) <> 0 or sum(s.cents) <> 0`;
  return Map.groupBy(rows, ({ eventId }) => eventId);
}

/** Buyers by the month of their first purchase and the months since; and how many bought on two days or more. */
export function findCohorts(
  db: Queryable,
  { timeZone, currency, months }: { timeZone: string; currency: string; months: number },
): Promise<{ month: string; after: number; buyers: number; revenueCents: number; returning: number }[]> {
  return allRows(db)`
    with returned as materialized (
      select m.order_id, sum(m.cents) as cents from ${revenueMovements} m
      where m.cause <> 'sale' and m.${isRevenue} group by 1),
    bought as materialized (
      select o.buyer_email as buyer, (o.paid_at at time zone ${timeZone})::date as day,
        case when o.currency = ${currency} then o.subtotal_cents - o.discount_cents + coalesce(b.cents, 0) else 0 end as cents
      from ${ordersTables.orders} o left join returned b on b.order_id = o.id
      where o.paid_at is not null and o.status <> 'refunded' and o.buyer_email <> ${forgottenAddress}
        and not exists (select from ${compsTables.comps} c where c.order_id = o.id)),
    since as (
      select buyer, date_trunc('month', min(day)::timestamp) as first, count(distinct day) > 1 as returns
      from bought group by buyer),
    shown as (
      select * from since where first > date_trunc('month', clock_now() at time zone ${timeZone}) - make_interval(months => ${months})),
    placed as (
      select s.first, b.buyer, s.returns, b.cents,
        (extract(year from age(date_trunc('month', b.day::timestamp), s.first)) * 12
          + extract(month from age(date_trunc('month', b.day::timestamp), s.first)))::integer as after
      from bought b join shown s on s.buyer = b.buyer)
    select to_char(first, 'YYYY-MM') as month, after, count(distinct buyer)::integer as buyers,
      sum(cents)::bigint as "revenueCents", count(distinct buyer) filter (where returns)::integer as returning
    from placed group by first, after order by first desc, after`;
}

export const findCurrency = (db: Queryable, eventId: number): Promise<string> =>
  onlyValue(db, text)`select currency from ${eventsTables.events} e where id = ${eventId}`;
