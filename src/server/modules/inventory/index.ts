import "./facts.ts";

export {
  createStock,
  findAvailable,
  holdStock,
  keepHolds,
  lapseHolds,
  lockHolders,
  releaseHolds,
  returnSoldStock,
  sellHeldStock,
  stockIdsOf,
  unkeepHolds,
} from "./service.ts";
export type { Claim, ClaimLine, Shortage } from "./rules.ts";
