import type { Deps } from "#server/platform/deps.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { pace } from "./rules.ts";
import { checkInvariants } from "./service.ts";

/** Looks every minute whether all holds that always must. */
export function invariantSweeps(deps: Deps): Sweep[] {
  return [{ name: "invariants", everyMs: pace.everyMs, run: () => checkInvariants(deps) }];
}
