import { sql } from "kysely";
import { inventoryTables } from "#server/modules/inventory/tables.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { drawsOfType } from "../columns.ts";

/** Free units: expired holds count as free even before a job has cleared them. */
const leftOf = (stockId: string) => sql`(
  select s.capacity - s.held - s.sold + coalesce((
    select sum(h.quantity) from ${inventoryTables.holds} h
    where h.stock_id = s.id and h.status = 'active' and h.expires_at <= clock_now()), 0)
  from ${inventoryTables.stock} s where s.id = ${sql.raw(stockId)})`;

/** Opens price tiers that wait for one of these types, if too few of it are left for one order; returns which. */
export async function openAfter(tx: Tx, typeIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ticket_types n set opened_at = clock_now()
    from ticket_types t join events e on e.id = t.event_id
    where n.opens_after_id = t.id and n.opened_at is null and t.id = any(${typeIds}::bigint[])
      and (${leftOf("t.stock_id")} < t.min_per_order or exists (
        select from json_to_recordset(${sql.raw(drawsOfType)}) as d("stockId" bigint, each integer)
        where ${leftOf('d."stockId"')} / d.each < t.min_per_order))
    returning n.id`.execute(tx);
  return rows.map((row) => row.id);
}
