import { sql } from "kysely";
import type { DiscrepancyKind } from "#contract/reconciliation/discrepancies.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { NewDiscrepancy } from "#server/modules/payments/index.ts";
import { findDifferences, hasOpenDifferences } from "../runs/store.ts";
import { instant } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstValue, run } from "#server/platform/db/rows.ts";

/** Kinds that the check finds itself; those that it no longer finds are resolved. */
export const watchedKinds: DiscrepancyKind[] = [
  "money_without_ticket",
  "ticket_without_money",
  "failed_refund",
  "external_refund",
  "failed_webhook",
  "provider_mismatch",
];

/** Another transaction's work may look half done for a moment, but never for a minute. */
const settled = sql`clock_now() - interval '1 minute'`;

/** How far a check goes: back this many days, or through everything; and what else it includes in any case. */
interface Scope {
  days: number | undefined;
  suspects: NewDiscrepancy[];
}

/** Orders whose money may have changed lately, suspects, and all orders with an open discrepancy. */
function candidates({ days, suspects }: Scope) {
  if (days === undefined) return sql`select id from ${ordersTables.orders} orders`;
  const suspected = suspects.map(({ orderId }) => orderId);
  const since = sql`(select clock_now() - make_interval(days => ${days}::integer))`;
  return sql`
    select id from ${ordersTables.orders} orders where created_at > ${since}
    union select subject_id from ${paymentsTables.payments} payments where captured_at > ${since}
    union select p.subject_id from ${paymentsTables.refunds} r
    join ${paymentsTables.payments} p on p.id = r.payment_id where r.created_at > ${since}
    union select order_id from ${paymentsTables.discrepancies} discrepancies where resolved_at is null
      and order_id is not null
    union select unnest(${suspected}::uuid[])`;
}

/** Lets this transaction's statements run for two minutes: a check of everything reads whole tables. */
export function allowTime(tx: Tx): Promise<void> {
  return run(tx)`set local statement_timeout = '120s'`;
}

/** Everything in the ledger that doesn't add up and won't by itself, as discrepancies to open. */
export async function findCauses(db: Queryable, scope: Scope): Promise<NewDiscrepancy[]> {
  const unserved = await findMoneyWithoutTicket(db, scope);
  const unpaid = await findTicketWithoutMoney(db, scope);
  const differences = (await hasOpenDifferences(db)) ? await findDifferences(db, undefined) : [];
  const refunds = [...(await findFailedRefunds(db)), ...(await findForeignRefunds(db))];
  return [...unserved, ...unpaid, ...refunds, ...(await findFailedWebhookEvents(db)), ...differences];
}

/** Kept payments whose order isn't paid, or that have no order; and paid orders that lack some of their tickets. */
function findMoneyWithoutTicket(db: Queryable, scope: Scope): Promise<NewDiscrepancy[]> {
  const { days, suspects } = scope;
  const suspected = suspects.map(({ paymentId }) => paymentId);
  const since =
    days === undefined ? sql`true` : sql`p.captured_at > clock_now() - make_interval(days => ${days}::integer)`;
  return allRows(db)`
    select 'money_without_ticket' as kind, o.id as "orderId", p.id as "paymentId", null as "refundId",
      case when o.id is null then json_build_object('what', 'no_order')
        else json_build_object('what', 'order_not_paid', 'orderStatus', o.status) end as detail
    from ${paymentsTables.payments} p left join ${ordersTables.orders} o on o.id = p.subject_id
    where p.status = 'captured' and p.captured_at < ${settled} and o.paid_at is null
      and (${since} or p.id = any(${suspected}::uuid[])
        or p.id in (select payment_id from ${paymentsTables.discrepancies} discrepancies where resolved_at is null))
    union all
    select 'money_without_ticket', o.id, null, null, json_build_object('what', 'missing_tickets', 'missing', n.missing)
    from ${ordersTables.orders} o cross join lateral (
      select (select sum(l.quantity * x.tickets_per_unit) from ${ordersTables.order_lines} l
        join ${ticketsTables.ticket_lines} x on x.order_line_id = l.id where l.order_id = o.id)::integer
        - (select count(*) from ${ticketsTables.tickets} tickets where order_id = o.id)::integer as missing) n
    where o.id in (${candidates(scope)}) and o.status = 'paid' and o.total_cents > 0 and o.paid_at < ${settled}
      and n.missing > 0`;
}

