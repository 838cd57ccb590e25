import { sql } from "kysely";
import { ledgerTables } from "#server/modules/ledger/tables.ts";

const earned = sql`('sales', 'fees', 'tax', 'shipping')`;

/**
 * What lost disputes and refunds made at the payment provider took from an order: nobody said which ticket or product
 * they are for, so each counts for everything that the order sold, in proportion, to the cent. Staff who match such a
 * refund to tickets turn it into an entry of the ledger. Columns as those of `revenueMovements`.
 */
export const untiedReturns = sql`(
  select p.subject_id as order_id, p.currency, m.at, m.cause, s.account, s.event_id, s.kind, s.item_id,
    (round(m.cents * (s.up_to - s.cents) / s.total) - round(m.cents * s.up_to / s.total))::bigint as cents
  from (
    select payment_id, closed_at as at, 'dispute' as cause, amount_cents as cents
    from disputes where status = 'lost'
    union all
    select payment_id, created_at, 'refund', amount_cents
    from refunds where reason = 'provider' and order_refund_id is null and status <> 'failed') m
  join payments p on p.id = m.payment_id
  cross join lateral (
    select j.account, j.event_id, j.kind, j.item_id, -j.amount_cents as cents,
      sum(-j.amount_cents::numeric) over (order by j.position) as up_to, sum(-j.amount_cents::numeric) over () as total
    from ${ledgerTables.journal_entries} e join ${ledgerTables.journal_lines} j on j.entry_id = e.id and j.account in ${earned}
    where e.order_id = p.subject_id and e.kind = 'sale') s)`;

/**
 * The one definition of revenue: every movement of what orders earned, in cents, above zero for a sale and below for what
 * went back. `at`: a sale counts when it was paid, a refund when it was decided, a lost dispute when it was lost.
 * `cause`: `sale`, `refund` or `dispute`. `account`: `sales` and `fees` are revenue, `tax` and `shipping` stand apart.
 * `kind` and `item_id`: what was sold. Free orders have none.
 */
export const revenueMovements = sql`(
  select e.order_id, e.currency, e.created_at as at, e.kind as cause, j.account, j.event_id, j.kind, j.item_id,
    -j.amount_cents::bigint as cents
  from ${ledgerTables.journal_entries} e join ${ledgerTables.journal_lines} j on j.entry_id = e.id and j.account in ${earned}
  where e.kind in ('sale', 'refund')
  union all
  select order_id, currency, at, cause, account, event_id, kind, item_id, cents from ${untiedReturns} u)`;

/** Which movements are revenue: tickets and products, fees included, without sales tax and shipping. */
export const isRevenue = sql`account in ('sales', 'fees')`;
