import { sql } from "kysely";
import { PaymentMethod } from "#contract/payments/payment-method.ts";
import {
  bool,
  instant,
  integer,
  listOf,
  oneOf,
  orNull,
  text,
  uuid,
  type RowFrom,
} from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, onlyValue, run } from "#server/platform/db/rows.ts";
import { providerNames } from "./provider.ts";
import { paymentStatuses, type PaymentStatus } from "./rules.ts";

const payment = {
  id: uuid,
  subjectId: uuid,
  provider: oneOf(...providerNames),
  providerRef: orNull(text),
  /** The amount actually captured, in cents; null before that. */
  capturedCents: orNull(integer),
  status: oneOf(...paymentStatuses),
  amountCents: integer,
  currency: text,
  description: text,
  /** What its page offers besides cards. */
  methods: listOf(oneOf(...PaymentMethod.options)),
  redirectUrl: orNull(text),
  returnUrl: text,
  cancelUrl: text,
  /** The original deadline, which the provider was told. */
  expiresAt: instant,
};

/** One attempt to collect money, as stored. */
export type PaymentRow = RowFrom<typeof payment>;

const columns = sql`
  id, subject_id as "subjectId", provider, provider_ref as "providerRef", captured_cents as "capturedCents", status, amount_cents as "amountCents", currency,
  description, methods, redirect_url as "redirectUrl", return_url as "returnUrl", cancel_url as "cancelUrl", expires_at as "expiresAt"`;

export type NewPayment = Omit<PaymentRow, "providerRef" | "capturedCents" | "status" | "redirectUrl">;

/** Stores new attempts in state `starting`. */
export function insertPayments(tx: Tx, payments: NewPayment[]): Promise<void> {
  return run(tx)`
    insert into payments (id, subject_id, provider, status, amount_cents, currency, description, methods, return_url,
                          cancel_url, expires_at, next_check_at)
    select p.id, p."subjectId", p.provider, 'starting', p."amountCents", p.currency, p.description, p.methods,
           p."returnUrl", p."cancelUrl", p."expiresAt", clock_now() + interval '20 seconds'
    from json_to_recordset(${JSON.stringify(payments)}::json) as p(id uuid, "subjectId" uuid, provider text,
      "amountCents" integer, currency text, description text, methods text[], "returnUrl" text, "cancelUrl" text,
      "expiresAt" timestamptz)`;
}

/** Stores the address of the provider's page, for attempts whose status hasn't changed meanwhile. */
export function recordSessions(tx: Tx, opened: { paymentId: string; ref: string; url: string }[]): Promise<void> {
  return run(tx)`
    update payments set status = case when status = 'starting' then 'open' else status end,
                        provider_ref = o.ref, redirect_url = o.url
    from json_to_recordset(${JSON.stringify(opened)}::json) as o("paymentId" uuid, ref text, url text)
    where payments.id = o."paymentId"`;
}

/** Locks attempts in id order. */
export function lockPayments(tx: Tx, ids: string[]): Promise<PaymentRow[]> {
  return allRows(tx, payment)`
    select ${columns} from payments where id = any(${ids}::uuid[]) order by id for update`;
}

/** The attempts of some subjects, newest first. */
export function findAttempts(db: Queryable, subjectIds: string[]): Promise<PaymentRow[]> {
  return allRows(db, payment)`
    select ${columns} from payments where subject_id = any(${subjectIds}::uuid[]) order by created_at desc, id desc`;
}

/** Attempts by id, without a lock. */
export function findPayments(db: Queryable, ids: string[]): Promise<PaymentRow[]> {
  return allRows(db, payment)`select ${columns} from payments where id = any(${ids}::uuid[])`;
}

/** The payment that is kept for a subject. */
export function findCapturedPayment(db: Queryable, subjectId: string): Promise<PaymentRow | undefined> {
  return firstRow(db, payment)`
    select ${columns} from payments where subject_id = ${subjectId} and status = 'captured'`;
}

