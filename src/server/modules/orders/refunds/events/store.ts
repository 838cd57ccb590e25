import { sql } from "kysely";
import { forgottenAddress } from "../../records-store.ts";
import { EventRefund, EventRefundSummary, type EventRefundStatus } from "#contract/refunds/events.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { compsTables } from "#server/modules/comps/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { bool, columnsOf, integer, orNull, text, uuid, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, onlyRow, hasRows } from "#server/platform/db/rows.ts";

/** The decision to refund a whole event. */
const eventRefund = {
  ...columnsOf(EventRefund.pick({ id: true, status: true, reason: true, withFee: true, includesAdmitted: true }).shape),
  eventId: integer,
  startedById: integer,
  confirmedById: orNull(integer),
  note: orNull(text),
};
type EventRefundRow = RowFrom<typeof eventRefund>;

const columns = sql`
  id, event_id as "eventId", status, started_by as "startedById", confirmed_by as "confirmedById", reason, note,
  with_fee as "withFee", includes_admitted as "includesAdmitted"`;

/** Tickets of an event that can still be refunded: sold ones, with their orders. */
const owed = (eventId: number) => sql`
  ${ticketsTables.tickets} t join ${ordersTables.orders} o on o.id = t.order_id join ${ordersTables.order_lines} l on l.id = t.order_line_id
  join ${ticketsTables.ticket_lines} x on x.order_line_id = l.id
  where t.event_id = ${eventId} and t.status <> 'refunded' and o.status in ('paid', 'partially_refunded')
    and not exists (select from ${compsTables.comps} c where c.order_id = o.id)`;

/** The share of cents that belongs to the spot of ticket `t` in line `l`, as shareOut() computes it. */
const shareOf = (cents: unknown) => sql`
  (${cents})::bigint * t.position / (l.quantity * x.tickets_per_unit)
    - (${cents})::bigint * (t.position - 1) / (l.quantity * x.tickets_per_unit)`;

/** Cents refunded for ticket `t` while it stayed valid. */
const returned = (cents: unknown) => sql`
  (select coalesce(sum(${cents}), 0) from ${ordersTables.order_refund_items} i where i.ticket_id = t.id and i.keeps_unit)`;

/** What can be refunded for an event, and how many people it affects. Cents without tax. */
const owedTotals = columnsOf(
  EventRefundSummary.pick({
    people: true,
    orders: true,
    tickets: true,
    admitted: true,
    amountCents: true,
    feeCents: true,
  }).shape,
);

/** Counts what refunding a whole event would cost. Buyers without an email address count by order. */
export function countOwed(db: Queryable, eventId: number): Promise<RowFrom<typeof owedTotals>> {
  return onlyRow(db, owedTotals)`
    select count(distinct case when o.buyer_email in ('', ${forgottenAddress}) then o.id::text else o.buyer_email end)::integer
        as people, count(distinct o.id)::integer as orders,
      count(*)::integer as tickets,
      (count(*) filter (where exists (
        select from ${ticketsTables.admissions} a where a.ticket_id = t.id and a.voided_at is null)))::integer as admitted,
      coalesce(sum(${shareOf(sql`l.total_cents - l.discount_cents - l.fee_cents`)} + ${shareOf(sql`l.fee_cents`)}
        - ${returned(sql`amount_cents - tax_cents`)}), 0)::bigint as "amountCents",
      coalesce(sum(${shareOf(sql`l.fee_cents`)} - ${returned(sql`fee_cents`)}), 0)::bigint as "feeCents"
    from ${owed(eventId)}`;
}

const offEvent = { isOff: bool, currency: text };

/**
 * Whether an event is canceled, and its currency; locked shared, so that it stays so. Undefined for an unknown event.
 */
export function findEvent(db: Queryable, eventId: number): Promise<RowFrom<typeof offEvent> | undefined> {
  return firstRow(db, offEvent)`
    select status = 'canceled' as "isOff", currency from ${eventsTables.events} events where id = ${eventId}`;
}

/** Stores that an event is being refunded, with every order of it. False when a refund is already in progress. */
export async function insertEventRefund(tx: Tx, row: Omit<EventRefundRow, "confirmedById">): Promise<boolean> {
  const isNew = await hasRows(tx)`
    insert into event_refunds (id, event_id, status, started_by, reason, note, with_fee, includes_admitted)
    values (${row.id}, ${row.eventId}, ${row.status}, ${row.startedById}, ${row.reason}, ${row.note}, ${row.withFee},
      ${row.includesAdmitted})
    on conflict (event_id) where status in ('proposed', 'running', 'paused') do nothing returning id`;
  if (!isNew) return false;
  await sql`
    insert into event_refund_orders (event_refund_id, order_id)
    select distinct ${row.id}::uuid, o.id from ${owed(row.eventId)}`.execute(tx);
  return true;
}

/** Locks it, so that its steps run one after the other. */
export function lockEventRefund(tx: Tx, id: string): Promise<EventRefundRow | undefined> {
  return firstRow(tx, eventRefund)`
    select ${columns} from event_refunds where id = ${id}::uuid for update`;
}

