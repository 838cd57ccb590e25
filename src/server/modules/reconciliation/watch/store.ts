import { sql } from "kysely";
import type { MoneyExceptionKind } from "#contract/money-exceptions.ts";
import type { NewException } from "#server/modules/payments/index.ts";
import { findDifferences, hasOpenDifferences } from "../comparison/differences-store.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** Kinds that the look through the books finds itself; what it no longer finds of them is settled. */
export const watchedKinds: MoneyExceptionKind[] = [
  "money_without_ticket",
  "ticket_without_money",
  "failed_refund",
  "refund_elsewhere",
  "failed_notice",
  "provider_mismatch",
];

/** What one transaction does at once may be half done for the eyes of another for a moment; nothing is for a minute. */
const settled = sql`clock_now() - interval '1 minute'`;

/** How far a look goes: back so many days, or through everything; and what else is looked at in any case. */
export interface Reach {
  days: number | undefined;
  suspects: NewException[];
}

/** Orders whose money may have changed lately, those that are suspected, and all about which something is open. */
function candidates({ days, suspects }: Reach) {
  if (days === undefined) return sql`select id from orders`;
  const suspected = suspects.map(({ orderId }) => orderId);
  const since = sql`(select clock_now() - make_interval(days => ${days}::integer))`;
  return sql`
    select id from orders where created_at > ${since}
    union select subject_id from payments where captured_at > ${since}
    union select p.subject_id from refunds r join payments p on p.id = r.payment_id where r.created_at > ${since}
    union select order_id from money_exceptions where resolved_at is null and order_id is not null
    union select unnest(${suspected}::uuid[])`;
}

