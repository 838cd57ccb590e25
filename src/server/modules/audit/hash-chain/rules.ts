import type { AuditHashChain } from "#contract/audit.ts";

/** What decides the status of the hash chain. */
export interface HashChainFindings {
  isLate: boolean;
  isBroken: boolean;
  /** Whether a full pass over the log ever ended without finding a broken entry. */
  wasWhole: boolean;
}

/**
 * The log's status: `broken` if an entry isn't as it was written, `late` if entries wait too long for their hash,
 * `unknown` until the first full pass is done.
 */
export function hashChainStatusOf({ isBroken, isLate, wasWhole }: HashChainFindings): AuditHashChain["status"] {
  if (isBroken) return "broken";
  if (isLate) return "late";
  return wasWhole ? "whole" : "unknown";
}
