import { sql } from "kysely";
import { bool, integer, oneOf, orNull, text, uuid, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, hasRows, mapRows, run } from "#server/platform/db/rows.ts";
import { refundReasons, type RefundReason } from "../domain-events.ts";
import { providerNames, providerRefundStatuses } from "../provider.ts";
import type { RefundStatus } from "../rules.ts";

const refund = {
  id: uuid,
  paymentId: uuid,
  subjectId: uuid,
  provider: oneOf(...providerNames),
  orderRefundId: orNull(uuid),
  amountCents: integer,
  currency: text,
  reason: oneOf(...refundReasons),
  status: oneOf(...providerRefundStatuses),
  providerRef: orNull(text),
  /** How often it was claimed for sending. */
  attempts: integer,
  /** The provider's session and charge of the payment. */
  sessionRef: text,
  chargeRef: orNull(text),
};

/** A refund as stored, with the payment it is taken from. Cents in the payment's currency. */
export type RefundRow = RowFrom<typeof refund>;

const columns = sql`
  r.id, r.payment_id as "paymentId", p.subject_id as "subjectId", p.provider, r.order_refund_id as "orderRefundId",
  r.amount_cents as "amountCents", p.currency, r.reason, r.status, r.provider_ref as "providerRef", r.attempts,
  p.provider_ref as "sessionRef", p.charge_ref as "chargeRef"`;

/** A refund to store, in cents. */
interface NewRefund {
  id: string;
  paymentId: string;
  orderRefundId: string | null;
  amountCents: number;
  reason: RefundReason;
  /** The failed refund that it replaces. */
  retries?: string;
}

/** Opens refunds. The caller has locked their payments and knows what is left of them. */
export function insertRefunds(tx: Tx, refunds: NewRefund[]): Promise<void> {
  return run(tx)`
    insert into refunds (id, payment_id, order_refund_id, amount_cents, reason, retries)
    select r.id, r."paymentId", r."orderRefundId", r."amountCents", r.reason, r.retries
    from json_to_recordset(${JSON.stringify(refunds)}::json) as r(id uuid, "paymentId" uuid, "orderRefundId" uuid,
      "amountCents" integer, reason text, retries uuid)`;
}

/**
 * How much of captured payments is neither refunded nor on its way: cents by payment. A lost dispute counts as
 * refunded.
 */
export function findLeft(tx: Tx, paymentIds: string[]): Promise<Map<string, number>> {
  return mapRows(tx, uuid, integer)`
    select p.id, p.captured_cents
      - coalesce((select sum(amount_cents) from refunds where payment_id = p.id and status <> 'failed'), 0)::integer
      - coalesce((select sum(amount_cents) from disputes where payment_id = p.id and status = 'lost'), 0)::integer as left
    from payments p where p.id = any(${paymentIds}::uuid[]) and p.captured_cents is not null`;
}

const lockedPayment = { id: uuid, subjectId: uuid, status: text, isDisputed: bool };

/**
 * Captured payments of subjects, locked in id order, before the caller locks orders or stock: the kept one first. See
 * docs/how-it-works/holds.md for the lock order.
 */
export async function lockMoney(tx: Tx, subjectIds: string[]): Promise<RowFrom<typeof lockedPayment>[]> {
  await run(tx)`
    select id from payments where subject_id = any(${subjectIds}::uuid[]) order by id for update`;
  return allRows(tx, lockedPayment)`
    select p.id, p.subject_id as "subjectId", p.status,
      exists (select from disputes where payment_id = p.id and status = 'open') as "isDisputed"
    from payments p where p.subject_id = any(${subjectIds}::uuid[]) and p.captured_cents is not null
    order by (p.status = 'captured') desc, p.captured_at, p.id`;
}

/** Marks which payments have nothing left for us to keep, and which of those are fully refunded. */
export function recordProgress(tx: Tx, paymentIds: string[]): Promise<void> {
  return run(tx)`
    with sums as (
      select p.id, coalesce(sum(r.amount_cents) filter (where r.status <> 'failed'), 0) as going,
        coalesce(sum(r.amount_cents) filter (where r.status = 'done'), 0) as back
      from payments p left join refunds r on r.payment_id = p.id
      where p.id = any(${paymentIds}::uuid[]) and p.captured_cents is not null group by p.id)
    update payments p set status = case when s.back >= p.captured_cents then 'refunded' else 'refunding' end
    from sums s where s.id = p.id and p.status in ('captured', 'refunding', 'refunded')
      and (s.going >= p.captured_cents or p.status = 'refunded')`;
}

