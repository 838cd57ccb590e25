import { sql } from "kysely";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import type { ProviderMoney } from "#server/modules/payments/index.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { ListQuery, ListSource } from "#server/platform/db/list.ts";

export type ProviderName = "sandbox" | "stripe";

/** A reconciliation run as stored. */
export interface ReconciliationRunRow {
  id: number;
  provider: ProviderName;
  day: string | null;
  startedBy: string | null;
  startedAt: Date;
  until: Date;
  readUntil: Date;
  /** Since when there is money to compare. */
  since: Date;
  charges: number | null;
  refunds: number | null;
  disputes: number | null;
  differences: number | null;
  error: string | null;
  doneAt: Date | null;
}

/** Before the first payment there is nothing to read; starts one day earlier because clocks differ. */
const beginning = sql`(select coalesce(min(created_at), clock_now()) - interval '1 day' from ${paymentsTables.payments} payments)`;
const columns = sql<ReconciliationRunRow>`
  c.id, c.provider, to_char(c.day, 'YYYY-MM-DD') as day, u.display_name as "startedBy", c.started_at as "startedAt",
  c.until, c.read_until as "readUntil", least(${beginning}, c.read_until) as since, c.charges, c.refunds, c.disputes,
  c.differences, c.error, c.done_at as "doneAt"`;
const starter = sql`left join ${accountsTables.users} u on u.id = c.started_by`;

/** Starts the nightly run with each provider, after three in the morning UTC; one per night. */
export async function startNightlyRuns(db: Queryable, providers: ProviderName[]): Promise<void> {
  await sql`
    insert into reconciliation_runs (provider, day, until, read_until)
    select p, (clock_now() at time zone 'UTC')::date, clock_now() - interval '10 minutes', ${beginning}
    from unnest(${providers}::text[]) p
    where extract(hour from clock_now() at time zone 'UTC') >= 3
    on conflict do nothing`.execute(db);
}

/** Starts a run that someone asked for; undefined while another is in progress. */
export async function begin(tx: Tx, provider: ProviderName, staffId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into reconciliation_runs (provider, started_by, until, read_until)
    values (${provider}, ${staffId}, clock_now() - interval '1 minute', ${beginning})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** Providers that have ever taken a payment. */
export async function findProviders(db: Queryable): Promise<ProviderName[]> {
  const { rows } = await sql<{ provider: ProviderName }>`
    select p as provider from unnest(array['sandbox', 'stripe']) p
    where exists (select from ${paymentsTables.payments} payments where provider = p
      and provider_ref is not null)`.execute(db);
  return rows.map(({ provider }) => provider);
}

/** Leases an unfinished run for two minutes: after that another node can take it over. */
export async function lease(db: Queryable): Promise<ReconciliationRunRow | undefined> {
  const { rows } = await sql<{ id: number }>`
    update reconciliation_runs set leased_until = clock_now() + interval '2 minutes'
    where id = (
      select id from reconciliation_runs
      where done_at is null and (leased_until is null or leased_until < clock_now())
      order by id limit 1 for update skip locked)
    returning id`.execute(db);
  return rows[0] === undefined ? undefined : findReconciliationRun(db, rows[0].id);
}

/** One run. */
export async function findReconciliationRun(db: Queryable, id: number): Promise<ReconciliationRunRow | undefined> {
  const { rows } =
    await sql<ReconciliationRunRow>`select ${columns} from reconciliation_runs c ${starter} where c.id = ${id}`.execute(
      db,
    );
  return rows[0];
}

/** The run in progress with a provider. */
export async function findOpen(db: Queryable, provider: ProviderName): Promise<ReconciliationRunRow | undefined> {
  const { rows } = await sql<ReconciliationRunRow>`
    select ${columns} from reconciliation_runs c ${starter} where c.provider = ${provider} and c.done_at is null`.execute(
    db,
  );
  return rows[0];
}

/** Runs, newest first. */
export const reconciliationRuns: ListSource<ListQuery, ReconciliationRunRow> = {
  columns,
  from: sql`reconciliation_runs c`,
  page: { alias: "c", joins: starter },
  order: { name: "-id", keys: [{ by: sql`c.id`, type: "bigint" }], descending: true },
};

/** Stores lines of a provider's list; a repeated line replaces the earlier one. Also extends the lease. */
export async function keepLines(
  db: Queryable,
  { id, provider }: ReconciliationRunRow,
  lines: ProviderMoney[],
): Promise<void> {
  await sql`
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
      run_id = excluded.run_id`.execute(db);
}

/** Stores how far the list has been read. */
export async function noteRead(db: Queryable, id: number, readUntil: Date): Promise<void> {
  await sql`
    update reconciliation_runs set read_until = ${readUntil}, error = null, leased_until = clock_now() + interval '2 minutes'
    where id = ${id} and done_at is null`.execute(db);
}

/** Stores why a run is stuck; it is tried again when its lease ends. */
export async function noteError(db: Queryable, id: number, error: string): Promise<void> {
  await sql`update reconciliation_runs set error = left(${error}, 500) where id = ${id} and done_at is null`.execute(
    db,
  );
}

/** Finishes a run with its count; false if it was already finished. */
export async function finish(tx: Tx, id: number, differences: number): Promise<boolean> {
  const { rows } = await sql`
    update reconciliation_runs c set done_at = clock_now(), leased_until = null, error = null,
      differences = ${differences}, charges = n.charges, refunds = n.refunds, disputes = n.disputes
    from (
      select count(*) filter (where kind = 'charge')::integer as charges,
        count(*) filter (where kind = 'refund')::integer as refunds,
        count(*) filter (where kind = 'dispute')::integer as disputes
      from provider_money where run_id = ${id}) n
    where c.id = ${id} and c.done_at is null returning c.id`.execute(tx);
  return rows.length > 0;
}
