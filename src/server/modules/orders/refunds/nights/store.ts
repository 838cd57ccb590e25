import { sql } from "kysely";
import type { NightRefundState } from "#contract/night-refunds.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** Giving all money of a night back, as it was decided. */
export interface NightRefundRow {
  id: string;
  eventId: number;
  state: NightRefundState;
  startedById: number;
  confirmedById: number | null;
  reason: string;
  note: string | null;
  withFee: boolean;
  includesAdmitted: boolean;
}

const columns = sql`
  id, event_id as "eventId", state, started_by as "startedById", confirmed_by as "confirmedById", reason, note,
  with_fee as "withFee", includes_admitted as "includesAdmitted"`;

/** Tickets of a night whose money can still go back: sold ones, with the orders that they came by. */
const owed = (eventId: number) => sql`
  tickets t join orders o on o.id = t.order_id join order_lines l on l.id = t.order_line_id
  where t.event_id = ${eventId} and t.status <> 'refunded' and o.status in ('paid', 'partially_refunded')
    and not exists (select from comps c where c.order_id = o.id)`;

/** A share of cents that falls to the place of ticket `t` in line `l`, as shareOut() has it. */
const shareOf = (cents: unknown) => sql`
  (${cents})::bigint * t.position / (l.quantity * l.tickets_per_unit)
    - (${cents})::bigint * (t.position - 1) / (l.quantity * l.tickets_per_unit)`;

/** Cents of ticket `t` that went back while it stayed good. */
const returned = (cents: unknown) => sql`
  (select coalesce(sum(${cents}), 0) from order_refund_items i where i.ticket_id = t.id and i.keeps_ticket)`;

/** What of a night can go back, and whom it reaches. Cents without tax. */
export interface NightReachRow {
  people: number;
  orders: number;
  tickets: number;
  admitted: number;
  amountCents: number;
  feeCents: number;
}

/** Counts what giving all money of a night back would come to. */
export async function countOwed(db: Queryable, eventId: number): Promise<NightReachRow> {
  const { rows } = await sql<NightReachRow>`
    select count(distinct o.buyer_email)::integer as people, count(distinct o.id)::integer as orders,
      count(*)::integer as tickets,
      (count(*) filter (where exists (
        select from admissions a where a.ticket_id = t.id and a.voided_at is null)))::integer as admitted,
      coalesce(sum(${shareOf(sql`l.total_cents - l.discount_cents - l.fee_cents`)} + ${shareOf(sql`l.fee_cents`)}
        - ${returned(sql`amount_cents - tax_cents`)}), 0)::bigint as "amountCents",
      coalesce(sum(${shareOf(sql`l.fee_cents`)} - ${returned(sql`fee_cents`)}), 0)::bigint as "feeCents"
    from ${owed(eventId)}`.execute(db);
  return rows[0]!;
}

/** Whether a night is called off, and its currency; locked shared, so that it stays so. Undefined for an unknown one. */
export async function findNight(
  db: Queryable,
  eventId: number,
): Promise<{ isOff: boolean; currency: string } | undefined> {
  const { rows } = await sql<{ isOff: boolean; currency: string }>`
    select state = 'cancelled' as "isOff", currency from events where id = ${eventId}`.execute(db);
  return rows[0];
}

/** How many administrators could agree to something. */
export async function countAdmins(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from users
    where role = 'admin' and suspended_at is null and deleted_at is null`.execute(db);
  return rows[0]!.count;
}

/** Writes that a night's money goes back, with every order it is about. False when that is under way already. */
export async function insertNightRefund(tx: Tx, row: Omit<NightRefundRow, "confirmedById">): Promise<boolean> {
  const { rows } = await sql`
    insert into night_refunds (id, event_id, state, started_by, reason, note, with_fee, includes_admitted)
    values (${row.id}, ${row.eventId}, ${row.state}, ${row.startedById}, ${row.reason}, ${row.note}, ${row.withFee},
      ${row.includesAdmitted})
    on conflict (event_id) where state in ('proposed', 'running', 'paused') do nothing returning id`.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    insert into night_refund_orders (night_refund_id, order_id)
    select distinct ${row.id}::uuid, o.id from ${owed(row.eventId)}`.execute(tx);
  return true;
}

/** Locks it, so that its steps are taken one after the other. */
export async function lockNightRefund(tx: Tx, id: string): Promise<NightRefundRow | undefined> {
  const { rows } = await sql<NightRefundRow>`
    select ${columns} from night_refunds where id = ${id}::uuid for update`.execute(tx);
  return rows[0];
}

/** Moves it on; who agreed is noted with it. */
export async function moveNightRefund(
  tx: Tx,
  id: string,
  state: NightRefundState,
  confirmedById: number | null = null,
): Promise<void> {
  await sql`
    update night_refunds set state = ${state}, confirmed_by = coalesce(${confirmedById}::bigint, confirmed_by)
    where id = ${id}::uuid`.execute(tx);
}

