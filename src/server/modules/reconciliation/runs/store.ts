import { sql } from "kysely";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import type { ProviderMoney, NewDiscrepancy } from "#server/modules/payments/index.ts";
import { bool } from "#server/platform/db/columns.ts";
import type { Queryable, Tx, RowOf } from "#server/platform/db/database.ts";
import type { ReconciliationRun } from "#contract/reconciliation/runs.ts";
import type { ListQuery, ListSource } from "#server/platform/db/list.ts";
import { allRows, allValues, firstRow, firstValue, onlyValue, hasRows, run } from "#server/platform/db/rows.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";

export type ProviderName = ReconciliationRun["provider"];

/** A reconciliation run as stored. */
export type ReconciliationRunRow = RowOf<Omit<ReconciliationRun, "progress">, "startedAt" | "until" | "doneAt"> & {
  readUntil: Date;
  /** Since when there is money to compare. */
  since: Date;
};

/** Before the first payment there is nothing to read; starts one day earlier because clocks differ. */
const beginning = sql`(select coalesce(min(created_at), clock_now()) - interval '1 day' from ${paymentsTables.payments} payments)`;
const columns = sql<ReconciliationRunRow>`
  c.id, c.provider, to_char(c.day, 'YYYY-MM-DD') as day, u.display_name as "startedBy", c.started_at as "startedAt",
  c.until, c.read_until as "readUntil", least(${beginning}, c.read_until) as since, c.charges, c.refunds, c.disputes,
  c.differences, c.error, c.done_at as "doneAt"`;
const starter = sql`left join ${accountsTables.users} u on u.id = c.started_by`;

/** Starts the nightly run with each provider, after three in the morning UTC; one per night. */
export function startNightlyRuns(db: Queryable, providers: ProviderName[]): Promise<void> {
  return run(db)`
    insert into reconciliation_runs (provider, day, until, read_until)
    select p, (clock_now() at time zone 'UTC')::date, clock_now() - interval '10 minutes', ${beginning}
    from unnest(${providers}::text[]) p
    where extract(hour from clock_now() at time zone 'UTC') >= 3
    on conflict do nothing`;
}

/** Starts a run that someone asked for; undefined while another is in progress. */
export function begin(tx: Tx, provider: ProviderName, staffId: number): Promise<number | undefined> {
  return firstValue(tx)`
    insert into reconciliation_runs (provider, started_by, until, read_until)
    values (${provider}, ${staffId}, clock_now() - interval '1 minute', ${beginning})
    on conflict do nothing returning id`;
}

/** Providers that have ever taken a payment. */
export function findProviders(db: Queryable): Promise<ProviderName[]> {
  return allValues(db)`
    select p as provider from unnest(array['sandbox', 'stripe']) p
    where exists (select from ${paymentsTables.payments} payments where provider = p
      and provider_ref is not null)`;
}

/** Leases an unfinished run for two minutes: after that another node can take it over. */
export async function lease(db: Queryable): Promise<ReconciliationRunRow | undefined> {
  const leased = await firstRow(db)<{ id: number }>`
    update reconciliation_runs set leased_until = clock_now() + interval '2 minutes'
    where id = (
      select id from reconciliation_runs
      where done_at is null and (leased_until is null or leased_until < clock_now())
      order by id limit 1 for update skip locked)
    returning id`;
  return leased && findReconciliationRun(db, leased.id);
}

export function findReconciliationRun(db: Queryable, id: number): Promise<ReconciliationRunRow | undefined> {
  return firstRow(db)`select ${columns} from reconciliation_runs c ${starter} where c.id = ${id}`;
}

/** The run in progress with a provider. */
export function findOpen(db: Queryable, provider: ProviderName): Promise<ReconciliationRunRow | undefined> {
  return firstRow(db)`
    select ${columns} from reconciliation_runs c ${starter} where c.provider = ${provider} and c.done_at is null`;
}

/** Runs, newest first. */
export const reconciliationRuns: ListSource<ListQuery, ReconciliationRunRow> = {
  columns,
  from: sql`reconciliation_runs c`,
  page: { alias: "c", joins: starter },
  order: { name: "-id", keys: [{ by: sql`c.id`, type: "bigint" }], descending: true },
};

/** Stores lines of a provider's list; a repeated line replaces the earlier one. Also extends the lease. */
export function storeLines(
  db: Queryable,
  { id, provider }: ReconciliationRunRow,
  lines: ProviderMoney[],
): Promise<void> {
  return run(db)`
    with lines as (
      select distinct on (m.kind, m.ref) m.*
      from json_to_recordset(${JSON.stringify(lines)}::json) as m(kind text, ref text, "paymentId" uuid, "refundId" uuid,
        "amountCents" integer, currency text, status text, at timestamptz)),
    leased as (
      update reconciliation_runs set leased_until = clock_now() + interval '2 minutes' where id = ${id})
    insert into provider_money (provider, kind, ref, payment_id, refund_id, amount_cents, currency, status, at, run_id)
    select ${provider}, kind, ref, "paymentId", "refundId", "amountCents", currency, status, at, ${id}::bigint from lines
    on conflict (provider, kind, ref) do update set payment_id = excluded.payment_id, refund_id = excluded.refund_id,
      amount_cents = excluded.amount_cents, currency = excluded.currency, status = excluded.status, at = excluded.at,
      run_id = excluded.run_id`;
}

/** Stores how far the list has been read. */
export function recordRead(db: Queryable, id: number, readUntil: Date): Promise<void> {
  return run(db)`
    update reconciliation_runs set read_until = ${readUntil}, error = null, leased_until = clock_now() + interval '2 minutes'
    where id = ${id} and done_at is null`;
}

/** Stores why a run is stuck; it is tried again when its lease ends. */
export function recordError(db: Queryable, id: number, error: string): Promise<void> {
  return run(db)`update reconciliation_runs set error = left(${error}, 500) where id = ${id} and done_at is null`;
}

/** Finishes a run with its count; false if it was already finished. */
export function finish(tx: Tx, id: number, differences: number): Promise<boolean> {
  return hasRows(tx)`
    update reconciliation_runs c set done_at = clock_now(), leased_until = null, error = null,
      differences = ${differences}, charges = n.charges, refunds = n.refunds, disputes = n.disputes
    from (
      select count(*) filter (where kind = 'charge')::integer as charges,
        count(*) filter (where kind = 'refund')::integer as refunds,
        count(*) filter (where kind = 'dispute')::integer as disputes
      from provider_money where run_id = ${id}) n
    where c.id = ${id} and c.done_at is null returning c.id`;
}

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
export function findDifferences(db: Queryable, runId: number | undefined): Promise<NewDiscrepancy[]> {
  const latest =
    runId === undefined
      ? sql`select distinct on (provider) * from reconciliation_runs where done_at is not null order by provider, id desc`
      : sql`select * from reconciliation_runs where id = ${runId}`;
  const onlyOpen =
    runId === undefined
      ? sql`and d.ref in (select subject from ${paymentsTables.discrepancies} discrepancies
        where kind = 'provider_mismatch' and resolved_at is null)`
      : sql``;
  return allRows(db)`
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
    where d.what is not null ${onlyOpen}`;
}

/** True while a difference that a run found is open: only then is a new search needed. */
export function hasOpenDifferences(db: Queryable): Promise<boolean> {
  return onlyValue(db, bool)`
    select exists (select from ${paymentsTables.discrepancies} discrepancies
      where kind = 'provider_mismatch' and resolved_at is null and detail ? 'item') as some`;
}
