import { sql } from "kysely";
import type { ProviderMoney } from "#server/modules/payments/index.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { PageOf } from "#server/platform/db/paging.ts";

export type ProviderName = "sandbox" | "stripe";

/** A comparison as it is kept. */
export interface ComparisonRow {
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

/** Before the first payment there is nothing to read; a day earlier, for clocks that differ. */
const beginning = sql`(select coalesce(min(created_at), clock_now()) - interval '1 day' from payments)`;
const columns = sql`
  c.id, c.provider, to_char(c.day, 'YYYY-MM-DD') as day, u.display_name as "startedBy", c.started_at as "startedAt",
  c.until, c.read_until as "readUntil", least(${beginning}, c.read_until) as since, c.charges, c.refunds, c.disputes,
  c.differences, c.error, c.done_at as "doneAt"`;
const joins = sql`money_comparisons c left join users u on u.id = c.started_by`;

/** Begins the comparison of a night with each provider, from three in the morning UTC on; a night has one. */
export async function beginNight(db: Queryable, providers: ProviderName[]): Promise<void> {
  await sql`
    insert into money_comparisons (provider, day, until, read_until)
    select p, (clock_now() at time zone 'UTC')::date, clock_now() - interval '10 minutes', ${beginning}
    from unnest(${providers}::text[]) p
    where extract(hour from clock_now() at time zone 'UTC') >= 3
    on conflict do nothing`.execute(db);
}

/** Begins a comparison that somebody asked for; undefined while another is under way. */
export async function begin(tx: Tx, provider: ProviderName, staffId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into money_comparisons (provider, started_by, until, read_until)
    values (${provider}, ${staffId}, clock_now() - interval '1 minute', ${beginning})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** Providers with which anything was ever paid. */
export async function findProviders(db: Queryable): Promise<ProviderName[]> {
  const { rows } = await sql<{ provider: ProviderName }>`
    select p as provider from unnest(array['sandbox', 'stripe']) p
    where exists (select from payments where provider = p and provider_ref is not null)`.execute(db);
  return rows.map(({ provider }) => provider);
}

/** Takes a comparison that is to be gone on with, for two minutes: another node then takes it over. */
export async function lease(db: Queryable): Promise<ComparisonRow | undefined> {
  const { rows } = await sql<{ id: number }>`
    update money_comparisons set leased_until = clock_now() + interval '2 minutes'
    where id = (
      select id from money_comparisons
      where done_at is null and (leased_until is null or leased_until < clock_now())
      order by id limit 1 for update skip locked)
    returning id`.execute(db);
  return rows[0] === undefined ? undefined : findComparison(db, rows[0].id);
}

/** One comparison. */
export async function findComparison(db: Queryable, id: number): Promise<ComparisonRow | undefined> {
  const { rows } = await sql<ComparisonRow>`select ${columns} from ${joins} where c.id = ${id}`.execute(db);
  return rows[0];
}

/** The comparison with a provider that is under way. */
export async function findOpen(db: Queryable, provider: ProviderName): Promise<ComparisonRow | undefined> {
  const { rows } = await sql<ComparisonRow>`
    select ${columns} from ${joins} where c.provider = ${provider} and c.done_at is null`.execute(db);
  return rows[0];
}

/** A page of comparisons, newest first. */
export async function findComparisons(
  db: Queryable,
  { limit, offset }: PageOf,
): Promise<{ rows: ComparisonRow[]; total: number }> {
  const { rows } = await sql<ComparisonRow>`
    select ${columns} from ${joins} order by c.id desc limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::integer as total from money_comparisons`.execute(db);
  return { rows, total: counted.rows[0]!.total };
}

/** Keeps lines of a provider's list; the same line again is the latest of it. The lease goes on meanwhile. */
export async function keepLines(db: Queryable, { id, provider }: ComparisonRow, lines: ProviderMoney[]): Promise<void> {
  await sql`
    with lines as (
      select distinct on (m.kind, m.ref) m.*
      from json_to_recordset(${JSON.stringify(lines)}::json) as m(kind text, ref text, "paymentId" uuid, "refundId" uuid,
        "amountCents" integer, currency text, state text, at timestamptz)),
    leased as (
      update money_comparisons set leased_until = clock_now() + interval '2 minutes' where id = ${id})
    insert into provider_money (provider, kind, ref, payment_id, refund_id, amount_cents, currency, state, at, comparison_id)
    select ${provider}, kind, ref, "paymentId", "refundId", "amountCents", currency, state, at, ${id}::bigint from lines
    on conflict (provider, kind, ref) do update set payment_id = excluded.payment_id, refund_id = excluded.refund_id,
      amount_cents = excluded.amount_cents, currency = excluded.currency, state = excluded.state, at = excluded.at,
      comparison_id = excluded.comparison_id`.execute(db);
}

/** Notes how far the list is read. */
export async function noteRead(db: Queryable, id: number, readUntil: Date): Promise<void> {
  await sql`
    update money_comparisons set read_until = ${readUntil}, error = null, leased_until = clock_now() + interval '2 minutes'
    where id = ${id} and done_at is null`.execute(db);
}

/** Notes why a comparison does not get on; it is tried again once its lease is over. */
export async function noteError(db: Queryable, id: number, error: string): Promise<void> {
  await sql`update money_comparisons set error = left(${error}, 500) where id = ${id} and done_at is null`.execute(db);
}

/** Ends a comparison with what it counted; false where it was ended before. */
export async function finish(tx: Tx, id: number, differences: number): Promise<boolean> {
  const { rows } = await sql`
    update money_comparisons c set done_at = clock_now(), leased_until = null, error = null,
      differences = ${differences}, charges = n.charges, refunds = n.refunds, disputes = n.disputes
    from (
      select count(*) filter (where kind = 'charge')::integer as charges,
        count(*) filter (where kind = 'refund')::integer as refunds,
        count(*) filter (where kind = 'dispute')::integer as disputes
      from provider_money where comparison_id = ${id}) n
    where c.id = ${id} and c.done_at is null returning c.id`.execute(tx);
  return rows.length > 0;
}
