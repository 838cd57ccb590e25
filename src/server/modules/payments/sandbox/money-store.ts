import { sql, type RawBuilder } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";
import type { ProviderDispute, ProviderMoney, ProviderRefund } from "../provider.ts";

const refundColumns = sql`
  ref, idempotency_key as "refundId", state, amount_cents as "amountCents", failure,
  (select merchant_ref from sandbox.sessions s where s.ref = session_ref) as "paymentId"`;

/** Pays money back, as the session's books say refunds of it end; the same key again answers the same refund. */
export async function writeRefund(
  db: Queryable,
  refund: { ref: string; refundId: string; sessionRef: string; amountCents: number },
): Promise<ProviderRefund> {
  const { rows } = await sql<ProviderRefund>`
    insert into sandbox.refunds (ref, idempotency_key, session_ref, amount_cents, state, failure)
    select ${refund.ref}, ${refund.refundId}, s.ref, ${refund.amountCents}, s.refund_outcome,
      case s.refund_outcome when 'failed' then 'declined by the bank' end
    from sandbox.sessions s where s.ref = ${refund.sessionRef}
    on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
    returning ${refundColumns}`.execute(db);
  return rows[0]!;
}

/** A refund by reference. */
export async function findRefund(db: Queryable, ref: string): Promise<ProviderRefund | undefined> {
  const { rows } = await sql<ProviderRefund>`
    select ${refundColumns} from sandbox.refunds where ref = ${ref}`.execute(db);
  return rows[0];
}

const notice = (kind: "refund" | "dispute", type: RawBuilder<unknown>) => sql`
  insert into sandbox.deliveries (event_id, kind, ref, type)
  select 'evt_' || replace(gen_random_uuid()::text, '-', ''), ${sql.lit(kind)}, ref, ${type} from changed`;

/** Pays money of a session back on the word of somebody at the sandbox's own desk, and writes the notice. */
export async function refundAtDesk(
  db: Queryable,
  refund: { ref: string; sessionRef: string; amountCents: number },
): Promise<void> {
  await sql`
    with changed as (
      insert into sandbox.refunds (ref, session_ref, amount_cents, state)
      select ${refund.ref}, ref, ${refund.amountCents}, 'done' from sandbox.sessions
      where ref = ${refund.sessionRef} and state = 'approved' returning ref)
    ${notice("refund", sql`'refund.created'`)}`.execute(db);
}

/** Ends a refund that was on its way, or fails one that had been called done, and writes the notice. */
export async function endRefund(db: Queryable, ref: string, state: "done" | "failed"): Promise<void> {
  await sql`
    with changed as (
      update sandbox.refunds set state = ${state},
        failure = case when ${state} = 'failed' then 'sent back by the bank' end
      where ref = ${ref} and (state = 'pending' or (state = 'done' and ${state} = 'failed')) returning ref, state)
    ${notice("refund", sql`'refund.' || state`)}`.execute(db);
}

/** Lets a buyer's bank dispute the money of a session, all of it unless an amount is named, and writes the notice. */
export async function writeDispute(
  db: Queryable,
  dispute: { ref: string; sessionRef: string; amountCents: number | null },
): Promise<void> {
  await sql`
    with changed as (
      insert into sandbox.disputes (ref, session_ref, amount_cents)
      select ${dispute.ref}, ref, coalesce(${dispute.amountCents}::integer, amount_cents) from sandbox.sessions
      where ref = ${dispute.sessionRef} and state = 'approved' returning ref)
    ${notice("dispute", sql`'dispute.created'`)}`.execute(db);
}

/** Decides a dispute and writes the notice. */
export async function closeDispute(db: Queryable, ref: string, state: "won" | "lost"): Promise<void> {
  await sql`
    with changed as (
      update sandbox.disputes set state = ${state}, withdrawn = ${state} = 'lost'
      where ref = ${ref} and state = 'open' returning ref)
    ${notice("dispute", sql`'dispute.closed'`)}`.execute(db);
}

/** A dispute by reference. */
export async function findDispute(db: Queryable, ref: string): Promise<ProviderDispute | undefined> {
  const { rows } = await sql<ProviderDispute>`
    select d.ref, s.merchant_ref as "paymentId", d.amount_cents as "amountCents", s.currency, d.state, d.withdrawn, d.reason,
      d.created_at + interval '7 days' as "evidenceDueAt"
    from sandbox.disputes d join sandbox.sessions s on s.ref = d.session_ref where d.ref = ${ref}`.execute(db);
  return rows[0];
}

const pageSize = 500;

/** Everything that moved in a span: charges, then refunds, then disputes, each from the earliest on. */
export async function* listMoney(db: Queryable, span: { from: Date; to: Date }): AsyncIterable<ProviderMoney> {
  for (const kind of ["charge", "refund", "dispute"] as const) {
    let after: Place | undefined;
    for (;;) {
      const page = await readMoney(db, kind, span, after);
      yield* page.map(({ line }) => line);
      if (page.length < pageSize) break;
      after = page.at(-1)!.place;
    }
  }
}

/** Where a page of the list ended: to the microsecond, which a Date leaves out. */
interface Place {
  at: string;
  ref: string;
}

const source = {
  charge: sql`
    select ref, merchant_ref as "paymentId", null::uuid as "refundId", amount_cents as "amountCents", currency,
      'done' as state, approved_at as at from sandbox.sessions where approved_at is not null`,
  refund: sql`
    select r.ref, s.merchant_ref as "paymentId", r.idempotency_key as "refundId", r.amount_cents as "amountCents",
      s.currency, r.state, r.created_at as at from sandbox.refunds r join sandbox.sessions s on s.ref = r.session_ref`,
  dispute: sql`
    select d.ref, s.merchant_ref as "paymentId", null::uuid as "refundId", d.amount_cents as "amountCents", s.currency,
      d.state, d.created_at as at from sandbox.disputes d join sandbox.sessions s on s.ref = d.session_ref`,
};

async function readMoney(
  db: Queryable,
  kind: ProviderMoney["kind"],
  { from, to }: { from: Date; to: Date },
  after: Place | undefined,
): Promise<{ line: ProviderMoney; place: Place }[]> {
  const { rows } = await sql<Omit<ProviderMoney, "kind"> & { exactlyAt: string }>`
    select m.*, m.at::text as "exactlyAt" from (${source[kind]}) m
    where at >= ${after?.at ?? from}::timestamptz and at < ${to}
      and (${after === undefined} or (at, ref) > (${after?.at ?? from}::timestamptz, ${after?.ref ?? ""}::text))
    order by at, ref limit ${pageSize}`.execute(db);
  return rows.map(({ exactlyAt, ...row }) => ({ line: { kind, ...row }, place: { at: exactlyAt, ref: row.ref } }));
}