/** Orders with valid tickets, but without any money left for them. */
function findTicketWithoutMoney(db: Queryable, scope: Scope): Promise<NewDiscrepancy[]> {
  return allRows(db)`
    select 'ticket_without_money' as kind, o.id as "orderId", null as "paymentId", null as "refundId",
      json_build_object('tickets', t.valid, 'orderStatus', o.status) as detail
    from ${ordersTables.orders} o
    cross join lateral (
      -- Free tickets may stay valid when everything paid was refunded.
      select count(*)::integer as valid from ${ticketsTables.tickets} k
        join ${ordersTables.order_lines} l on l.id = k.order_line_id
      where k.order_id = o.id and k.status = 'valid' and k.frozen_since is null and l.total_cents > l.discount_cents) t
    cross join lateral (
      -- Money that a bank took in a dispute is a known loss, and freezes the tickets.
      select coalesce(sum(p.captured_cents), 0) - coalesce(sum(r.amount), 0) as cents
      from ${paymentsTables.payments} p left join lateral (
        select sum(amount_cents) as amount from ${paymentsTables.refunds} refunds where payment_id = p.id
          and status <> 'failed') r on true
      where p.subject_id = o.id) m
    where o.id in (${candidates(scope)}) and o.total_cents > 0 and t.valid > 0 and m.cents <= 0
      and coalesce(o.paid_at, o.created_at) < ${settled}
      -- An external refund is a discrepancy of its own until staff match tickets to it.
      and not exists (select from ${paymentsTables.refunds} f join ${paymentsTables.payments} p on p.id = f.payment_id
        where p.subject_id = o.id and f.reason = 'provider' and f.order_refund_id is null)`;
}

/**
 * Refunds that the provider refused for good, and those that couldn't be sent for three minutes: staff hear of both
 * within five.
 */
function findFailedRefunds(db: Queryable): Promise<NewDiscrepancy[]> {
  return allRows(db)`
    select 'failed_refund' as kind, o.id as "orderId", p.id as "paymentId", r.id as "refundId",
      json_build_object('what', case r.status when 'failed' then 'refused' else 'not_sent' end,
        'failure', left(coalesce(r.failure, r.error), 300), 'orderRefundId', r.order_refund_id) as detail
    from ${paymentsTables.refunds} r join ${paymentsTables.payments} p on p.id = r.payment_id
    left join ${ordersTables.orders} o on o.id = p.subject_id
    where (r.status = 'failed' and (r.reason <> 'provider' or r.order_refund_id is not null) and not exists (
        select from ${ordersTables.order_refunds} x where x.id = r.order_refund_id and x.by_hand_by is not null)
          and not exists (
        select from ${paymentsTables.refunds} t where t.retries = r.id
          or (t.order_refund_id = r.order_refund_id and t.status <> 'failed'))
      and not exists (select from ${ordersTables.order_refunds} q where q.id = r.order_refund_id
        and q.by_hand_by is not null))
      or (r.status = 'pending' and r.error is not null and r.created_at < clock_now() - interval '3 minutes')`;
}

/** Refunds made at the provider for delivered orders that nobody has matched to tickets yet. */
function findForeignRefunds(db: Queryable): Promise<NewDiscrepancy[]> {
  return allRows(db)`
    select 'external_refund' as kind, o.id as "orderId", p.id as "paymentId", r.id as "refundId",
      json_build_object('amountCents', r.amount_cents) as detail
    from ${paymentsTables.refunds} r join ${paymentsTables.payments} p on p.id = r.payment_id
    join ${ordersTables.orders} o on o.id = p.subject_id
    where r.reason = 'provider' and r.status = 'done' and r.order_refund_id is null and o.paid_at is not null`;
}

/** Webhook events that were given up on, with their order if it can be found. */
function findFailedWebhookEvents(db: Queryable): Promise<NewDiscrepancy[]> {
  return allRows(db)`
    select 'failed_webhook' as kind, o.id as "orderId", null as "paymentId", null as "refundId",
      w.provider_event_id as ref, json_build_object('provider', w.provider, 'about', w.kind, 'error', w.error) as detail
    from ${paymentsTables.webhook_inbox} w left join ${paymentsTables.payments} p on p.provider = w.provider
      and p.provider_ref = w.ref
    left join ${ordersTables.orders} o on o.id = p.subject_id
    where w.processed_at is null and w.failed_at is not null`;
}

/** Records that everything was checked just now. */
export function recordJobRun(tx: Tx): Promise<void> {
  return run(tx)`
    insert into job_runs (name) values ('discrepancies')
    on conflict (name) do update set ran_at = clock_now()`;
}

/** When everything was last checked; null before the first time. */
export async function findLastJobRun(db: Queryable): Promise<Date | null> {
  return (await firstValue(db, instant)`select ran_at as at from job_runs where name = 'discrepancies'`) ?? null;
}
