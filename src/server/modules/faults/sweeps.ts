import type { Deps } from "#server/platform/deps.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { purgeFaults } from "./store.ts";

/** Lets go of errors that nobody meets any more. */
export function faultsSweeps({ db }: Pick<Deps, "db">): Sweep[] {
  return [{ name: "old-faults", everyMs: 60 * 60 * 1000, run: () => purgeFaults(db) }];
}
