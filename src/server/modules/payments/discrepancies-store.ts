import { DiscrepancyKind, type MoneyResolution } from "#contract/reconciliation/discrepancies.ts";
import { integer, oneOf } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allValues, countRows, hasRows, mapRows, run } from "#server/platform/db/rows.ts";

/** What is wrong, and with whose money. At least one of the four ids says what it is about. */
export interface NewDiscrepancy {
  kind: DiscrepancyKind;
  orderId: string | null;
  paymentId: string | null;
  refundId: string | null;
  /** The provider's own id, if we have none of ours. */
  ref?: string | null;
  /** Values for the sentence about it: statuses, amounts in cents, what the provider said. */
  detail: Record<string, unknown>;
}

/** A discrepancy, identified by its kind and by the most specific thing it is about. */
type DiscrepancySubject = Pick<NewDiscrepancy, "kind"> &
  Partial<Pick<NewDiscrepancy, "orderId" | "paymentId" | "refundId" | "ref">>;

/**
 * Opens discrepancies, or updates the open ones of the same subjects. A discrepancy that staff resolved stays resolved
 * unless something about it changes.
 *
 * @returns how many were opened
 */
export async function insertDiscrepancies(tx: Tx, discrepancies: NewDiscrepancy[]): Promise<number> {
  if (discrepancies.length === 0) return 0;
  return countRows(tx)`
    with given as (
      select distinct on (kind, subject) * from (
        select x.*, coalesce(x.ref, x."refundId"::text, x."paymentId"::text, x."orderId"::text) as subject
        from json_to_recordset(${JSON.stringify(discrepancies)}::json) as x(kind text, "orderId" uuid, "paymentId" uuid,
          "refundId" uuid, ref text, detail jsonb)) named
      order by kind, subject),
    written as (
      insert into discrepancies as e (kind, order_id, payment_id, refund_id, ref, detail)
      select g.kind, g."orderId", g."paymentId", g."refundId", g.ref, g.detail from given g
      where not exists (
        select from (
          select resolution, detail from discrepancies
          where kind = g.kind and subject = g.subject order by id desc limit 1) latest
        where latest.resolution = 'by_hand' and latest.detail = g.detail)
      on conflict (kind, subject) where resolved_at is null do update set detail = excluded.detail
        where e.detail is distinct from excluded.detail
      returning xmax = 0 as fresh)
    select from written where fresh`;
}

/** Resolves the open discrepancy of a subject, in the transaction that removed the cause; it may have none. */
export async function closeDiscrepancy(tx: Tx, subject: DiscrepancySubject): Promise<void> {
  const { kind, ref, refundId, paymentId, orderId } = subject;
  await run(tx)`
    update discrepancies set resolved_at = clock_now(), resolution = 'gone'
    where kind = ${kind} and subject = ${ref ?? refundId ?? paymentId ?? orderId ?? null} and resolved_at is null`;
}

/**
 * Resolves the open discrepancies of some kinds whose cause is gone.
 *
 * @returns how many
 */
export function closeGoneDiscrepancies(tx: Tx, kinds: DiscrepancyKind[], causes: NewDiscrepancy[]): Promise<number> {
  return countRows(tx)`
    update discrepancies e set resolved_at = clock_now(), resolution = 'gone'
    where e.resolved_at is null and e.kind = any(${kinds}::text[])
      -- A difference that no reconciliation run found isn't ours to resolve.
      and (e.kind <> 'provider_mismatch' or e.detail ? 'item')
      and not exists (
        select from json_to_recordset(${JSON.stringify(causes)}::json) as x(kind text, "orderId" uuid, "paymentId" uuid,
          "refundId" uuid, ref text)
        where x.kind = e.kind
          and coalesce(x.ref, x."refundId"::text, x."paymentId"::text, x."orderId"::text) = e.subject)
    returning e.id`;
}

/** Credits a repair for removing the cause of a discrepancy that a check has just resolved. */
export function creditRepair(db: Queryable, id: number, repair: MoneyResolution, staffId: number): Promise<void> {
  return run(db)`
    update discrepancies set resolution = ${repair}, resolved_by = ${staffId}
    where id = ${id} and resolution = 'gone' and resolved_by is null`;
}

/** Resolves one discrepancy; false if it was already resolved. */
export function settleDiscrepancy(tx: Tx, id: number, resolution: MoneyResolution, staffId: number): Promise<boolean> {
  return hasRows(tx)`
    update discrepancies set resolved_at = clock_now(), resolution = ${resolution}, resolved_by = ${staffId}
    where id = ${id} and resolved_at is null returning id`;
}

/**
 * Keeps others from opening or resolving a discrepancy until the transaction ends, while they can still read: a repair
 * in progress is then either seen by this check, or resolves what this check finds.
 */
export function lockDiscrepancies(tx: Tx): Promise<void> {
  return run(tx)`lock table discrepancies in share row exclusive mode`;
}

/** The open discrepancies to tell staff about now, marked as told; none while the last alert is recent. */
export function claimUnalertedDiscrepancies(tx: Tx): Promise<number[]> {
  return allValues(tx, integer)`
    with told as (
      update discrepancies set alerted_at = clock_now()
      where alerted_at is null and resolved_at is null
        and not exists (select from discrepancies where alerted_at > clock_now() - interval '4 minutes')
      returning id)
    select id from told order by id`;
}

/** How many discrepancies are open, by kind; leaves out kinds without any. */
export async function countOpenDiscrepancies(db: Queryable): Promise<Partial<Record<DiscrepancyKind, number>>> {
  return Object.fromEntries(
    await mapRows(db, oneOf(...DiscrepancyKind.options), integer)`
    select kind, count(*)::integer as count from discrepancies where resolved_at is null group by kind`,
  );
}
