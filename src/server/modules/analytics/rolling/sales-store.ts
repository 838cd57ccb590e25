import { sql } from "kysely";
import { compsTables } from "#server/modules/comps/tables.ts";
import { isRevenue, revenueMovements } from "#server/modules/payments/index.ts";
import { ledgerTables } from "#server/modules/ledger/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import { promotionsTables } from "#server/modules/promotions/tables.ts";
import { shopTables } from "#server/modules/shop/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { partOf, type RollUpStep } from "./traffic-store.ts";
import { allValues, firstRow, run } from "#server/platform/db/rows.ts";

/** When the sales were last looked at; undefined while another node does it. */
export function lockProgress(tx: Tx): Promise<{ isFirst: boolean } | undefined> {
  return firstRow(tx)`
    select up_to = '-infinity' as "isFirst" from roll_up_progress where name = 'sales' for update skip locked`;
}

/**
 * The hours in which orders changed since the last look: those of orders placed in the last three hours, and all hours of
 * every order whose money moved meanwhile or whose dispute was decided, whenever it was placed.
 */
export function findChangedHours(tx: Tx): Promise<Date[]> {
  return allValues(tx)`
    with since as (select up_to, up_to - interval '10 minutes' as moved from roll_up_progress where name = 'sales'),
    changed as (
      select id from ${ordersTables.orders} o where created_at > (select up_to - interval '3 hours' from since)
      union
      select order_id from ${ledgerTables.journal_entries} e
      where created_at > (select moved from since) and order_id is not null
      union
      select p.subject_id from ${paymentsTables.disputes} d join ${paymentsTables.payments} p on p.id = d.payment_id
      where d.closed_at > (select moved from since)
      union
      select p.subject_id from ${paymentsTables.refunds} r join ${paymentsTables.payments} p on p.id = r.payment_id
      where r.reason = 'provider' and r.created_at > (select moved from since))
    select distinct date_trunc('hour', at) as hour
    from ${ordersTables.orders} o join changed c on c.id = o.id
    cross join lateral (
      values (o.created_at), (o.paid_at)
      union all
      select e.created_at from ${ledgerTables.journal_entries} e where e.order_id = o.id
      union all
      select d.closed_at from ${paymentsTables.payments} p join ${paymentsTables.disputes} d on d.payment_id = p.id
      where p.subject_id = o.id
      union all
      select r.created_at from ${paymentsTables.payments} p join ${paymentsTables.refunds} r on r.payment_id = p.id
      where p.subject_id = o.id and r.reason = 'provider') as times(at) where at is not null order by 1`;
}

/**
 * Counts hours anew. Orders count in the hour in which they were placed and in that in which they were paid; money is
 * `revenueMovements`, each in its own hour. Comps aren't sales.
 */
export async function rollUpSales(tx: Tx, hours: Date[], step: RollUpStep): Promise<void> {
  const changed = sql`any(${hours}::timestamptz[])`;
  const quarters = hours.flatMap((hour) =>
    [0, 15, 30, 45].map((minutes) => new Date(hour.getTime() + minutes * 60_000)),
  );
  await run(tx)`delete from sales_hours where hour = any(${quarters}::timestamptz[])`;
  await run(tx)`
    with sold as materialized (
      select o.id, o.currency, o.created_at, o.paid_at, o.status <> 'refunded' as counts, 
        lower(coalesce(a.source, case when a.promoter_id is not null then 'promoter'
          when a.stream_id is not null then 'live' else '' end)) as source,
        lower(coalesce(nullif(a.campaign, ''), p.link_code, '')) as campaign,
        coalesce(a.device, '') as device, coalesce(a.browser, '') as browser,
        coalesce(a.promoter_id, 0) as promoter_id, coalesce(a.stream_id, 0) as stream_id
      from ${ordersTables.orders} o left join ${ordersTables.order_attributions} a on a.order_id = o.id
      left join ${promotionsTables.promoters} p on p.id = a.promoter_id
      where (date_trunc('hour', o.created_at) = ${changed} or date_trunc('hour', o.paid_at) = ${changed}
          or o.id in (
            select m.order_id from unnest(${hours}::timestamptz[]) h
            join ${revenueMovements} m on m.at >= h and m.at < h + interval '1 hour'))
        and not exists (select from ${compsTables.comps} c where c.order_id = o.id)),
    placed as (
      select ${partOf(sql`s.created_at`, step)} as hour, s.id, 'order' as scope, 0 as subject_id,
        coalesce((select sum(l.total_cents - l.discount_cents) from ${ordersTables.order_lines} l
          where l.order_id = s.id), 0) as cents
      from sold s
      union all
      select ${partOf(sql`s.created_at`, step)}, s.id, part.scope, part.subject_id, sum(l.total_cents - l.discount_cents)
      from sold s join ${ordersTables.order_lines} l on l.order_id = s.id
      join lateral (${partsOf}) part on true group by 1, 2, 3, 4),
    money as (
      select ${partOf(sql`m.at`, step)} as hour, s.id, part.scope, part.subject_id,
        coalesce(sum(m.cents) filter (where m.cause = 'sale'), 0) as gross,
        coalesce(-sum(m.cents) filter (where m.cause <> 'sale'), 0) as refund
      from sold s cross join lateral (
        select * from ${revenueMovements} r where r.order_id = s.id and r.${isRevenue}) m
      join lateral (
        select 'order' as scope, 0 as subject_id
        union all select 'event', m.event_id where m.event_id is not null
        union all select distinct 'product', v.product_id from ${shopTables.variant_lines} v
          where m.kind = 'variant' and v.order_id = s.id and v.variant_id = m.item_id
      ) part on true
      where s.paid_at is not null group by 1, 2, 3, 4),
    paid as (
      select ${partOf(sql`s.paid_at`, step)} as hour, s.id, p.scope, p.subject_id, s.counts
      from sold s join placed p on p.id = s.id where s.paid_at is not null),
    counted as (
      select hour, id, scope, subject_id, 1 as placed, cents, 0 as orders, 0 as gross, 0 as refund from placed
      union all
      select hour, id, scope, subject_id, 0, 0, counts::integer, 0, 0 from paid
      union all
      select hour, id, scope, subject_id, 0, 0, 0, gross, refund from money)
    insert into sales_hours (hour, currency, scope, subject_id, source, campaign, device, browser, promoter_id, stream_id,
      placed, placed_cents, orders, gross_cents, refund_cents)
    select hour, currency, scope, subject_id, source, campaign, device, browser, promoter_id, stream_id, sum(c.placed),
      sum(c.cents), sum(c.orders), sum(c.gross), sum(c.refund)
    from counted c join sold s on s.id = c.id where date_trunc('hour', hour) = ${changed}
    group by hour, currency, scope, subject_id, source, campaign, device, browser, promoter_id, stream_id`;
}

/** Records that the sales are counted up to now. */
export const recordProgress = (tx: Tx): Promise<void> =>
  run(tx)`update roll_up_progress set up_to = clock_now() where name = 'sales'`;

/** The event and the product that a line of an order is for. */
const partsOf = sql`
  select 'event' as scope, t.event_id as subject_id from ${ticketsTables.ticket_lines} t where t.order_line_id = l.id
  union all
  select 'product', v.product_id from ${shopTables.variant_lines} v where v.order_line_id = l.id`;
