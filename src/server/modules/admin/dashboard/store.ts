import { sql } from "kysely";
import type { TrendDay, AdminTrend } from "#contract/admin.ts";
import { emailTables } from "#server/modules/email/tables.ts";
import { errorReportsTables } from "#server/modules/error-reports/tables.ts";
import { invariantsTables } from "#server/modules/invariants/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";

/** The currency in which most of the last month's orders were paid; undefined if none was. */
export async function findMainCurrency(db: Queryable): Promise<string | undefined> {
  const { rows } = await sql<{ currency: string }>`
    select currency from ${ordersTables.orders} orders
    where created_at > clock_now() - interval '32 days' and paid_at is not null and total_cents > 0
    group by currency order by sum(total_cents) desc, currency limit 1`.execute(db);
  return rows[0]?.currency;
}

/** Thirty days in a zone, today last: each day's paid orders without comps, with their tickets and money. */
export async function findDays(db: Queryable, timeZone: string, currency: string): Promise<TrendDay[]> {
  const { rows } = await sql<TrendDay>`
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
    left join sold s on s.day = d.day order by d.day`.execute(db);
  return rows;
}

/** Everything that needs staff to act, counted in one statement. */
export async function findAttention(db: Queryable): Promise<Omit<AdminTrend["attention"], "noMoneyAlertRecipient">> {
  const { rows } = await sql<Omit<AdminTrend["attention"], "noMoneyAlertRecipient">>`
    select (select count(*)::integer from ${emailTables.emails} emails where status = 'failed') as "failedMails",
      (select count(*)::integer from ${errorReportsTables.error_reports} error_reports
        where resolved_at is null) as "openErrors",
      (select count(*)::integer from ${paymentsTables.discrepancies} discrepancies
        where resolved_at is null) as "openDiscrepancies",
      (select count(*)::integer from ${paymentsTables.disputes} disputes where status = 'open') as "openDisputes",
      (select count(*)::integer from ${paymentsTables.payments} payments
       where status in ('starting', 'open', 'processing', 'declined')
         and next_check_at < clock_now() - interval '15 minutes') as "silentPayments",
      (select count(*)::integer from ${invariantsTables.invariant_checks} invariant_checks
        where outcome = 'broken') as "brokenInvariants"`.execute(db);
  return rows[0]!;
}
