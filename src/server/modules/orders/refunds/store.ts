import { sql } from "kysely";
import { z } from "zod";
import { OrderRefund, type RefundStatus } from "#contract/refunds/of-order.ts";
import { compsTables } from "#server/modules/comps/tables.ts";
import { bool, columnsOf, integer, json, orNull, text, uuid, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { RefundPart } from "./rules.ts";
import { allRows, allValues, firstRow, hasRows } from "#server/platform/db/rows.ts";

const orderRefund = {
  ...columnsOf(OrderRefund.shape),
  orderId: uuid,
  decidedBy: orNull(integer),
  reason: text,
  withFee: bool,
  returnsStock: bool,
  failure: orNull(text),
  eventRefundId: orNull(uuid),
};

/** One refund of an order, as stored. Cents in the order's currency. */
export type OrderRefundRow = RowFrom<typeof orderRefund>;

const columns = sql`
  r.id, r.order_id as "orderId", r.decided_by as "decidedBy", r.made_by as "madeBy", r.reason, r.note,
  r.amount_cents as "amountCents", i.fee_cents as "feeCents", r.with_fee as "withFee",
  r.returns_stock as "returnsStock", r.status, r.failure, r.by_hand_by is not null as "byHand",
  r.event_refund_id as "eventRefundId", r.created_at as "createdAt", r.done_at as "doneAt", i.ids as "ticketIds",
  i.items, i.shipping as "withShipping", r.kind, i.keeps as "keepsTickets"`;
const withItems = sql`
  order_refunds r cross join lateral (
    select coalesce(sum(fee_cents), 0)::integer as fee_cents,
      coalesce(json_agg(ticket_id order by ticket_id) filter (where ticket_id is not null), '[]') as ids, coalesce(bool_or(keeps_unit), false) as keeps,
      coalesce((select json_agg(json_build_object('name', l.name, 'quantity', n.quantity) order by l.position)
        from (select order_line_id, count(*) as quantity from order_refund_items u
          where u.order_refund_id = r.id and u.ticket_id is null and u.order_line_id is not null group by 1) n
        join order_lines l on l.id = n.order_line_id), '[]') as items,
      coalesce(bool_or(order_line_id is null), false) as shipping
    from order_refund_items where order_refund_id = r.id) i`;

/** The refunds of some orders, oldest first. */
export function findRefundsOf(db: Queryable, orderIds: string[]): Promise<OrderRefundRow[]> {
  return allRows(db, orderRefund)`
    select ${columns} from ${withItems} where r.order_id = any(${orderIds}::uuid[])
    order by r.created_at, r.id`;
}

/** Locks a refund, so that its status changes once. */
export async function lockRefund(tx: Tx, id: string): Promise<OrderRefundRow | undefined> {
  await sql`select from order_refunds where id = ${id}::uuid for update`.execute(tx);
  return firstRow(tx, orderRefund)`select ${columns} from ${withItems} where r.id = ${id}::uuid`;
}

type NewOrderRefund = Pick<
  OrderRefundRow,
  "id" | "orderId" | "decidedBy" | "madeBy" | "reason" | "amountCents" | "withFee" | "returnsStock" | "eventRefundId"
> & {
  note: string | null;
  /** The buyer already has its money. */
  isSent?: boolean;
  /** What it is for, if not for units that come back. */
  kind?: OrderRefund["kind"];
};

/**
 * Stores a refund, unit by unit, and subtracts it from what can still be refunded on the order. A refund of nothing
 * is done at once. The caller has locked the order; the tables refuse a unit twice and more than was paid.
 */
export async function insertRefund(tx: Tx, refund: NewOrderRefund, parts: RefundPart[]): Promise<void> {
  const isDone = refund.amountCents === 0 || refund.isSent === true;
  const { kind = "units" } = refund;
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
    insert into order_refund_items (order_refund_id, order_line_id, position, ticket_id, amount_cents, fee_cents, tax_cents,
                                    keeps_unit, keeps_stock)
    select ${refund.id}::uuid, p."lineId", p.position, p."ticketId", p."amountCents", p."feeCents", p."taxCents",
      ${kind !== "units"}::boolean, coalesce(p."keepsStock", false)
    from json_to_recordset(${JSON.stringify(parts)}::json) as p("lineId" uuid, position integer, "ticketId" bigint,
      "amountCents" integer, "feeCents" integer, "taxCents" integer, "keepsStock" boolean)`.execute(tx);
}

const refundedUnit = {
  lineId: orNull(uuid),
  position: integer,
  /** It isn't the buyer's anymore. */
  isEnded: bool,
  stockReturned: bool,
  returned: json(z.object({ netCents: z.int(), feeCents: z.int(), taxCents: z.int() })),
};

export type RefundedUnit = RowFrom<typeof refundedUnit>;

/** What was refunded of an order, unit by unit. */
export function findRefundedUnits(db: Queryable, orderId: string): Promise<RefundedUnit[]> {
  return allRows(db, refundedUnit)`
    select i.order_line_id as "lineId", i.position, bool_or(not i.keeps_unit) as "isEnded",
      bool_or(r.returns_stock and not i.keeps_unit and not i.keeps_stock) as "stockReturned",
      json_build_object('netCents', sum(i.amount_cents - i.fee_cents - i.tax_cents), 'feeCents', sum(i.fee_cents),
        'taxCents', sum(i.tax_cents)) as returned
    from order_refunds r join order_refund_items i on i.order_refund_id = r.id
    where r.order_id = ${orderId}::uuid group by i.order_line_id, i.position`;
}

/** Moves unfinished refunds to the payment provider's status; returns those that moved. */
export function moveRefunds(
  tx: Tx,
  reports: { id: string; status: RefundStatus; failure: string | null }[],
): Promise<string[]> {
  return allValues(tx, uuid)`
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

/** Of some orders, those that staff didn't give for free. */
export function findSoldOrders(db: Queryable, orderIds: string[]): Promise<string[]> {
  return allValues(db, uuid)`
    select o.id from orders o where o.id = any(${orderIds}::uuid[])
      and not exists (select from ${compsTables.comps} c where c.order_id = o.id)`;
}
