import { sql } from "kysely";
import type { OrderRefund, RefundStatus } from "#contract/order-refunds.ts";
import { compsTables } from "#server/modules/comps/tables.ts";
import { doorTables } from "#server/modules/door/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { RefundableTicket, RefundPart, TicketShare } from "./rules.ts";
import { allRows, allValues, firstRow, hasRows } from "#server/platform/db/rows.ts";
import type { TicketToChange } from "#server/modules/tickets/index.ts";

/** A ticket of an order as a refund needs it. */
export interface TicketToReturn
  extends
    RefundableTicket,
    Pick<TicketToChange, "eventId" | "ticketTypeId" | "typeName" | "holderName" | "status" | "isFrozen"> {
  /** Its spot is already back on sale. */
  spotReturned: boolean;
  returned: TicketShare;
  /** What its type cost when it was last moved; null if it never was. */
  spotCents: number | null;
  admittedAt: Date | null;
}

/** The tickets of an order, sorted by line and position, with their status. */
export function findTickets(db: Queryable, orderId: string): Promise<TicketToReturn[]> {
  return allRows(db)`
    select t.id, t.order_line_id as "lineId", t.position, t.event_id as "eventId",
      t.ticket_type_id as "ticketTypeId", t.spot_returned as "spotReturned",
      case when t.ticket_type_id = l.ticket_type_id then l.name else y.name end as "typeName",
      t.holder_name as "holderName", t.status, t.frozen_since is not null as "isFrozen", a.admitted_at as "admittedAt", a.id is not null as "isAdmitted",
      t.status = 'refunded' as "isRefunded", d.returned,
      (select spot_cents from ${ticketsTables.ticket_changes} ticket_changes where ticket_id = t.id and kind = 'moved'
        order by id desc limit 1)
        as "spotCents"
    from ${ticketsTables.tickets} t join order_lines l on l.id = t.order_line_id
    join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id
    left join ${doorTables.admissions} a on a.ticket_id = t.id and a.voided_at is null
    cross join lateral (
      select json_build_object('netCents', coalesce(sum(amount_cents - fee_cents - tax_cents), 0),
        'feeCents', coalesce(sum(fee_cents), 0), 'taxCents', coalesce(sum(tax_cents), 0)) as returned
      from order_refund_items where ticket_id = t.id) d
    where t.order_id = ${orderId}::uuid order by l.position, t.position`;
}

/** One refund of an order, as stored. Cents in the order's currency. */
export interface OrderRefundRow extends Omit<OrderRefund, "createdAt" | "doneAt"> {
  orderId: string;
  decidedBy: number | null;
  reason: string;
  withFee: boolean;
  returnsStock: boolean;
  failure: string | null;
  eventRefundId: string | null;
  createdAt: Date;
  doneAt: Date | null;
}

const columns = sql`
  r.id, r.order_id as "orderId", r.decided_by as "decidedBy", r.made_by as "madeBy", r.reason, r.note,
  r.amount_cents as "amountCents", i.fee_cents as "feeCents", r.with_fee as "withFee",
  r.returns_stock as "returnsStock", r.status, r.failure, r.by_hand_by is not null as "byHand",
  r.event_refund_id as "eventRefundId", r.created_at as "createdAt", r.done_at as "doneAt", i.ids as "ticketIds",
  r.kind, i.keeps as "keepsTickets"`;
const withItems = sql`
  order_refunds r cross join lateral (
    select coalesce(sum(fee_cents), 0)::integer as fee_cents,
      coalesce(json_agg(ticket_id order by ticket_id), '[]') as ids, coalesce(bool_or(keeps_ticket), false) as keeps
    from order_refund_items where order_refund_id = r.id) i`;

/** The refunds of some orders, oldest first. */
export function findRefundsOf(db: Queryable, orderIds: string[]): Promise<OrderRefundRow[]> {
  return allRows(db)`
    select ${columns} from ${withItems} where r.order_id = any(${orderIds}::uuid[])
    order by r.created_at, r.id`;
}

/** Locks a refund, so that its status changes once. */
export async function lockRefund(tx: Tx, id: string): Promise<OrderRefundRow | undefined> {
  await sql`select from order_refunds where id = ${id}::uuid for update`.execute(tx);
  return firstRow(tx)`select ${columns} from ${withItems} where r.id = ${id}::uuid`;
}

export type NewOrderRefund = Pick<
  OrderRefundRow,
  "id" | "orderId" | "decidedBy" | "madeBy" | "reason" | "amountCents" | "withFee" | "returnsStock" | "eventRefundId"
> & {
  note: string | null;
  /** The buyer already has its money. */
  isSent?: boolean;
  /** What it is for, if not for tickets that become void. */
  kind?: OrderRefund["kind"];
};

