import "./facts.ts";

export {
  createStock,
  findAvailable,
  holdStock,
  keepHolds,
  lapseHolds,
  lockClaims,
  lockHolders,
  releaseHolds,
  resizeStock,
  returnSoldKinds,
  returnSoldStock,
  returnSoldUnits,
  sellHeldStock,
  stockIdsOf,
  unkeepHolds,
} from "./service.ts";
export { changeTerms, countShared, deleteStock, findStanding, lockStock, setCapacity, type Draw } from "./capacity.ts";
export { exchangeSoldStock, type Exchange } from "./exchange.ts";
export type { Claim, ClaimLine, Quota, Shortage } from "./rules.ts";
