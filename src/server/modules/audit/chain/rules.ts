import type { AuditChain } from "#contract/audit.ts";

/** What is known of the chain, as far as it decides what is said of it. */
export interface ChainFacts {
  isLate: boolean;
  isBroken: boolean;
  /** Whether a round along the whole log was ever finished without a find. */
  wasWhole: boolean;
}

/**
 * What is said of the log in a word: `broken` where an entry is not as it was written, `late` where entries wait too long
 * for their seal, `unknown` until the first round along it is through.
 */
export function chainStateOf({ isBroken, isLate, wasWhole }: ChainFacts): AuditChain["state"] {
  if (isBroken) return "broken";
  if (isLate) return "late";
  return wasWhole ? "whole" : "unknown";
}
