import { sql, type RawBuilder } from "kysely";
import { compsTables } from "#server/modules/comps/tables.ts";
import { revenueMovements } from "#server/modules/payments/index.ts";
import { ledgerTables } from "#server/modules/ledger/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { owedCommission, redemptionsWithOrders } from "#server/modules/promotions/index.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import { plannedByValues, type Queryable } from "#server/platform/db/database.ts";
import { allRows, onlyValue } from "#server/platform/db/rows.ts";
import type { Days } from "#server/platform/report-span.ts";
import type { LedgerSums } from "./rules.ts";

const sumOf = (cause: "sale" | "refund" | "dispute", account: string) => sql`
  coalesce(abs(sum(m.cents) filter (where m.cause = ${cause} and m.account = ${account})), 0)::bigint`;
const sums = sql`
  ${sumOf("sale", "sales")} as sales, ${sumOf("sale", "fees")} as fees, ${sumOf("sale", "tax")} as tax,
  ${sumOf("sale", "shipping")} as shipping, ${sumOf("refund", "sales")} as "refundedSales",
  ${sumOf("refund", "fees")} as "refundedFees", ${sumOf("refund", "tax")} as "refundedTax",
  ${sumOf("refund", "shipping")} as "refundedShipping", ${sumOf("dispute", "sales")} as "lostSales",
  ${sumOf("dispute", "fees")} as "lostFees", ${sumOf("dispute", "tax")} as "lostTax",
  ${sumOf("dispute", "shipping")} as "lostShipping"`;

interface Period extends Days {
  timeZone: string;
}

const inPeriod = (at: RawBuilder<unknown>, { from, to, timeZone }: Period) => sql`
  ${at} >= ${from}::date::timestamp at time zone ${timeZone}
  and ${at} < (${to}::date + 1)::timestamp at time zone ${timeZone}`;

/** Sums of one event, or of one day: the other is null. */
interface PeriodSums extends LedgerSums {
  currency: string;
  eventId: number | null;
  day: string | null;
  isByDay: boolean;
}

/** What was earned, refunded and lost in some days: by event, where null is none, and by day. */
export function findPeriod(db: Queryable, period: Period): Promise<PeriodSums[]> {
  return allRows(db)`
    ${plannedByValues} with moved as (
      select m.cause, m.account, m.currency, m.event_id, to_char(m.at at time zone ${period.timeZone}, 'YYYY-MM-DD') as day,
        sum(m.cents) as cents
      from ${revenueMovements} m where ${inPeriod(sql`m.at`, period)} group by 1, 2, 3, 4, 5)
    select m.currency, m.event_id as "eventId", m.day, grouping(m.event_id) = 1 as "isByDay", ${sums}
    from moved m group by grouping sets ((m.currency, m.event_id), (m.currency, m.day))`;
}

/** Journal lines of what banks hold in disputes that aren't decided yet. */
const heldByBanks = sql`
  ${ledgerTables.journal_entries} e join ${ledgerTables.journal_lines} j on j.entry_id = e.id and j.account = 'disputes'
  join ${paymentsTables.disputes} d on d.id = e.dispute_id and d.status = 'open'`;

/** What banks took in some days and hold in disputes that are still open, by currency. */
export function findDisputed(db: Queryable, period: Period): Promise<{ currency: string; cents: number }[]> {
  return allRows(db)`
    select j.currency, sum(j.amount_cents)::bigint as cents from ${heldByBanks}
    where ${inPeriod(sql`e.created_at`, period)} group by 1`;
}

/** Everything that an event earned, ever; undefined if nothing. */
export async function findEventSums(db: Queryable, eventId: number): Promise<LedgerSums> {
  const [row] = await allRows(db)<LedgerSums>`
    select ${sums} from ${revenueMovements} m where m.event_id = ${eventId}`;
  return row!;
}

/** What banks hold in open disputes about orders with tickets of an event: of each such order, all. */
export function findEventDisputed(db: Queryable, eventId: number): Promise<number> {
  return onlyValue(db, integer)`
    select coalesce(sum(j.amount_cents), 0)::bigint from ${heldByBanks}
    where e.order_id in (select order_id from ${ticketsTables.ticket_lines} t where t.event_id = ${eventId})`;
}

/** What one ticket type sold. */
interface ItemSums extends LedgerSums {
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
      select m.kind, m.item_id, ${sums} from ${revenueMovements} m where m.event_id = ${eventId} group by 1, 2)
    select s.kind, s.name, s.units, s."refundedUnits", coalesce(m.sales, 0) as sales, coalesce(m.fees, 0) as fees,
      coalesce(m.tax, 0) as tax, coalesce(m.shipping, 0) as shipping, coalesce(m."refundedSales", 0) as "refundedSales",
      coalesce(m."refundedFees", 0) as "refundedFees", coalesce(m."refundedTax", 0) as "refundedTax",
      coalesce(m."refundedShipping", 0) as "refundedShipping", coalesce(m."lostSales", 0) as "lostSales",
      coalesce(m."lostFees", 0) as "lostFees", coalesce(m."lostTax", 0) as "lostTax",
      coalesce(m."lostShipping", 0) as "lostShipping"
    from sold s left join money m on m.kind = s.kind and m.item_id = s.item_id order by s.name, s.item_id`;
}

/** Commission that promoters earned with an event. */
export function findCommission(db: Queryable, eventId: number): Promise<number> {
  return onlyValue(db, integer)`
    select coalesce(sum(${owedCommission}), 0)::bigint from ${redemptionsWithOrders}
    where u.event_id = ${eventId} and u.promoter_id is not null and o.paid_at is not null`;
}
