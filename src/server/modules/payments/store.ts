import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { PaymentStatus } from "./rules.ts";

/** One attempt to collect money, as it is kept. */
export interface PaymentRow {
  id: string;
  subjectId: string;
  provider: "sandbox" | "stripe";
  providerRef: string | null;
  status: PaymentStatus;
  amountCents: number;
  currency: string;
  description: string;
  redirectUrl: string | null;
  returnUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

const columns = sql`
  id, subject_id as "subjectId", provider, provider_ref as "providerRef", status, amount_cents as "amountCents", currency,
  description, redirect_url as "redirectUrl", return_url as "returnUrl", cancel_url as "cancelUrl", expires_at as "expiresAt"`;

export type NewPayment = Omit<PaymentRow, "providerRef" | "status" | "redirectUrl">;

/** Writes new attempts in state `starting`. */
export async function insertPayments(tx: Tx, payments: NewPayment[]): Promise<void> {
  await sql`
    insert into payments (id, subject_id, provider, status, amount_cents, currency, description, return_url, cancel_url,
                          expires_at, next_check_at)
    select p.id, p."subjectId", p.provider, 'starting', p."amountCents", p.currency, p.description, p."returnUrl",
           p."cancelUrl", p."expiresAt", clock_now() + interval '20 seconds'
    from json_to_recordset(${JSON.stringify(payments)}::json) as p(id uuid, "subjectId" uuid, provider text,
      "amountCents" integer, currency text, description text, "returnUrl" text, "cancelUrl" text,
      "expiresAt" timestamptz)`.execute(tx);
}

/** Notes where the provider's page is, for attempts that have not moved on meanwhile. */
export async function recordSessions(tx: Tx, opened: { paymentId: string; ref: string; url: string }[]): Promise<void> {
  await sql`
    update payments set status = case when status = 'starting' then 'open' else status end,
                        provider_ref = o.ref, redirect_url = o.url
    from json_to_recordset(${JSON.stringify(opened)}::json) as o("paymentId" uuid, ref text, url text)
    where payments.id = o."paymentId"`.execute(tx);
}

/** Locks attempts in id order. */
export async function lockPayments(tx: Tx, ids: string[]): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from payments where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
  return rows;
}

/** The attempts of some subjects, newest first. */
export async function findAttempts(db: Queryable, subjectIds: string[]): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from payments where subject_id = any(${subjectIds}::uuid[]) order by created_at desc, id desc`.execute(
    db,
  );
  return rows;
}

/** Subjects among these that have a captured payment already. */
export async function findCapturedSubjects(tx: Tx, subjectIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ subject_id: string }>`
    select subject_id from payments where subject_id = any(${subjectIds}::uuid[]) and status = 'captured'`.execute(tx);
  return new Set(rows.map((row) => row.subject_id));
}

/** Moves attempts; the provider's reference is filled in where a notice came before our own note of it. */
export async function moveTo(
  tx: Tx,
  moves: { id: string; status: PaymentStatus; ref: string | null }[],
): Promise<void> {
  await sql`
    update payments set status = m.status, provider_ref = coalesce(provider_ref, m.ref),
      captured_at = case when m.status in ('captured', 'refunding') then coalesce(captured_at, clock_now()) else captured_at end
    from json_to_recordset(${JSON.stringify(moves)}::json) as m(id uuid, status text, ref text)
    where payments.id = m.id`.execute(tx);
}

/** Attempts that have not been heard of for a while, claimed for one look each: the next look is later. */
export async function claimUnsettled(db: Queryable, limit: number): Promise<(PaymentRow & { overdue: boolean })[]> {
  const { rows } = await sql<PaymentRow & { overdue: boolean }>`
    update payments set next_check_at = clock_now() + interval '20 seconds'
    where id in (select id from payments where status in ('starting', 'open', 'processing', 'declined')
                 and (next_check_at <= clock_now()) order by next_check_at limit ${limit} for update skip locked)
    returning ${columns}, expires_at <= clock_now() as overdue`.execute(db);
  return rows;
}

/** Opens refunds of whole payments; one payment has at most one. */
export async function insertRefunds(
  tx: Tx,
  refunds: { id: string; paymentId: string; amountCents: number; reason: string }[],
): Promise<void> {
  await sql`
    insert into refunds (id, payment_id, amount_cents, reason)
    select r.id, r."paymentId", r."amountCents", r.reason
    from json_to_recordset(${JSON.stringify(refunds)}::json) as r(id uuid, "paymentId" uuid, "amountCents" integer, reason text)
    where not exists (select from refunds x where x.payment_id = r."paymentId" and x.status <> 'failed')`.execute(tx);
}

/** A refund that was claimed for sending. */
export interface DueRefund {
  id: string;
  paymentId: string;
  subjectId: string;
  providerRef: string;
  amountCents: number;
  reason: string;
}

/** Refunds to send now; each is claimed with a growing pause before its next try. */
export async function claimDueRefunds(db: Queryable, limit: number): Promise<DueRefund[]> {
  const { rows } = await sql<DueRefund>`
    update refunds r set attempts = r.attempts + 1,
      next_attempt_at = clock_now() + make_interval(secs => least(3600, 5 * power(2, r.attempts)))
    from payments p
    where p.id = r.payment_id and r.id in (
      select id from refunds where status = 'pending' and next_attempt_at <= clock_now()
      order by next_attempt_at limit ${limit} for update skip locked)
    returning r.id, r.payment_id as "paymentId", p.subject_id as "subjectId", p.provider_ref as "providerRef",
      r.amount_cents as "amountCents", r.reason`.execute(db);
  return rows;
}

/** Closes a refund that the provider has made; false when it was closed before. */
export async function finishRefund(tx: Tx, refundId: string, providerRef: string): Promise<boolean> {
  const { rows } = await sql`
    update refunds set status = 'done', provider_ref = ${providerRef}, done_at = clock_now(), error = null
    where id = ${refundId} and status = 'pending' returning id`.execute(tx);
  return rows.length > 0;
}

/** Notes why a refund could not be sent; it stays due. */
export async function noteRefundError(db: Queryable, refundId: string, error: string): Promise<void> {
  await sql`update refunds set error = ${error} where id = ${refundId}`.execute(db);
}