/** Changes its status; stores who approved. */
export async function setEventRefundStatus(
  tx: Tx,
  id: string,
  status: EventRefundStatus,
  confirmedById: number | null = null,
): Promise<void> {
  await sql`
    update event_refunds set status = ${status}, confirmed_by = coalesce(${confirmedById}::bigint, confirmed_by)
    where id = ${id}::uuid`.execute(tx);
}

const waitingOrder = { eventRefundId: uuid, orderId: uuid };

/** The next order to refund. */
export type WaitingOrder = RowFrom<typeof waitingOrder>;

/** Orders that wait in running event refunds. */
export function findWaiting(db: Queryable, limit: number): Promise<WaitingOrder[]> {
  return allRows(db, waitingOrder)`
    select w.event_refund_id as "eventRefundId", w.order_id as "orderId"
    from event_refund_orders w join event_refunds n on n.id = w.event_refund_id
    where w.status = 'waiting' and n.status = 'running' order by w.event_refund_id, w.order_id limit ${limit}`;
}

/**
 * Claims an order that still waits in a running event refund; undefined if another node has it, or the refund was
 * paused.
 */
export async function claimWaiting(
  tx: Tx,
  { eventRefundId, orderId }: WaitingOrder,
): Promise<EventRefundRow | undefined> {
  const isClaimed = await hasRows(tx)`
    select from event_refund_orders where event_refund_id = ${eventRefundId}::uuid and order_id = ${orderId}::uuid
      and status = 'waiting' for update skip locked`;
  if (!isClaimed) return undefined;
  return firstRow(tx, eventRefund)`
    select ${columns} from event_refunds where id = ${eventRefundId}::uuid and status = 'running' for share`;
}

/** Tickets of one order for an event that can still be refunded. */
export function findOwedTickets(tx: Tx, orderId: string, eventId: number): Promise<number[]> {
  return allValues(tx, integer)`
    select id from ${ticketsTables.tickets} tickets where order_id = ${orderId}::uuid and event_id = ${eventId}
      and status <> 'refunded'
    order by id`;
}

/** Stores what became of a waiting order. */
export async function settleOrder(
  db: Queryable,
  { eventRefundId, orderId }: WaitingOrder,
  why: string | null,
): Promise<void> {
  await sql`
    update event_refund_orders set status = ${why === null ? "made" : "skipped"}, why = ${why}
    where event_refund_id = ${eventRefundId}::uuid and order_id = ${orderId}::uuid and status = 'waiting'`.execute(db);
}

/** Finishes running event refunds that have nothing waiting. */
export async function finishEmpty(db: Queryable): Promise<void> {
  await sql`
    update event_refunds n set status = 'done', done_at = clock_now()
    where n.status = 'running' and not exists (
      select from event_refund_orders where event_refund_id = n.id and status = 'waiting')`.execute(db);
}

/** An event's latest refund with how far it has come. */
const eventRefundProgress = { ...columnsOf(EventRefund.omit({ currency: true }).shape), ...eventRefund };

/** How far refunding an event has come; undefined if nobody started. */
export function findLatest(db: Queryable, eventId: number): Promise<RowFrom<typeof eventRefundProgress> | undefined> {
  return firstRow(db, eventRefundProgress)`
    select n.id, n.event_id as "eventId", n.status, n.started_by as "startedById", n.confirmed_by as "confirmedById",
      n.reason, n.note, n.with_fee as "withFee", n.includes_admitted as "includesAdmitted", s.display_name as "startedBy",
      c.display_name as "confirmedBy", n.created_at as "createdAt", n.done_at as "doneAt", w.*,
      (select coalesce(json_agg(x), '[]') from (
        select o.id as "orderId", o.number, coalesce(w.why, 'failed') as why
        from event_refund_orders w join ${ordersTables.orders} o on o.id = w.order_id
        left join ${ordersTables.order_refunds} r on r.event_refund_id = n.id and r.order_id = w.order_id
        where w.event_refund_id = n.id and (w.status = 'skipped' or r.status = 'failed')
        order by o.number limit 20) x) as troubles
    from event_refunds n join ${accountsTables.users} s on s.id = n.started_by
    left join ${accountsTables.users} c on c.id = n.confirmed_by
    cross join lateral (
      select count(*)::integer as of, (count(*) filter (where w.status = 'waiting'))::integer as waiting,
        (count(*) filter (where r.status = 'pending'))::integer as pending,
        (count(*) filter (where r.status = 'done'))::integer as done,
        (count(*) filter (where r.status = 'failed'))::integer as failed,
        (count(*) filter (where w.status = 'skipped'))::integer as skipped,
        coalesce(sum(r.amount_cents), 0)::integer as "amountCents",
        coalesce(sum(r.amount_cents) filter (where r.status = 'done'), 0)::integer as "doneCents"
      from event_refund_orders w left join ${ordersTables.order_refunds} r on r.event_refund_id = n.id and r.order_id = w.order_id
      where w.event_refund_id = n.id) w
    where n.event_id = ${eventId} order by n.created_at desc, n.id desc limit 1`;
}