/** Of these payments, those whose subject has also had money from another payment, whatever became of it. */
export async function findSecondMoney(tx: Tx, paymentIds: string[]): Promise<Set<string>> {
  return new Set(
    await allValues(tx, uuid)`
    select p.id from payments p where p.id = any(${paymentIds}::uuid[]) and exists (
      select from payments x where x.subject_id = p.subject_id and x.id <> p.id and x.captured_cents is not null)`,
  );
}

/** Of these subjects, those that already have a captured payment. */
export async function findCapturedSubjects(tx: Tx, subjectIds: string[]): Promise<Set<string>> {
  return new Set(
    await allValues(tx, uuid)`
    select subject_id from payments where subject_id = any(${subjectIds}::uuid[]) and status = 'captured'`,
  );
}

/** A status change of an attempt, with the captured amount if any. */
export interface PaymentMove {
  id: string;
  status: PaymentStatus;
  ref: string | null;
  /** Captured cents; null if none. */
  capturedCents: number | null;
  chargeRef: string | null;
}

/** Changes the status of attempts; fills in the provider's reference if a webhook event came before we stored it. */
export function moveTo(tx: Tx, moves: PaymentMove[]): Promise<void> {
  return run(tx)`
    update payments set status = m.status, provider_ref = coalesce(provider_ref, m.ref),
      captured_cents = m."capturedCents", charge_ref = m."chargeRef",
      captured_at = case when m."capturedCents" is not null then clock_now() else captured_at end
    from json_to_recordset(${JSON.stringify(moves)}::json) as m(id uuid, status text, ref text,
      "capturedCents" integer, "chargeRef" text)
    where payments.id = m.id`;
}

const unsettledPayment = { ...payment, overdue: bool };

/** Attempts that we haven't heard about for a while, claimed for one lookup each: the next lookup is later. */
export function claimUnsettled(db: Queryable, limit: number): Promise<RowFrom<typeof unsettledPayment>[]> {
  return allRows(db, unsettledPayment)`
    update payments set next_check_at = clock_now() + interval '20 seconds'
    where id in (select id from payments where status in ('starting', 'open', 'processing', 'declined')
                 and (next_check_at <= clock_now()) order by next_check_at limit ${limit} for update skip locked)
    returning ${columns}, expires_at + make_interval(secs => grace_seconds) <= clock_now() as overdue`;
}

/**
 * Extends the deadline of live attempts. A subject gets that once, however many attempts it has: the index
 * payments_one_grace enforces the same. Rows are locked in id order.
 *
 * @returns the attempts with a new deadline, with their subjects
 */
export function extendDeadlines(tx: Tx, ids: string[], seconds: number): Promise<{ id: string; subjectId: string }[]> {
  return allRows(tx, { id: uuid, subjectId: uuid })`
    with due as (
      select id from payments p where id = any(${ids}::uuid[])
        and status in ('starting', 'open', 'processing', 'declined')
        and not exists (select from payments x where x.subject_id = p.subject_id and x.grace_seconds > 0)
      order by id for update
    )
    update payments p set grace_seconds = ${seconds} from due
    where p.id = due.id and p.grace_seconds = 0
    returning p.id, p.subject_id as "subjectId"`;
}

/** Counts webhook events that have been due for five minutes and that no job has taken. */
export function countOverdueWebhooks(db: Queryable): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer as count from webhook_inbox
    where processed_at is null and failed_at is null
      and next_attempt_at < clock_now() - interval '5 minutes'`;
}

/** Counts open payments whose check has been due for some minutes and that no job has taken. */
export function countOverdueChecks(db: Queryable, minutes: number): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer as count from payments
    where status in ('starting', 'open', 'processing', 'declined')
      and next_check_at < clock_now() - make_interval(mins => ${minutes})`;
}

/** Counts disputes that wait for the bank's decision or for our evidence. */
export function countOpenDisputes(db: Queryable): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer as count from disputes where status = 'open'`;
}
