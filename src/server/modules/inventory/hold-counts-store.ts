import { integer, text, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, run } from "#server/platform/db/rows.ts";

const counts = {
  stockId: integer,
  network: text,
  /** Units on hold, those whose time is up included until they are released. */
  held: integer,
  /**
   * Units that expired, with those beyond a few that were given up within a minute, and units that were paid for: as long as
   * half an hour without either doesn't end the count.
   */
  expired: integer,
  paid: integer,
  /** Units that expired within the last seconds, for which people without an expired hold come first. */
  freed: integer,
};

/** What buyers of a network hold of a stock, let expire of it and paid for. */
export type HoldCounts = RowFrom<typeof counts>;

/** Units that a network's buyers can give up within a minute before it counts as letting them expire. Crowds do so all the time. */
const freeCancels = 20;

/** The name under which all networks are counted together. */
export const allNetworks = "";

/**
 * What networks hold of some stock, let expire and paid for, and all of them together under `allNetworks`. Reads the holds of
 * these networks alone, and of all others one row.
 */
export function findHoldCounts(tx: Queryable, stockIds: number[], networks: string[]): Promise<HoldCounts[]> {
  return allRows(tx, counts)`
    select stock_id as "stockId", network, sum(held)::integer as held, sum(expired)::integer as expired,
      sum(paid)::integer as paid, sum(freed)::integer as freed
    from (
    select c.stock_id, c.network, c.held,
      case when c.expired_at > n.now - interval '30 minutes'
        then c.expired + case when c.network = ${allNetworks} then 0 else greatest(0, c.canceled - ${freeCancels}) end
        else 0 end as expired,
      case when c.expired_at <= n.now - interval '30 minutes' then 0 else c.paid end as paid,
      case when c.expired_at > n.now - interval '20 seconds' then c.freed else 0 end as freed
    from hold_counts c cross join (select clock_now() as now) n
    where c.stock_id = any(${stockIds}::bigint[]) and c.network = any(${[allNetworks, ...networks]}::text[])
    union all
    select h.stock_id, h.network, h.quantity, 0, 0, 0 from holds h
    where h.stock_id = any(${stockIds}::bigint[]) and h.network = any(${networks}::text[]) and h.status = 'active') counts
    group by stock_id, network`;
}

const expiredOf = { network: text, expiredUnits: integer, canceledUnits: integer, rememberedSince: text };

/** What is remembered of a network, for the data download of someone who is in it. */
export function findNetworkRecord(db: Queryable, network: string): Promise<RowFrom<typeof expiredOf>[]> {
  return allRows(db, expiredOf)`
    select network, sum(expired)::integer as "expiredUnits", sum(canceled)::integer as "canceledUnits", min(since)::text as "rememberedSince"
    from hold_counts where network = ${network} group by network`;
}

/** Forgets networks that hold nothing and changed nothing for half an hour, and all that was counted a day ago. */
export async function purgeHoldCounts(tx: Tx): Promise<void> {
  await run(tx)`delete from hold_counts where held <= 0 and changed_at < clock_now() - interval '30 minutes'`;
  await run(tx)`
    update hold_counts set expired = 0, canceled = 0, paid = 0, freed = 0, since = clock_now()
    where since < clock_now() - interval '24 hours'`;
}