/** An order whose turn it is. */
export interface WaitingOrder {
  nightRefundId: string;
  orderId: string;
}

/** Orders that wait in what is running. */
export async function findWaiting(db: Queryable, limit: number): Promise<WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`
    select w.night_refund_id as "nightRefundId", w.order_id as "orderId"
    from night_refund_orders w join night_refunds n on n.id = w.night_refund_id
    where w.state = 'waiting' and n.state = 'running' order by w.night_refund_id, w.order_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Claims one that still waits in what still runs; undefined where another node has it, or it was paused meanwhile. */
export async function claimWaiting(
  tx: Tx,
  { nightRefundId, orderId }: WaitingOrder,
): Promise<NightRefundRow | undefined> {
  const { rows: claimed } = await sql`
    select from night_refund_orders where night_refund_id = ${nightRefundId}::uuid and order_id = ${orderId}::uuid
      and state = 'waiting' for update skip locked`.execute(tx);
  if (claimed.length === 0) return undefined;
  const { rows } = await sql<NightRefundRow>`
    select ${columns} from night_refunds where id = ${nightRefundId}::uuid and state = 'running' for share`.execute(tx);
  return rows[0];
}

/** Tickets of one order for a night that can still go back. */
export async function findOwedTickets(tx: Tx, orderId: string, eventId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from tickets where order_id = ${orderId}::uuid and event_id = ${eventId} and status <> 'refunded'
    order by id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Notes what became of an order that waited. */
export async function settleOrder(
  db: Queryable,
  { nightRefundId, orderId }: WaitingOrder,
  why: string | null,
): Promise<void> {
  await sql`
    update night_refund_orders set state = ${why === null ? "made" : "skipped"}, why = ${why}
    where night_refund_id = ${nightRefundId}::uuid and order_id = ${orderId}::uuid and state = 'waiting'`.execute(db);
}

/** Ends what is running and has nothing waiting any more. */
export async function finishEmpty(db: Queryable): Promise<void> {
  await sql`
    update night_refunds n set state = 'done', done_at = clock_now()
    where n.state = 'running' and not exists (
      select from night_refund_orders where night_refund_id = n.id and state = 'waiting')`.execute(db);
}

/** The latest of a night with how far it has come. */
export interface NightProgressRow extends NightRefundRow {
  startedBy: string;
  confirmedBy: string | null;
  createdAt: Date;
  doneAt: Date | null;
  of: number;
  waiting: number;
  pending: number;
  done: number;
  failed: number;
  skipped: number;
  amountCents: number;
  doneCents: number;
  troubles: { orderId: string; number: string; why: string }[];
}

/** How far giving a night's money back has come; undefined where nobody began. */
export async function findLatest(db: Queryable, eventId: number): Promise<NightProgressRow | undefined> {
  const { rows } = await sql<NightProgressRow>`
    select n.id, n.event_id as "eventId", n.state, n.started_by as "startedById", n.confirmed_by as "confirmedById",
      n.reason, n.note, n.with_fee as "withFee", n.includes_admitted as "includesAdmitted", s.display_name as "startedBy",
      c.display_name as "confirmedBy", n.created_at as "createdAt", n.done_at as "doneAt", w.*,
      (select coalesce(json_agg(x), '[]') from (
        select o.id as "orderId", o.number, coalesce(w.why, 'failed') as why
        from night_refund_orders w join orders o on o.id = w.order_id
        left join order_refunds r on r.night_refund_id = n.id and r.order_id = w.order_id
        where w.night_refund_id = n.id and (w.state = 'skipped' or r.status = 'failed')
        order by o.number limit 20) x) as troubles
    from night_refunds n join users s on s.id = n.started_by left join users c on c.id = n.confirmed_by
    cross join lateral (
      select count(*)::integer as of, (count(*) filter (where w.state = 'waiting'))::integer as waiting,
        (count(*) filter (where r.status = 'pending'))::integer as pending,
        (count(*) filter (where r.status = 'done'))::integer as done,
        (count(*) filter (where r.status = 'failed'))::integer as failed,
        (count(*) filter (where w.state = 'skipped'))::integer as skipped,
        coalesce(sum(r.amount_cents), 0)::integer as "amountCents",
        coalesce(sum(r.amount_cents) filter (where r.status = 'done'), 0)::integer as "doneCents"
      from night_refund_orders w left join order_refunds r on r.night_refund_id = n.id and r.order_id = w.order_id
      where w.night_refund_id = n.id) w
    where n.event_id = ${eventId} order by n.created_at desc, n.id desc limit 1`.execute(db);
  return rows[0];
}
