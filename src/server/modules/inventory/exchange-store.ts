import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";
import type { ClaimLine } from "./rules.ts";

const rowsOf = (lines: ClaimLine[]) => sql`
  unnest(${lines.map((line) => line.stockId)}::bigint[], ${lines.map((line) => line.quantity)}::integer[])
    as g(stock_id, quantity)`;

/**
 * Takes units off what a holder bought; of what nothing is left there is no row any more.
 *
 * @returns how many of the stocks the holder did have so many units of
 */
export async function takeOff(tx: Tx, holderId: string, lines: ClaimLine[]): Promise<number> {
  const { rows } = await sql`
    with gone as (
      delete from holds h using ${rowsOf(lines)}
      where h.holder_id = ${holderId}::uuid and h.stock_id = g.stock_id and h.state = 'consumed'
        and h.quantity = g.quantity
      returning h.stock_id, g.quantity
    ), less as (
      update holds h set quantity = h.quantity - g.quantity from ${rowsOf(lines)}
      where h.holder_id = ${holderId}::uuid and h.stock_id = g.stock_id and h.state = 'consumed'
        and h.quantity > g.quantity
      returning h.stock_id, g.quantity
    )
    update stock s set sold = sold - r.quantity from (select * from gone union all select * from less) r
    where s.id = r.stock_id returning s.id`.execute(tx);
  return rows.length;
}

/** Adds units to what a holder bought. The caller holds the locks and has checked that they are there. */
export async function addSold(tx: Tx, holderId: string, lines: ClaimLine[]): Promise<void> {
  await sql`
    with added as (
      insert into holds as h (holder_id, stock_id, quantity, state)
      select ${holderId}::uuid, g.stock_id, g.quantity, 'consumed' from ${rowsOf(lines)}
      on conflict (holder_id, stock_id) do update set state = 'consumed', expires_at = null,
        quantity = excluded.quantity + case when h.state = 'consumed' then h.quantity else 0 end
    )
    update stock s set sold = sold + g.quantity from ${rowsOf(lines)} where s.id = g.stock_id`.execute(tx);
}
