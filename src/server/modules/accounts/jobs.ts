import type { Deps } from "#server/platform/deps.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { purgeSessions } from "./session-store.ts";

/** Work done later on accounts. */
export function accountsSweeps({ db }: Pick<Deps, "db">): Sweep[] {
  return [{ name: "sessions", everyMs: 60 * 60 * 1000, run: () => purgeSessions(db) }];
}
