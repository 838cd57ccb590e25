import { randomBytes } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import { bool, instant, integer, oneOf, orNull, text, uuid } from "#server/platform/db/columns.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, firstRow, onlyRow, run } from "#server/platform/db/rows.ts";
import { disputeStatuses } from "../rules.ts";
import { providerRefundStatuses, type ProviderDispute, type ProviderMoney, type ProviderRefund } from "../provider.ts";

/** A new random reference, its kind first. */
export const newRef = (prefix: string): string => `${prefix}_${randomBytes(18).toString("base64url")}`;

const refundRow = {
  ref: text,
  refundId: orNull(uuid),
  status: oneOf(...providerRefundStatuses),
  amountCents: integer,
  failure: orNull(text),
  paymentId: uuid,
};

const refundColumns = sql`
  ref, idempotency_key as "refundId", status, amount_cents as "amountCents", failure,
  (select merchant_ref from sandbox.sessions s where s.ref = session_ref) as "paymentId"`;

/** Makes a refund, which ends as its session prescribes; the same key again returns the same refund. */
export function writeRefund(
  db: Queryable,
  refund: { ref: string; refundId: string; sessionRef: string; amountCents: number },
): Promise<ProviderRefund> {
  return onlyRow(db, refundRow)`
    insert into sandbox.refunds (ref, idempotency_key, session_ref, amount_cents, status, failure)
    select ${refund.ref}, ${refund.refundId}, s.ref, ${refund.amountCents}, s.refund_outcome,
      case s.refund_outcome when 'failed' then 'declined by the bank' end
    from sandbox.sessions s where s.ref = ${refund.sessionRef}
    on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
    returning ${refundColumns}`;
}

/** A refund by reference. */
export function findRefund(db: Queryable, ref: string): Promise<ProviderRefund | undefined> {
  return firstRow(db, refundRow)`
    select ${refundColumns} from sandbox.refunds where ref = ${ref}`;
}

const insertDelivery = (kind: "refund" | "dispute", type: RawBuilder<unknown>) => sql`
  insert into sandbox.deliveries (event_id, kind, ref, type)
  select 'evt_' || replace(gen_random_uuid()::text, '-', ''), ${sql.lit(kind)}, ref, ${type} from changed`;

/** Refunds money of a session as if someone did so in the sandbox's own dashboard, and writes the webhook event. @returns its id */
export async function refundInDashboard(db: Queryable, sessionRef: string, amountCents: number): Promise<string> {
  const refundRef = newRef("sbr");
  await run(db)`
    with changed as (
      insert into sandbox.refunds (ref, session_ref, amount_cents, status)
      select ${refundRef}, ref, ${amountCents}, 'done' from sandbox.sessions
      where ref = ${sessionRef} and status = 'approved' returning ref)
    ${insertDelivery("refund", sql`'refund.created'`)}`;
  return refundRef;
}

/** Finishes a pending refund, or fails one that had been called done, and writes the webhook event. */
export function endRefund(db: Queryable, ref: string, status: "done" | "failed"): Promise<void> {
  return run(db)`
    with changed as (
      update sandbox.refunds set status = ${status},
        failure = case when ${status} = 'failed' then 'sent back by the bank' end
      where ref = ${ref} and (status = 'pending' or (status = 'done' and ${status} = 'failed')) returning ref, status)
    ${insertDelivery("refund", sql`'refund.' || status`)}`;
}

/**
 * Opens a dispute by a buyer's bank for the money of a session, all of it unless an amount is given, and writes the
 * webhook event.
 */
export async function writeDispute(db: Queryable, sessionRef: string, amountCents?: number): Promise<string> {
  const disputeRef = newRef("sbd");
  await run(db)`
    with changed as (
      insert into sandbox.disputes (ref, session_ref, amount_cents)
      select ${disputeRef}, ref, coalesce(${amountCents ?? null}::integer, amount_cents) from sandbox.sessions
      where ref = ${sessionRef} and status = 'approved' returning ref)
    ${insertDelivery("dispute", sql`'dispute.created'`)}`;
  return disputeRef;
}

/** Decides a dispute and writes the webhook event. */
export function closeDispute(db: Queryable, ref: string, status: "won" | "lost"): Promise<void> {
  return run(db)`
    with changed as (
      update sandbox.disputes set status = ${status}, withdrawn = ${status} = 'lost'
      where ref = ${ref} and status = 'open' returning ref)
    ${insertDelivery("dispute", sql`'dispute.closed'`)}`;
}

const dispute = {
  ref: text,
  paymentId: uuid,
  amountCents: integer,
  currency: text,
  status: oneOf(...disputeStatuses),
  withdrawn: bool,
  reason: text,
  evidenceDueAt: instant,
};

/** A dispute by reference. */
export function findDispute(db: Queryable, ref: string): Promise<ProviderDispute | undefined> {
  return firstRow(db, dispute)`
    select d.ref, s.merchant_ref as "paymentId", d.amount_cents as "amountCents", s.currency, d.status, d.withdrawn, d.reason,
      d.created_at + interval '7 days' as "evidenceDueAt"
    from sandbox.disputes d join sandbox.sessions s on s.ref = d.session_ref where d.ref = ${ref}`;
}

const pageSize = 500;

/** Every transaction in a time span: charges, then refunds, then disputes, each oldest first. */
export async function* listMoney(db: Queryable, span: { from: Date; to: Date }): AsyncIterable<ProviderMoney> {
  for (const kind of ["charge", "refund", "dispute"] as const) {
    let after: MoneyCursor | undefined;
    for (;;) {
      const page = await readMoney(db, kind, span, after);
      yield* page.map(({ line }) => line);
      if (page.length < pageSize) break;
      after = page.at(-1)!.cursor;
    }
  }
}

/** Where a page of the list ended: to the microsecond, which a Date leaves out. */
interface MoneyCursor {
  at: string;
  ref: string;
}

const source = {
  charge: sql`
    select ref, merchant_ref as "paymentId", null::uuid as "refundId", amount_cents as "amountCents", currency,
      'done' as status, approved_at as at from sandbox.sessions where approved_at is not null`,
  refund: sql`
    select r.ref, s.merchant_ref as "paymentId", r.idempotency_key as "refundId", r.amount_cents as "amountCents",
      s.currency, r.status, r.created_at as at from sandbox.refunds r join sandbox.sessions s on s.ref = r.session_ref`,
  dispute: sql`
    select d.ref, s.merchant_ref as "paymentId", null::uuid as "refundId", d.amount_cents as "amountCents", s.currency,
      d.status, d.created_at as at from sandbox.disputes d join sandbox.sessions s on s.ref = d.session_ref`,
};

const money = {
  ref: text,
  paymentId: uuid,
  refundId: orNull(uuid),
  amountCents: integer,
  currency: text,
  status: text,
  at: instant,
  exactlyAt: text,
};

async function readMoney(
  db: Queryable,
  kind: ProviderMoney["kind"],
  { from, to }: { from: Date; to: Date },
  after: MoneyCursor | undefined,
): Promise<{ line: ProviderMoney; cursor: MoneyCursor }[]> {
  return (
    await allRows(db, money)`
    select m.*, m.at::text as "exactlyAt" from (${source[kind]}) m
    where at >= ${after?.at ?? from}::timestamptz and at < ${to}
      and (${after === undefined} or (at, ref) > (${after?.at ?? from}::timestamptz, ${after?.ref ?? ""}::text))
    order by at, ref limit ${pageSize}`
  ).map(({ exactlyAt, ...row }) => ({ line: { kind, ...row }, cursor: { at: exactlyAt, ref: row.ref } }));
}
