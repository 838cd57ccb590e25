import type { Deps } from "#server/platform/deps.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { purgeUnconfirmed } from "./store.ts";

/** Lets go of addresses that nobody confirmed. */
export function interestSweeps({ db }: Pick<Deps, "db">): Sweep[] {
  return [{ name: "unconfirmed-interests", everyMs: 6 * 60 * 60 * 1000, run: () => purgeUnconfirmed(db) }];
}
