import { ownTables } from "./owned-tables.ts";

/** Tables of the platform itself; db/seed keeps `demo_seed`. */
export const platformTables = ownTables({
  demo_seed: {},
  idempotency_keys: {},
  proofs: {},
  rate_counters: {},
  realtime_messages: {},
  realtime_topics: {},
  signing_keys: {},
});
