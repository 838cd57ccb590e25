import { inventoryTables } from "#server/modules/inventory/tables.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { allRows } from "#server/platform/db/rows.ts";

/** Units of one stock that an account has, by the address they were ordered for. */
export interface HadRow {
  stockId: number;
  userId: number;
  email: string;
  quantity: number;
}

/**
 * Counts what accounts and addresses have of some stock: held and sold units. Leaves out refunded units and comps.
 * Counts an expired hold until a job clears it, and a spot that staff keep off sale while the rest of its order stands.
 */
export function findHad(tx: Tx, stockIds: number[], userIds: number[], emails: string[]): Promise<HadRow[]> {
  return allRows(tx)`
    select h.stock_id as "stockId", o.user_id as "userId", o.buyer_email as email, sum(h.quantity)::integer as quantity
    from orders o join ${inventoryTables.holds} h on h.holder_id = o.id
    where (o.user_id = any(${userIds}::bigint[]) or o.buyer_email = any(${emails}::text[]))
      and h.stock_id = any(${stockIds}::bigint[]) and h.status in ('active', 'consumed') and o.status <> 'refunded'
      and not exists (select from comps c where c.order_id = o.id)
    group by h.stock_id, o.user_id, o.buyer_email`;
}
