import { lockStock, resizeStock } from "#server/modules/inventory/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { allRows, run } from "#server/platform/db/rows.ts";

/** Returned units of variants, and who put them back on sale. */
interface ReturnedUnits {
  units: { variantId: number; quantity: number }[];
  staffId: number;
  note: string;
}

/**
 * Puts returned units on sale again, in the caller's transaction, and records each change of stock. A bundle comes back
 * as one unit of itself and with the units of its parts. Locks the stock in id order; the caller makes sure that each
 * unit comes back once.
 */
export async function restockReturned(tx: Tx, { units, staffId, note }: ReturnedUnits): Promise<void> {
  const back = await allRows(tx)<{ variantId: number; stockId: number; quantity: number }>`
    with back as (
      select v.id, r.quantity from json_to_recordset(${JSON.stringify(units)}::json) as r("variantId" bigint, quantity integer)
      join variants v on v.id = r."variantId"
    )
    select v.id as "variantId", v.stock_id as "stockId", sum(u.quantity)::integer as quantity from (
      select id, quantity from back
      union all select p.part_id, b.quantity * p.quantity from back b join variant_parts p on p.variant_id = b.id) u
    join variants v on v.id = u.id group by v.id, v.stock_id order by v.stock_id`;
  const levels = await lockStock(
    tx,
    back.map(({ stockId }) => stockId),
  );
  for (const { stockId, quantity } of back) await resizeStock(tx, stockId, levels.get(stockId)!.capacity + quantity);
  const changes = back.map(({ variantId, stockId, quantity }) => {
    const { capacity, sold } = levels.get(stockId)!;
    return { variantId, quantity, onHand: capacity + quantity - sold };
  });
  await run(tx)`
    insert into stock_changes (variant_id, reason, units, on_hand, note, made_by)
    select c."variantId", 'returned', c.quantity, c."onHand", ${note}, ${staffId}
    from json_to_recordset(${JSON.stringify(changes)}::json) as c("variantId" bigint, quantity integer, "onHand" integer)`;
}
