const tidiesUp = "One statement that deletes what nobody reads any more";

/** Sweeps and requests that no flow crashes, with the reason. */
export const notCrashed: Record<string, string> = {
  "sweep idempotency-keys": tidiesUp,
  "sweep sessions": tidiesUp,
  "sweep sign-ins": tidiesUp,
  "sweep account-links": tidiesUp,
  "sweep old-faults": tidiesUp,
  "sweep old-analytics": tidiesUp,
  "sweep unconfirmed-interests": tidiesUp,
  "sweep waits-that-are-over": tidiesUp,
  "sweep night-sales": "Counts anew what the list of nights is sorted by; the next turn counts the same",
  "sweep money-comparison":
    "Reads the provider's list span by span and goes on where it was broken off; tests/reconciliation breaks it off",
  "sweep invariants": "Looks whether all holds that always must and notes what it saw; the next look sees the same",
  "sweep audit-walk":
    "Looks whether the audit log is as it was sealed and notes how far it came; the next looks on from there",
  "sweep words": "Asks PostgreSQL to merge an index: nothing that anybody reads changes",
  "sweep picture-leftovers": "Deletes files that no row names, and finds those again that are still there",
  "sweep pictures": "Draws a picture anew from its original until it is done; tests/media kills it half way",
};
