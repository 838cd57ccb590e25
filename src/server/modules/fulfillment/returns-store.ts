import { accountsTables } from "#server/modules/accounts/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, run } from "#server/platform/db/rows.ts";
import type { UnitKey } from "./rules.ts";

/** Units that came back. */
interface NewReturn {
  id: string;
  orderId: string;
  isRestocked: boolean;
  note: string;
  orderRefundId: string | null;
  madeBy: number;
  units: UnitKey[];
}

/** Stores a return with its units, in one statement. A unit comes back once: the primary key aborts a second return. */
export function insertReturn(tx: Tx, newReturn: NewReturn): Promise<void> {
  return run(tx)`
    with made as (
      insert into item_returns (id, order_id, is_restocked, note, order_refund_id, made_by)
      values (${newReturn.id}, ${newReturn.orderId}, ${newReturn.isRestocked}, ${newReturn.note}, ${newReturn.orderRefundId}, ${newReturn.madeBy})
    )
    insert into item_return_units (item_return_id, order_line_id, position)
    select ${newReturn.id}::uuid, u."lineId", u.position
    from json_to_recordset(${JSON.stringify(newReturn.units)}::json) as u("lineId" uuid, position integer)`;
}

/** A return as the order shows it. */
interface ReturnRow {
  id: string;
  returnedAt: Date;
  by: string | null;
  isRestocked: boolean;
  note: string;
  refundedCents: number | null;
  lines: { lineId: string; name: string; quantity: number }[];
}

/** The returns of an order, oldest first. */
export function findReturns(db: Queryable, orderId: string): Promise<ReturnRow[]> {
  return allRows(db)`
    select r.id, r.made_at as "returnedAt", u.display_name as by, r.is_restocked as "isRestocked", r.note,
      f.amount_cents as "refundedCents", (
        select json_agg(json_build_object('lineId', l.id, 'name', l.name, 'quantity', n.quantity) order by l.position)
        from (select order_line_id, count(*) as quantity from item_return_units where item_return_id = r.id group by 1) n
        join ${ordersTables.order_lines} l on l.id = n.order_line_id) as lines
    from item_returns r left join ${accountsTables.users} u on u.id = r.made_by
    left join ${ordersTables.order_refunds} f on f.id = r.order_refund_id
    where r.order_id = ${orderId}::uuid order by r.made_at, r.id`;
}