/** Lets this transaction's statements run for two minutes: a look through everything reads whole tables. */
export async function allowTime(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '120s'`.execute(tx);
}

/**
 * Lets nobody open or settle an exception until the transaction ends, reading aside: a repair that is under way is then
 * either seen by this look, or settles what this look finds.
 */
export async function lockExceptions(tx: Tx): Promise<void> {
  await sql`lock table money_exceptions in share row exclusive mode`.execute(tx);
}

/** Everything in the books that does not add up and will not by itself, as exceptions to open. */
export async function findCauses(db: Queryable, reach: Reach): Promise<NewException[]> {
  const unserved = await findMoneyWithoutTicket(db, reach);
  const unpaid = await findTicketWithoutMoney(db, reach);
  const differences = (await hasOpenDifferences(db)) ? await findDifferences(db, undefined) : [];
  const refunds = [...(await findFailedRefunds(db)), ...(await findForeignRefunds(db))];
  return [...unserved, ...unpaid, ...refunds, ...(await findFailedNotices(db)), ...differences];
}

/** Payments that are kept for an order that is not paid, or for none; and paid orders that lack some of their tickets. */
async function findMoneyWithoutTicket(db: Queryable, reach: Reach): Promise<NewException[]> {
  const { days, suspects } = reach;
  const suspected = suspects.map(({ paymentId }) => paymentId);
  const since =
    days === undefined ? sql`true` : sql`p.captured_at > clock_now() - make_interval(days => ${days}::integer)`;
  const { rows } = await sql<NewException>`
    select 'money_without_ticket' as kind, o.id as "orderId", p.id as "paymentId", null as "refundId",
      case when o.id is null then json_build_object('what', 'no_order')
        else json_build_object('what', 'order_not_paid', 'orderStatus', o.status) end as detail
    from payments p left join orders o on o.id = p.subject_id
    where p.status = 'captured' and p.captured_at < ${settled} and o.paid_at is null
      and (${since} or p.id = any(${suspected}::uuid[])
        or p.id in (select payment_id from money_exceptions where resolved_at is null))
    union all
    select 'money_without_ticket', o.id, null, null, json_build_object('what', 'missing_tickets', 'missing', n.missing)
    from orders o cross join lateral (
      select (select sum(quantity * tickets_per_unit) from order_lines where order_id = o.id)::integer
        - (select count(*) from tickets where order_id = o.id)::integer as missing) n
    where o.id in (${candidates(reach)}) and o.status = 'paid' and o.total_cents > 0 and o.paid_at < ${settled}
      and n.missing > 0`.execute(db);
  return rows;
}

/** Orders with tickets that let somebody in, of whose price nothing is kept. */
async function findTicketWithoutMoney(db: Queryable, reach: Reach): Promise<NewException[]> {
  const { rows } = await sql<NewException>`
    select 'ticket_without_money' as kind, o.id as "orderId", null as "paymentId", null as "refundId",
      json_build_object('tickets', t.valid, 'orderStatus', o.status) as detail
    from orders o
    cross join lateral (
      -- What was free may stay when everything that was paid for went back.
      select count(*)::integer as valid from tickets k join order_lines l on l.id = k.order_line_id
      where k.order_id = o.id and k.status = 'valid' and k.frozen_since is null and l.total_cents > l.discount_cents) t
    cross join lateral (
      -- What a bank took in a dispute is a loss that is known, and freezes the tickets.
      select coalesce(sum(p.captured_cents), 0) - coalesce(sum(r.amount), 0) as cents
      from payments p left join lateral (
        select sum(amount_cents) as amount from refunds where payment_id = p.id and status <> 'failed') r on true
      where p.subject_id = o.id) m
    where o.id in (${candidates(reach)}) and o.total_cents > 0 and t.valid > 0 and m.cents <= 0
      and coalesce(o.paid_at, o.created_at) < ${settled}
      -- What was sent at the provider is an exception of its own until staff say which tickets it is for.
      and not exists (select from refunds f join payments p on p.id = f.payment_id
        where p.subject_id = o.id and f.reason = 'provider' and f.order_refund_id is null)`.execute(db);
  return rows;
}

/** Refunds that the provider refused for good, and those that could not be sent for three minutes: staff hear of either within five. */
async function findFailedRefunds(db: Queryable): Promise<NewException[]> {
  const { rows } = await sql<NewException>`
    select 'failed_refund' as kind, o.id as "orderId", p.id as "paymentId", r.id as "refundId",
      json_build_object('what', case r.status when 'failed' then 'refused' else 'not_sent' end,
        'failure', left(coalesce(r.failure, r.error), 300), 'orderRefundId', r.order_refund_id) as detail
    from refunds r join payments p on p.id = r.payment_id left join orders o on o.id = p.subject_id
    where (r.status = 'failed' and (r.reason <> 'provider' or r.order_refund_id is not null) and not exists (
        select from order_refunds x where x.id = r.order_refund_id and x.by_hand_by is not null) and not exists (
        select from refunds t where t.retries = r.id
          or (t.order_refund_id = r.order_refund_id and t.status <> 'failed'))
      and not exists (select from order_refunds q where q.id = r.order_refund_id and q.by_hand_by is not null))
      or (r.status = 'pending' and r.error is not null and r.created_at < clock_now() - interval '3 minutes')`.execute(
    db,
  );
  return rows;
}

/** Refunds that were made at the provider for delivered orders, and of which nobody has said which tickets they are for. */
async function findForeignRefunds(db: Queryable): Promise<NewException[]> {
  const { rows } = await sql<NewException>`
    select 'refund_elsewhere' as kind, o.id as "orderId", p.id as "paymentId", r.id as "refundId",
      json_build_object('amountCents', r.amount_cents) as detail
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.subject_id
    where r.reason = 'provider' and r.status = 'done' and r.order_refund_id is null and o.paid_at is not null`.execute(
    db,
  );
  return rows;
}

/** Notices that were given up on, with the order that they are about where that can be told. */
async function findFailedNotices(db: Queryable): Promise<NewException[]> {
  const { rows } = await sql<NewException>`
    select 'failed_notice' as kind, o.id as "orderId", null as "paymentId", null as "refundId",
      w.provider_event_id as ref, json_build_object('provider', w.provider, 'about', w.kind, 'error', w.error) as detail
    from webhook_inbox w left join payments p on p.provider = w.provider and p.provider_ref = w.ref
    left join orders o on o.id = p.subject_id
    where w.processed_at is null and w.failed_at is not null`.execute(db);
  return rows;
}

/** Settles the open exceptions of the watched kinds whose cause is gone. @returns how many */
export async function closeGone(tx: Tx, causes: NewException[]): Promise<number> {
  const { rows } = await sql`
    update money_exceptions e set resolved_at = clock_now(), resolution = 'gone'
    where e.resolved_at is null and e.kind = any(${watchedKinds}::text[])
      -- A difference that no comparison found is not for us to call gone.
      and (e.kind <> 'provider_mismatch' or e.detail ? 'item')
      and not exists (
        select from json_to_recordset(${JSON.stringify(causes)}::json) as x(kind text, "orderId" uuid, "paymentId" uuid,
          "refundId" uuid, ref text)
        where x.kind = e.kind
          and coalesce(x.ref, x."refundId"::text, x."paymentId"::text, x."orderId"::text) = e.subject)
    returning e.id`.execute(tx);
  return rows.length;
}

/** The open exceptions that staff are to be told of now, noted as told; none while the last telling is fresh. */
export async function claimUntold(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update money_exceptions set told_at = clock_now()
    where told_at is null and resolved_at is null
      and not exists (select from money_exceptions where told_at > clock_now() - interval '4 minutes')
    returning id`.execute(tx);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Notes that everything was looked through just now. */
export async function noteLook(tx: Tx): Promise<void> {
  await sql`
    insert into money_looks (name) values ('exceptions')
    on conflict (name) do update set looked_at = clock_now()`.execute(tx);
}

/** When everything was last looked through; null before the first time. */
export async function findLastLook(db: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`select looked_at as at from money_looks where name = 'exceptions'`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}
