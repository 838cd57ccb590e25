import type { Tx } from "#server/platform/db/database.ts";
import { openAfter } from "./store.ts";

/**
 * Opens the price tiers that wait for sold-out ticket types; held units count as gone. It runs in the transaction that
 * took the last unit, so the next buyer finds the next tier open. An open tier stays open, even when a hold expires and
 * the previous tier has units again; if the opened tier is sold out itself, the one after it opens too. The caller has
 * locked the types' stock.
 */
export async function openPriceTiers(tx: Tx, typeIds: number[]): Promise<void> {
  let open = typeIds;
  while (open.length > 0) open = await openAfter(tx, open);
}
