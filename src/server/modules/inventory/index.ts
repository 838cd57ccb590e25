import { inTransaction } from "#server/platform/db/database.ts";
import { defineModule } from "#server/platform/module.ts";
import { purgeHoldCounts } from "./hold-counts-store.ts";
import { expireHolds } from "./service.ts";

export {
  claimFromHold,
  expireHolds,
  findAvailable,
  holdStock,
  lockClaims,
  releaseHolds,
  returnHeldUnits,
  returnSoldKinds,
  returnSoldStock,
  returnSoldUnits,
  sellHeldStock,
  stockIdsOf,
  exchangeSoldStock,
  type Availability,
} from "./service.ts";
export { allNetworks, findHoldCounts, findNetworkRecord, type HoldCounts } from "./hold-counts-store.ts";
export { findFreeTime, findFreeTimes, latest } from "./free-time-store.ts";
export { countShared, deleteStock, findStockLevels, lockStock, setCapacity } from "./capacity.ts";
export {
  createStock,
  createStocks,
  createStocksOf,
  deleteUnusedStock,
  findStockOf,
  lockHolders,
  pauseHolds,
  pauseExpiry,
  raiseSaleVersion,
  resizeStock,
  renameNetwork,
  resumeExpiry,
} from "./store.ts";
export type { ClaimLine, Quota, QuotaKind, Quotas, Shortage } from "./rules.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** A holder didn't pay in time: all of its stock is back on sale. `network` is the hash of where the claim came from. */
    "hold.expired": { holderId: string; network: string | undefined };
  }
}

/** Stock, and the holds on it. */
export const inventory = defineModule("inventory", ({ deps }) => ({
  jobs: [
    { name: "holds", everyMs: 5_000, run: async () => (await expireHolds(deps.db, deps.bus)) > 0 },
    { name: "hold-counts", everyMs: 600_000, run: () => inTransaction(deps.db, purgeHoldCounts) },
  ],
}));
