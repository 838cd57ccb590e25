import "./domain-events.ts";

export { inventory } from "./module.ts";
export {
  createStock,
  findAvailable,
  holdStock,
  pauseExpiry,
  expireHolds,
  lockClaims,
  lockHolders,
  releaseHolds,
  resizeStock,
  returnSoldKinds,
  returnSoldStock,
  returnSoldUnits,
  sellHeldStock,
  stockIdsOf,
  resumeExpiry,
} from "./service.ts";
export {
  raiseSaleVersion,
  countShared,
  deleteStock,
  deleteUnusedStock,
  findStockLevels,
  lockStock,
  setCapacity,
  type Draw,
} from "./capacity.ts";
export { exchangeSoldStock, type Exchange } from "./exchange.ts";
export type { Claim, ClaimLine, Quota, Shortage } from "./rules.ts";
