import { sql } from "kysely";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import type { NewDiscrepancy } from "#server/modules/payments/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";

const lines = sql`
  select c.id as run, c.until, c.started_at, m.* from latest c join provider_money m on m.run_id = c.id`;

/** Listed charges that don't match ours, and our charges that aren't listed. */
const charges = sql`
  select 'charge' as item, m.provider, m.ref, m.payment_id, null::uuid as refund_id, p.subject_id,
    case when p.id is null then 'unknown_here' when p.captured_cents is null then 'status'
      when p.captured_cents <> m.amount_cents or p.currency <> m.currency then 'amount' end as what,
    coalesce(p.captured_cents, m.amount_cents) as cents, coalesce(p.currency, m.currency) as currency,
    p.status as ours, m.amount_cents as their_cents, m.currency as their_currency, m.status as their_status
  from (${lines}) m left join ${paymentsTables.payments} p on p.id = m.payment_id
  where m.kind = 'charge' and m.at < m.until
  union all
  select 'charge', p.provider, coalesce(p.charge_ref, p.provider_ref), p.id, null, p.subject_id, 'unknown_there',
    p.captured_cents, p.currency, p.status, null, null, null
  from latest c join ${paymentsTables.payments} p on p.provider = c.provider
  where p.captured_cents is not null and p.captured_at < c.until
    and not exists (select from provider_money m where m.payment_id = p.id and m.kind = 'charge' and m.run_id = c.id)`;

/** The same for refunds. Ignores changes of ours after the list was read. */
const refunds = sql`
  select 'refund', m.provider, m.ref, p.id, r.id, p.subject_id,
    case when r.id is null then 'unknown_here' when r.amount_cents <> m.amount_cents then 'amount'
      when r.status <> m.status then 'status' end,
    coalesce(r.amount_cents, m.amount_cents), m.currency, r.status, m.amount_cents, m.currency, m.status
  from (${lines}) m left join ${paymentsTables.refunds} r on r.id = m.refund_id or r.provider_ref = m.ref
  left join ${paymentsTables.payments} p on p.id = coalesce(r.payment_id, m.payment_id)
  where m.kind = 'refund' and m.at < m.until
    and (m.status <> 'pending' or r.id is null or r.done_at < m.started_at)
  union all
  select 'refund', p.provider, coalesce(r.provider_ref, r.id::text), p.id, r.id, p.subject_id, 'unknown_there',
    r.amount_cents, p.currency, r.status, null, null, null
  from latest c join ${paymentsTables.payments} p on p.provider = c.provider
  join ${paymentsTables.refunds} r on r.payment_id = p.id
  where r.status = 'done' and r.done_at < c.until
    and not exists (select from provider_money m where m.provider = p.provider and m.kind = 'refund'
      and m.ref = r.provider_ref and m.run_id = c.id)`;

/** The same for disputes. */
const disputes = sql`
  select 'dispute', m.provider, m.ref, p.id, null, p.subject_id,
    case when d.id is null then 'unknown_here' when d.amount_cents <> m.amount_cents then 'amount'
      when d.status <> m.status and (m.status <> 'open' or d.closed_at < m.started_at) then 'status' end,
    coalesce(d.amount_cents, m.amount_cents), m.currency, d.status, m.amount_cents, m.currency, m.status
  from (${lines}) m left join ${paymentsTables.disputes} d on d.provider_ref = m.ref
  left join ${paymentsTables.payments} p on p.id = coalesce(d.payment_id, m.payment_id)
  where m.kind = 'dispute' and m.at < m.until
  union all
  select 'dispute', p.provider, d.provider_ref, p.id, null, p.subject_id, 'unknown_there',
    d.amount_cents, p.currency, d.status, null, null, null
  from latest c join ${paymentsTables.payments} p on p.provider = c.provider
  join ${paymentsTables.disputes} d on d.payment_id = p.id
  where d.opened_at < c.until
    and not exists (select from provider_money m where m.provider = p.provider and m.kind = 'dispute'
      and m.ref = d.provider_ref and m.run_id = c.id)`;

/**
 * All differences between our ledger and a provider's list as a reconciliation run read it, as discrepancies to open.
 * Our side is current, so a difference that is gone by now isn't found.
 *
 * @param runId all differences of this run; without it, of each provider's latest run, only those still open
 */
export async function findDifferences(db: Queryable, runId: number | undefined): Promise<NewDiscrepancy[]> {
  const latest =
    runId === undefined
      ? sql`select distinct on (provider) * from reconciliation_runs where done_at is not null order by provider, id desc`
      : sql`select * from reconciliation_runs where id = ${runId}`;
  const wanted =
    runId === undefined
      ? sql`and d.ref in (select subject from ${paymentsTables.discrepancies} discrepancies
        where kind = 'provider_mismatch' and resolved_at is null)`
      : sql``;
  const { rows } = await sql<NewDiscrepancy>`
    with latest as materialized (${latest}),
    d (item, provider, ref, payment_id, refund_id, subject_id, what, cents, currency, ours, their_cents, their_currency,
       their_status) as (${charges} union all ${refunds} union all ${disputes})
    select 'provider_mismatch' as kind, o.id as "orderId", p.id as "paymentId", d.refund_id as "refundId", d.ref,
      json_build_object('item', d.item, 'what', d.what, 'provider', d.provider, 'amountCents', d.cents,
        'currency', d.currency, 'ours', d.ours,
        'theirs', json_build_object('amountCents', d.their_cents, 'currency', d.their_currency, 'status', d.their_status)
      ) as detail
    from d left join ${paymentsTables.payments} p on p.id = d.payment_id
    left join ${ordersTables.orders} o on o.id = coalesce(d.subject_id, p.subject_id)
    where d.what is not null ${wanted}`.execute(db);
  return rows;
}

/** True while a difference that a run found is open: only then is a new search needed. */
export async function hasOpenDifferences(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from ${paymentsTables.discrepancies} discrepancies
      where kind = 'provider_mismatch' and resolved_at is null and detail ? 'item') as some`.execute(db);
  return rows[0]!.some;
}
