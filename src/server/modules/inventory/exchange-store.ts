import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";
import { countRows, run } from "#server/platform/db/rows.ts";
import type { ClaimLine } from "./rules.ts";

const linesOf = (lines: ClaimLine[]) => sql`
  unnest(${lines.map((line) => line.stockId)}::bigint[], ${lines.map((line) => line.quantity)}::integer[])
    as g(stock_id, quantity)`;

/**
 * Subtracts units from what a holder bought; deletes rows that reach zero.
 *
 * @returns for how many of the stocks the holder had that many units
 */
export function subtractSold(tx: Tx, holderId: string, lines: ClaimLine[]): Promise<number> {
  return countRows(tx)`
    with ${taken(holderId, lines, "consumed")}
    update stock s set sold = sold - r.quantity from taken r where s.id = r.stock_id returning s.id`;
}

/**
 * Subtracts units from what a holder has on hold; deletes rows that reach zero.
 *
 * @returns for how many of the stocks the holder had that many units
 */
export function reduceHold(tx: Tx, holderId: string, lines: ClaimLine[]): Promise<number> {
  return countRows(tx)`
    with ${taken(holderId, lines, "active")}
    update stock s set held = held - r.quantity from taken r where s.id = r.stock_id returning s.id`;
}

/** What lines take off a holder's rows with a status. */
const taken = (holderId: string, lines: ClaimLine[], status: "active" | "consumed") => sql`
  gone as (
    delete from holds h using ${linesOf(lines)}
    where h.holder_id = ${holderId}::uuid and h.stock_id = g.stock_id and h.status = ${status}
      and h.quantity = g.quantity
    returning h.stock_id, g.quantity
  ), less as (
    update holds h set quantity = h.quantity - g.quantity from ${linesOf(lines)}
    where h.holder_id = ${holderId}::uuid and h.stock_id = g.stock_id and h.status = ${status}
      and h.quantity > g.quantity
    returning h.stock_id, g.quantity
  ), taken as (select * from gone union all select * from less)`;

/** Adds units to what a holder bought. The caller holds the locks and has checked that they are available. */
export function addSold(tx: Tx, holderId: string, lines: ClaimLine[]): Promise<void> {
  return run(tx)`
    with added as (
      insert into holds as h (holder_id, stock_id, quantity, status)
      select ${holderId}::uuid, g.stock_id, g.quantity, 'consumed' from ${linesOf(lines)}
      on conflict (holder_id, stock_id) do update set status = 'consumed', expires_at = null, network = null,
        quantity = excluded.quantity + case when h.status = 'consumed' then h.quantity else 0 end
    )
    update stock s set sold = sold + g.quantity from ${linesOf(lines)} where s.id = g.stock_id`;
}
