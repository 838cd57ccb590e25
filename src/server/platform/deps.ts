import type { Config } from "#server/config.ts";
import type { Database } from "./db/database.ts";
import type { Facts } from "./facts.ts";
import type { Files } from "./files/files.ts";
import type { Logger } from "./log.ts";
import type { PersonalRecords } from "./personal-records.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** What the modules work with; made once by buildApp and handed down. */
export interface Deps {
  config: Config;
  db: Database;
  facts: Facts;
  files: Files;
  keys: SigningKeys;
  log: Logger;
  personalRecords: PersonalRecords;
  /** Runs a sweep soon: after a commit that left it work. */
  nudge: (sweep: string) => void;
}