/** Refunds to send or to look up now; each is claimed with a growing pause before its next turn. */
export function claimDueRefunds(db: Queryable, limit: number): Promise<RefundRow[]> {
  return allRows(db, refund)`
    update refunds r set attempts = r.attempts + 1,
      next_attempt_at = clock_now() + make_interval(secs => least(3600, 5 * power(2, least(r.attempts, 20))))
    from payments p
    where p.id = r.payment_id and r.id in (
      select id from refunds where status = 'pending' and next_attempt_at <= clock_now()
      order by next_attempt_at limit ${limit} for update skip locked)
    returning ${columns}`;
}

/** Locks a refund and its payment, the payment first as everywhere: by our own id, or else by the provider's. */
export async function lockRefund(
  tx: Tx,
  by: { id: string | null; providerRef: string | null },
): Promise<RefundRow | undefined> {
  const which =
    by.id === null ? sql`provider_ref = ${by.providerRef}` : sql`(id = ${by.id} or provider_ref = ${by.providerRef})`;
  await run(tx)`
    select id from payments where id in (select payment_id from refunds where ${which}) order by id for update`;
  return firstRow(tx, refund)`
    select ${columns} from refunds r join payments p on p.id = r.payment_id
    where r.id in (select id from refunds where ${which}) for update of r`;
}

/** Changes a refund's status; stores the provider's id with it. */
export function moveRefund(
  tx: Tx,
  move: { id: string; status: RefundStatus; providerRef: string | null; failure: string | null },
): Promise<void> {
  return run(tx)`
    update refunds set status = ${move.status}, provider_ref = coalesce(${move.providerRef}, provider_ref), failure = ${move.failure},
      sent_at = coalesce(sent_at, clock_now()), error = null,
      done_at = case when ${move.status} = 'done' then clock_now() else done_at end,
      failed_at = case when ${move.status} = 'failed' then clock_now() else failed_at end
    where id = ${move.id}`;
}

/** Records that the provider accepted a refund but hasn't finished it. */
export function recordSent(tx: Tx, id: string, providerRef: string | null): Promise<void> {
  return run(tx)`
    update refunds set provider_ref = coalesce(${providerRef}, provider_ref), sent_at = coalesce(sent_at, clock_now()), error = null
    where id = ${id} and status = 'pending'`;
}

/** Stores why a refund couldn't be sent; it stays due. */
export function recordRefundError(db: Queryable, refundId: string, error: string): Promise<void> {
  return run(db)`update refunds set error = ${error} where id = ${refundId}`;
}

/** Makes an unsent refund due at once. */
export function scheduleNow(tx: Tx, id: string): Promise<void> {
  return run(tx)`
    update refunds set next_attempt_at = clock_now(), error = null where id = ${id} and status = 'pending'`;
}

/** True if another refund replaces a failed one. The caller has locked the payment. */
export function isRetried(tx: Tx, id: string): Promise<boolean> {
  return hasRows(tx)`
    select from refunds r where r.id = ${id} and exists (
      select from refunds t where t.retries = r.id
        or (t.order_refund_id = r.order_refund_id and t.status <> 'failed'))`;
}

/** The provider's id of a refund of ours, if it has one. */
export function findRefundRefs(db: Queryable, id: string): Promise<string[]> {
  return allValues(db, text)`
    select provider_ref as ref from refunds where id = ${id} and provider_ref is not null`;
}

/** Locks the payment that a refund is taken from; `isCaptured` says whether we have its money yet. */
export function lockPaymentOf(tx: Tx, paymentId: string): Promise<{ id: string; isCaptured: boolean } | undefined> {
  return firstRow(tx, { id: uuid, isCaptured: bool })`
    select id, captured_cents is not null as "isCaptured" from payments where id = ${paymentId} for update`;
}

/**
 * Links an external refund to its order refund, once; false if that was done before or the refund isn't done. The
 * caller has locked the payment.
 */
export function attachRefund(tx: Tx, id: string, orderRefundId: string): Promise<boolean> {
  return hasRows(tx)`
    update refunds set order_refund_id = ${orderRefundId}
    where id = ${id} and reason = 'provider' and order_refund_id is null and status = 'done' returning id`;
}