/**
 * Stores a refund, ticket by ticket, and subtracts it from what can still be refunded on the order. A refund of nothing
 * is done at once. The caller has locked the order; the tables refuse a ticket twice and more than was paid.
 */
export async function insertRefund(tx: Tx, refund: NewOrderRefund, parts: RefundPart[]): Promise<void> {
  const isDone = refund.amountCents === 0 || refund.isSent === true;
  const { kind = "tickets" } = refund;
  await sql`
    with refund as (
      insert into order_refunds (id, order_id, decided_by, made_by, reason, note, amount_cents, with_fee, returns_stock,
                                 event_refund_id, kind, status, done_at)
      values (${refund.id}, ${refund.orderId}, ${refund.decidedBy}, ${refund.madeBy}, ${refund.reason}, ${refund.note},
        ${refund.amountCents}, ${refund.withFee}, ${refund.returnsStock}, ${refund.eventRefundId}, ${kind},
        ${isDone ? "done" : "pending"}, case when ${isDone} then clock_now() end)
    ), taken as (
      update orders set refunded_cents = refunded_cents + ${refund.amountCents} where id = ${refund.orderId}
    )
    insert into order_refund_items (order_refund_id, order_line_id, ticket_id, amount_cents, fee_cents, tax_cents,
                                    keeps_ticket)
    select ${refund.id}::uuid, p."lineId", p."ticketId", p."amountCents", p."feeCents", p."taxCents",
      ${kind !== "tickets"}::boolean
    from json_to_recordset(${JSON.stringify(parts)}::json) as p("lineId" uuid, "ticketId" bigint,
      "amountCents" integer, "feeCents" integer, "taxCents" integer)`.execute(tx);
}

/** Moves unfinished refunds to the payment provider's status; returns those that moved. */
export function moveRefunds(
  tx: Tx,
  reports: { id: string; status: RefundStatus; failure: string | null }[],
): Promise<string[]> {
  return allValues(tx)`
    update order_refunds r set status = w.status, failure = w.failure,
      done_at = case when w.status = 'done' then clock_now() end
    from json_to_recordset(${JSON.stringify(reports)}::json) as w(id uuid, status text, failure text)
    where r.id = w.id and r.status <> w.status and r.by_hand_by is null returning r.id`;
}

/** Records that the money of a failed refund reached its buyer by other means. */
export async function markByHand(tx: Tx, id: string, staffId: number): Promise<void> {
  await sql`
    update order_refunds set status = 'done', done_at = clock_now(), by_hand_by = ${staffId}
    where id = ${id}::uuid and status = 'failed'`.execute(tx);
}

/** Whether staff gave an order for free. */
export function isComp(db: Queryable, orderId: string): Promise<boolean> {
  return hasRows(db)`select from ${compsTables.comps} c where order_id = ${orderId}::uuid`;
}

/** The tickets of an order that its buyer can refund right now, and the terms. */
export interface Returnable {
  /** By the database clock. */
  until: Date;
  withFees: boolean;
  ticketIds: number[];
  /** True for an offer to holders of a postponed event, beyond the terms of the purchase. */
  isOffered: boolean;
}

/**
 * The tickets of some orders that their buyers can refund: by the terms of the purchase, or because their event was
 * postponed and holders may choose. Never comps, checked-in or frozen tickets, or tickets whose event is over or
 * canceled: staff refund canceled events. Leaves out orders with nothing to refund.
 */
export async function findReturnable(db: Queryable, orderIds: string[]): Promise<Map<string, Returnable>> {
  const rows = await allRows(db)<Returnable & { orderId: string }>`
    select o.id as "orderId", json_agg(t.id order by t.id) as "ticketIds", x.is_offered as "isOffered",
      case when x.is_offered then max(e.refunds_until) else o.refund_until end as until,
      case when x.is_offered then true else o.refund_fees end as "withFees"
    from orders o join ${ticketsTables.tickets} t on t.order_id = o.id
    join ${eventsTables.events} e on e.id = t.event_id
    cross join lateral (
      select coalesce(e.refunds_until > clock_now() and o.created_at < e.refunds_since, false) as is_offered) x
    where o.id = any(${orderIds}::uuid[]) and o.status in ('paid', 'partially_refunded')
      and t.status = 'valid' and t.frozen_since is null and e.status <> 'canceled' and e.ends_at > clock_now()
      and (x.is_offered or o.refund_until > clock_now())
      and not exists (select from ${doorTables.admissions} a where a.ticket_id = t.id and a.voided_at is null)
      and not exists (select from ${compsTables.comps} c where c.order_id = o.id)
    group by o.id, x.is_offered
    -- The offer never pays less: it wins if an order has tickets of both kinds.
    order by x.is_offered`;
  return new Map(rows.map(({ orderId, ...terms }) => [orderId, terms]));
}
