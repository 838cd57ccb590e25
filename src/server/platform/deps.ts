import type { JobName } from "./job-names.generated.ts";
import type { Config } from "#server/config.ts";
import type { OpenCounter } from "./counters.ts";
import type { Database } from "./db/database.ts";
import type { EventBus } from "./domain-events.ts";
import type { Files } from "./files/files.ts";
import type { Logger } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { PersonalRecords } from "./personal-records.ts";
import type { ModuleParts } from "./module-parts.ts";
import type { TrustedNetworks } from "./http/trusted-networks.ts";
import type { Realtime } from "./realtime/index.ts";
import type { Proofs } from "./proof/index.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** What the modules work with. buildApp makes it once and passes it down. */
export interface Deps {
  config: Config;
  db: Database;
  bus: EventBus;
  files: Files;
  keys: SigningKeys;
  log: Logger;
  metrics: Metrics;
  personalRecords: PersonalRecords;
  /** Asks for work where a network's share is used up. */
  proofs: Proofs;
  /** Networks whose people aren't counted together, because staff named them. */
  trustedNetworks: TrustedNetworks;
  /** Publishes messages to the browsers that follow a topic. */
  realtime: Realtime;
  /** Counts guesses for all nodes together. */
  openCounter: OpenCounter;
  /** One kind of what modules contributed, in their order. Complete once the app is built: call it for each request. */
  contributed: <Kind extends keyof ModuleParts>(kind: Kind) => NonNullable<ModuleParts[Kind]>[];
  /** Runs a job soon, after a commit that left it work. */
  nudge: (job: JobName) => void;
}
