import type { Deps } from "#server/platform/deps.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { purgeOld } from "./store.ts";

/** Lets go of figures that no report can reach any more. */
export function analyticsSweeps({ db }: Pick<Deps, "db">): Sweep[] {
  return [{ name: "old-analytics", everyMs: 6 * 60 * 60 * 1000, run: () => purgeOld(db) }];
}
