import { ordersTables } from "#server/modules/orders/tables.ts";
import { instant, orNull } from "#server/platform/db/columns.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allValues } from "#server/platform/db/rows.ts";

/** A number of units of a stock that somebody wants. */
interface Need {
  stockId: number;
  quantity: number;
}

/**
 * When this many units of some stock will be free if nobody pays for what is on hold: per need, the deadline of the
 * hold that makes it enough, or now if enough is free. A hold that is being paid ends at its order's deadline. Null if
 * no deadline to come makes it enough, for example while the payment provider is closing an overdue page.
 */
export async function findFreeTimes(db: Queryable, needs: Need[]): Promise<(Date | null)[]> {
  if (needs.length === 0) return [];
  return allValues(db, orNull(instant))`
    select case when s.capacity - s.held - s.sold
          + coalesce(sum(e.quantity) filter (where e.expires_at <= clock_now()), 0) >= n.quantity then clock_now()
        else min(e.at) filter (where s.capacity - s.held - s.sold + e.freed >= n.quantity and e.at > clock_now()
          and isfinite(e.at)) end as at
    from unnest(${needs.map(({ stockId }) => stockId)}::bigint[], ${needs.map(({ quantity }) => quantity)}::integer[])
      with ordinality as n(stock_id, quantity, place)
    join stock s on s.id = n.stock_id
    left join lateral (
      select h.quantity, h.expires_at, d.at, sum(h.quantity) over (order by d.at) as freed
      from holds h left join ${ordersTables.orders} o on o.id = h.holder_id
      cross join lateral (select coalesce(h.expires_at, o.hold_expires_at) as at) d
      where h.stock_id = s.id and h.status = 'active') e on true
    group by n.place, n.quantity, s.capacity, s.held, s.sold order by n.place`;
}

/** When all of these units will be free if nobody pays for what is on hold; null if that isn't known. */
export async function findFreeTime(db: Queryable, needs: Need[]): Promise<Date | null> {
  return latest(await findFreeTimes(db, needs));
}

/** The last of some moments; null if there are none or one isn't known. */
export function latest(moments: (Date | null)[]): Date | null {
  const known = moments.filter((at) => at !== null);
  if (known.length === 0 || known.length < moments.length) return null;
  return new Date(Math.max(...known.map((at) => at.getTime())));
}
