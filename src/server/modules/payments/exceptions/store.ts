import { sql } from "kysely";
import type { MoneyExceptionKind, MoneyResolution } from "#contract/money-exceptions.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** What is wrong, and with whose money. At least one of the four names what it is about. */
export interface NewException {
  kind: MoneyExceptionKind;
  orderId: string | null;
  paymentId: string | null;
  refundId: string | null;
  /** The provider's own name of it, where we have none of ours. */
  ref?: string | null;
  /** What the sentence about it is made of: states, amounts in cents, what the provider said. */
  detail: Record<string, unknown>;
}

/** Something that is wrong, named by its kind and by the most exact thing it is about. */
export type ExceptionSubject = Pick<NewException, "kind"> &
  Partial<Pick<NewException, "orderId" | "paymentId" | "refundId" | "ref">>;

/**
 * Opens exceptions, or brings the open ones of the same subjects up to date. What somebody settled by hand stays settled
 * as long as nothing about it has changed.
 *
 * @returns how many were opened
 */
export async function insertExceptions(tx: Tx, exceptions: NewException[]): Promise<number> {
  if (exceptions.length === 0) return 0;
  const { rows } = await sql<{ fresh: boolean }>`
    with given as (
      select distinct on (kind, subject) * from (
        select x.*, coalesce(x.ref, x."refundId"::text, x."paymentId"::text, x."orderId"::text) as subject
        from json_to_recordset(${JSON.stringify(exceptions)}::json) as x(kind text, "orderId" uuid, "paymentId" uuid,
          "refundId" uuid, ref text, detail jsonb)) named
      order by kind, subject)
    insert into money_exceptions as e (kind, order_id, payment_id, refund_id, ref, detail)
    select g.kind, g."orderId", g."paymentId", g."refundId", g.ref, g.detail from given g
    where not exists (
      select from (
        select resolution, detail from money_exceptions
        where kind = g.kind and subject = g.subject order by id desc limit 1) latest
      where latest.resolution = 'by_hand' and latest.detail = g.detail)
    on conflict (kind, subject) where resolved_at is null do update set detail = excluded.detail
      where e.detail is distinct from excluded.detail
    returning xmax = 0 as fresh`.execute(tx);
  return rows.filter(({ fresh }) => fresh).length;
}

/** Closes the open exceptions of some subjects. @returns how many there were */
export async function closeExceptions(
  tx: Tx,
  subjects: ExceptionSubject[],
  resolution: MoneyResolution,
  staffId: number | null,
): Promise<number> {
  if (subjects.length === 0) return 0;
  const { rows } = await sql`
    update money_exceptions e set resolved_at = clock_now(), resolution = ${resolution}, resolved_by = ${staffId}
    from json_to_recordset(${JSON.stringify(subjects)}::json) as x(kind text, "orderId" uuid, "paymentId" uuid,
      "refundId" uuid, ref text)
    where e.kind = x.kind and e.resolved_at is null
      and e.subject = coalesce(x.ref, x."refundId"::text, x."paymentId"::text, x."orderId"::text)
    returning e.id`.execute(tx);
  return rows.length;
}

/** How many exceptions are open, by kind; kinds of which there are none are left out. */
export async function countOpenExceptions(db: Queryable): Promise<Partial<Record<MoneyExceptionKind, number>>> {
  const { rows } = await sql<{ kind: MoneyExceptionKind; count: number }>`
    select kind, count(*)::integer as count from money_exceptions where resolved_at is null group by kind`.execute(db);
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}
