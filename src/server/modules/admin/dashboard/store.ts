import { sql } from "kysely";
import type { AdminFigures, TrendDay } from "#contract/admin.ts";
import { emailTables } from "#server/modules/email/tables.ts";
import { inTime } from "#server/modules/events/index.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { mostCounted } from "#server/platform/db/paging.ts";
import { allRows, firstValue, onlyRow } from "#server/platform/db/rows.ts";

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
