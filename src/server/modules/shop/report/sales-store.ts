import { sql, type RawBuilder } from "kysely";
import type { ProductReport, SalesFigures } from "#contract/shop/reports.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { fulfillmentTables } from "#server/modules/fulfillment/tables.ts";
import { isRevenue, untiedReturns } from "#server/modules/payments/index.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { text } from "#server/platform/db/columns.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, onlyValue } from "#server/platform/db/rows.ts";

/** Paid order lines of variants as `x`, `l` and `o`. */
const paidLines = sql`
  variant_lines x join ${ordersTables.order_lines} l on l.id = x.order_line_id
  join ${ordersTables.orders} o on o.id = l.order_id and o.paid_at is not null`;

/**
 * Everything that changes what variants sold, as rows that add up: lines when they were paid, units when they were
 * refunded or put back on sale, and money without taxes when it went back. The cost is null where it wasn't known.
 */
const changes = (isOf: RawBuilder<unknown>) => sql`
  select x.variant_id, x.product_id, o.currency, o.paid_at as at, l.quantity as units, l.total_cents as gross,
    l.discount_cents as discount, 0 as refund, x.cost_cents * l.quantity as cost
  from ${paidLines} where ${isOf}
  union all
  select x.variant_id, x.product_id, o.currency, r.created_at, case when i.keeps_unit then 0 else -1 end, 0, 0,
    i.amount_cents - i.tax_cents,
    -x.cost_cents * case when not i.keeps_unit and r.returns_stock and not i.keeps_stock then 1 else 0 end
  from ${paidLines} join ${ordersTables.order_refund_items} i on i.order_line_id = l.id
  join ${ordersTables.order_refunds} r on r.id = i.order_refund_id where ${isOf}
  union all
  select x.variant_id, x.product_id, o.currency, t.made_at, 0, 0, 0, 0, -x.cost_cents
  from ${paidLines} join ${fulfillmentTables.item_return_units} u on u.order_line_id = l.id
  join ${fulfillmentTables.item_returns} t on t.id = u.item_return_id and t.is_restocked where ${isOf}
  union all
  select x.variant_id, x.product_id, m.currency, m.at, 0, 0, 0, -m.cents, case when x.cost_cents is not null then 0 end
  from ${untiedReturns} m join lateral (
    select x.variant_id, x.product_id, x.cost_cents from variant_lines x
    where x.order_id = m.order_id and x.variant_id = m.item_id limit 1) x on true
  where m.kind = 'variant' and m.${isRevenue} and ${isOf}`;

/** Joins what a product sold as `sales`: `units` and `net_cents`, refunds deducted. */
export const salesOf = (productId: RawBuilder<unknown>) => sql`
  cross join lateral (
    select coalesce(sum(c.units), 0)::integer as units,
      coalesce(sum(c.gross - c.discount - c.refund), 0)::bigint as net_cents
    from (${changes(sql`x.product_id = ${productId}`)}) c) sales`;

/** Days in a zone, both included, and the currency of the sales. */
interface SalesSpan {
  from: string;
  to: string;
  timeZone: string;
  currency: string;
}

/** What changed in a span; cents. */
const soldIn = ({ from, to, timeZone, currency }: SalesSpan) => sql`
  sold as materialized (
    select variant_id, product_id, (at at time zone ${timeZone})::date as day, units, gross, discount, refund,
      gross - discount - refund as net, cost
    from (${changes(sql`true`)}) c
    where currency = ${currency} and at >= ${from}::date::timestamp at time zone ${timeZone}
      and at < (${to}::date + 1)::timestamp at time zone ${timeZone}
  )`;

const figures = sql`
  coalesce(sum(units), 0)::bigint as units, coalesce(sum(gross), 0)::bigint as "grossCents",
  coalesce(sum(discount), 0)::bigint as "discountCents", coalesce(sum(refund), 0)::bigint as "refundCents",
  coalesce(sum(net), 0)::bigint as "netCents", coalesce(sum(cost), 0)::bigint as "costCents",
  coalesce(sum(net) filter (where cost is not null), 0)::bigint as "costedCents",
  (count(*) filter (where cost is not null) > 0) as "hasCost",
  coalesce(sum(units) filter (where cost is null), 0)::bigint as "unitsWithoutCost"`;

/** Sums without the margin, and the revenue that has a known cost. */
export type SalesSums = Omit<SalesFigures, "marginCents" | "marginPercent"> & { costedCents: number; hasCost: boolean };

/** Everything that was sold in a span. */
export async function findTotal(db: Queryable, span: SalesSpan): Promise<SalesSums> {
  return (await allRows(db)<SalesSums>`with ${soldIn(span)} select ${figures} from sold`)[0]!;
}

/** The same by product, best-selling first. */
export function findByProduct(db: Queryable, span: SalesSpan): Promise<(SalesSums & { id: number; title: string })[]> {
  return allRows(db)`
    with ${soldIn(span)} select p.id, p.title, ${figures} from sold join products p on p.id = sold.product_id
    group by p.id order by sum(net) desc, p.id limit 1000`;
}

/** A variant with what it sold. */
type VariantSums = SalesSums & { id: number; productId: number; title: string; options: string[]; sku: string };

/** The same by variant, archived ones included. */
export function findByVariant(db: Queryable, span: SalesSpan): Promise<VariantSums[]> {
  return allRows(db)`
    with ${soldIn(span)} select v.id, v.product_id as "productId", p.title, v.options, v.sku, ${figures}
    from sold join variants v on v.id = sold.variant_id join products p on p.id = v.product_id
    group by v.id, p.id order by sum(net) desc, v.id limit 2000`;
}

/** The same by event that the products belong to. */
export function findByEvent(db: Queryable, span: SalesSpan): Promise<(SalesSums & { id: number; title: string })[]> {
  return allRows(db)`
    with ${soldIn(span)} select e.id, e.title, ${figures}
    from sold join product_events x using (product_id) join ${eventsTables.events} e on e.id = x.event_id
    group by e.id, e.title order by sum(net) desc, e.id limit 1000`;
}

/** Units and net revenue of every day. */
export function findByDay(db: Queryable, span: SalesSpan): Promise<ProductReport["days"]> {
  return allRows(db)`
    with ${soldIn(span)}
    select to_char(d, 'YYYY-MM-DD') as day, coalesce(sum(s.units), 0)::bigint as units,
      coalesce(sum(s.net), 0)::bigint as "netCents"
    from generate_series(${span.from}::date, ${span.to}::date, interval '1 day') d left join sold s on s.day = d::date
    group by d order by d`;
}

/** Today in a zone, by the database clock. */
export function findToday(db: Queryable, timeZone: string): Promise<string> {
  return onlyValue(db, text)`select to_char(clock_now() at time zone ${timeZone}, 'YYYY-MM-DD')`;
}
