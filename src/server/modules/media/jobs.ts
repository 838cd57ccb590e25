import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { removeLeftovers } from "./leftovers/service.ts";
import { cutNextCard, drawNext } from "./rendering/service.ts";

/** The jobs for images: one at a time on each node, so that twenty uploads take no more memory than one. */
export function mediaJobs(deps: Deps): Job[] {
  return [
    { name: "pictures", everyMs: 5000, run: async () => (await drawNext(deps)) || cutNextCard(deps) },
    { name: "picture-leftovers", everyMs: 60 * 60 * 1000, run: () => removeLeftovers(deps) },
  ];
}
