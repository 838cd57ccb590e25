import { sql } from "kysely";
import { compsTables } from "#server/modules/comps/tables.ts";
import { ledgerTables } from "#server/modules/ledger/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { owedCommission, redemptionsWithOrders } from "#server/modules/promotions/index.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { plannedByValues, type Queryable } from "#server/platform/db/database.ts";
import { allRows, firstValue } from "#server/platform/db/rows.ts";
import type { Days } from "#server/platform/report-span.ts";
import type { LedgerSums } from "./rules.ts";

const sold = (account: string) =>
  sql`coalesce(-sum(j.amount_cents) filter (where e.kind = 'sale' and j.account = ${account}), 0)::bigint`;
const refunded = (account: string) =>
  sql`coalesce(sum(j.amount_cents) filter (where e.kind = 'refund' and j.account = ${account}), 0)::bigint`;
const sums = sql`
  ${sold("sales")} as sales, ${sold("fees")} as fees, ${sold("tax")} as tax, ${sold("shipping")} as shipping,
  ${refunded("sales")} as "refundedSales", ${refunded("fees")} as "refundedFees", ${refunded("tax")} as "refundedTax",
  ${refunded("shipping")} as "refundedShipping"`;
const entries = sql`
  ${ledgerTables.journal_entries} e join ${ledgerTables.journal_lines} j on j.entry_id = e.id`;

interface Period extends Days {
  timeZone: string;
}

const inPeriod = ({ from, to, timeZone }: Period) => sql`
  e.created_at >= ${from}::date::timestamp at time zone ${timeZone}
  and e.created_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`;

/** Sums of one event, or of one day: the other is null. */
export interface PeriodSums extends LedgerSums {
  currency: string;
  eventId: number | null;
  day: string | null;
  isByDay: boolean;
}

/** What was earned and refunded in some days: by event, where null is none, and by day. */
export function findPeriod(db: Queryable, period: Period): Promise<PeriodSums[]> {
  return allRows(db)`
    ${plannedByValues} with lines as (
      select e.kind, j.account, j.currency, j.event_id, to_char(e.created_at at time zone ${period.timeZone}, 'YYYY-MM-DD') as day,
        sum(j.amount_cents) as amount_cents
      from ${entries} where ${inPeriod(period)} and e.kind in ('sale', 'refund')
        and j.account in ('sales', 'fees', 'tax', 'shipping')
      group by 1, 2, 3, 4, 5)
    select j.currency, j.event_id as "eventId", j.day, grouping(j.event_id) = 1 as "isByDay", ${sums}
    from lines j cross join lateral (select j.kind) e
    group by grouping sets ((j.currency, j.event_id), (j.currency, j.day))`;
}

/** What banks took in disputes in some days, less what came back, by currency. */
export function findDisputed(db: Queryable, period: Period): Promise<{ currency: string; cents: number }[]> {
  return allRows(db)`
    select j.currency, sum(j.amount_cents)::bigint as cents from ${entries}
    where ${inPeriod(period)} and e.kind in ('dispute', 'dispute_won') and j.account = 'disputes' group by 1`;
}

/** Everything that an event earned, ever; undefined if nothing. */
export async function findEventSums(db: Queryable, eventId: number): Promise<LedgerSums> {
  const [row] = await allRows(db)<LedgerSums>`
    select ${sums} from ${entries} where j.event_id = ${eventId} and e.kind in ('sale', 'refund')`;
  return row!;
}

/** What banks took in disputes about orders with tickets of an event, less what came back: of each such order, all. */
export function findEventDisputed(db: Queryable, eventId: number): Promise<number> {
  return firstValue(db)`
    select coalesce(sum(j.amount_cents), 0)::bigint from ${entries}
    where e.kind in ('dispute', 'dispute_won') and j.account = 'disputes'
      and e.order_id in (select order_id from ${ticketsTables.ticket_lines} t where t.event_id = ${eventId})`;
}

/** What one ticket type sold. */
export interface ItemSums extends LedgerSums {
  kind: string;
  name: string;
  units: number;
  refundedUnits: number;
}

/** What each ticket type of an event sold and refunded, in tickets and money. Comps aren't sales. */
export function findItems(db: Queryable, eventId: number): Promise<ItemSums[]> {
  return allRows(db)`
    with sold as (
      select l.kind, l.item_id, max(l.name) as name, sum(l.quantity * t.tickets_per_unit)::integer as units,
        sum((select count(*) from ${ordersTables.order_refund_items} i
          where i.order_line_id = l.id and not i.keeps_unit))::integer as "refundedUnits"
      from ${ticketsTables.ticket_lines} t join ${ordersTables.order_lines} l on l.id = t.order_line_id
      join ${ordersTables.orders} o on o.id = l.order_id
      where t.event_id = ${eventId} and o.paid_at is not null
        and not exists (select from ${compsTables.comps} c where c.order_id = o.id)
      group by 1, 2),
    money as (
      select j.kind, j.item_id, ${sums} from ${entries}
      where j.event_id = ${eventId} and e.kind in ('sale', 'refund') group by 1, 2)
    select s.kind, s.name, s.units, s."refundedUnits", coalesce(m.sales, 0) as sales, coalesce(m.fees, 0) as fees,
      coalesce(m.tax, 0) as tax, coalesce(m.shipping, 0) as shipping, coalesce(m."refundedSales", 0) as "refundedSales",
      coalesce(m."refundedFees", 0) as "refundedFees", coalesce(m."refundedTax", 0) as "refundedTax",
      coalesce(m."refundedShipping", 0) as "refundedShipping"
    from sold s left join money m on m.kind = s.kind and m.item_id = s.item_id order by s.name, s.item_id`;
}

/** Commission that promoters earned with an event. */
export function findCommission(db: Queryable, eventId: number): Promise<number> {
  return firstValue(db)`
    select coalesce(sum(${owedCommission}), 0)::bigint from ${redemptionsWithOrders}
    where u.event_id = ${eventId} and u.promoter_id is not null and o.paid_at is not null`;
}
