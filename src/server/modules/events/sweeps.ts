import type { Deps } from "#server/platform/deps.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { countSales } from "./desk/store.ts";
import { publishingSweeps } from "./publishing/service.ts";

/** What nights do later: show themselves at their hour, and take their place in the list by sales. */
export function eventsSweeps(deps: Deps): Sweep[] {
  return [...publishingSweeps(deps), { name: "night-sales", everyMs: 30_000, run: () => countSales(deps.db) }];
}
