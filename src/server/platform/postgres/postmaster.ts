import type { PostgresBinaries } from "./binaries.ts";
import type { DatabaseFolders } from "./folders.ts";
import type { Account } from "./program.ts";

/** fast: end sessions, write everything to disk, exit. immediate: exit now, recover at the next start. */
export type StopMode = "fast" | "immediate";

/** A running PostgreSQL server process. */
export interface Postmaster {
  exited: Promise<void>;
  signal(mode: StopMode): void;
}

/** What a launch needs. */
export interface LaunchPlan {
  folders: DatabaseFolders;
  binaries: PostgresBinaries;
  account: Account;
}
