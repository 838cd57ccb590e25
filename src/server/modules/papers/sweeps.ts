import type { Deps } from "#server/platform/deps.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { issueDuePapers } from "./issuing/service.ts";

/** Numbers what is due. Nobody waits for it: a paper that is asked for sooner gets its number then. */
export function papersSweeps({ db }: Deps): Sweep[] {
  return [{ name: "papers", everyMs: 5_000, run: () => issueDuePapers(db) }];
}
