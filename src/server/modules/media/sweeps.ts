import type { Deps } from "#server/platform/deps.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { removeLeftovers } from "./leftovers/service.ts";
import { cutNextCard, drawNext } from "./rendering/service.ts";

/** Work done later on pictures: one after the other on each node, so that twenty at once cost no more memory than one. */
export function mediaSweeps(deps: Deps): Sweep[] {
  return [
    { name: "pictures", everyMs: 5000, run: async () => (await drawNext(deps)) || cutNextCard(deps) },
    { name: "picture-leftovers", everyMs: 60 * 60 * 1000, run: () => removeLeftovers(deps) },
  ];
}
