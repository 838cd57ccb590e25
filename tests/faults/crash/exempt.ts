const tidiesUp = "One statement that deletes rows no one reads anymore";

/** Jobs and requests that no flow crashes, with the reason. */
export const notCrashed: Record<string, string> = {
  "job idempotency-keys": tidiesUp,
  "job free-order-networks": tidiesUp,
  "job sessions": tidiesUp,
  "job ended-grants": "One transaction that closes grants whose time is over; the next run finds the remaining ones",
  "job sign-ins": tidiesUp,
  "job account-links": tidiesUp,
  "job old-error-reports": tidiesUp,
  "job old-analytics": tidiesUp,
  "job unconfirmed-interests": tidiesUp,
  "job past-event-signups": tidiesUp,
  "job forgotten-imports": tidiesUp,
  "job old-carts": tidiesUp,
  "job old-mail-reports": tidiesUp,
  "job stream-purges": "Deletes rows and files that no one needs, and finds the remaining ones again",
  "job stream-access": "Remembers in memory whose ticket was refunded; it writes nothing",
  "job stream-minutes": "Counts viewers anew each time",
  "job unpaid-addresses": "One statement that empties addresses; the next run does the same",
  "job old-notifications": tidiesUp,
  "job realtime-messages": tidiesUp,
  "job event-sales": "Recounts what the list of events is sorted by; the next run counts the same",
  "job reconciliation":
    "Reads the provider's list span by span and continues where it was interrupted; tests/reconciliation interrupts it",
  "job invariants": "Checks the invariants and records the result; the next run finds the same",
  "job audit-walk":
    "Checks the activity log's hash chain and records how far it got; the next run continues from there",
  "job word-search": "Asks PostgreSQL to merge an index: nothing that anyone reads changes",
  "job rate-counters": tidiesUp,
  "job proofs": tidiesUp,
  "job confirmed-mailboxes": tidiesUp,
  "job hold-counts": "Deletes counts that no one reads anymore and starts old ones anew; the next run does the same",
  "job product-file-leftovers": "Deletes files that no product names, and finds the remaining ones again",
  "job picture-leftovers": "Deletes files that no row names, and finds the remaining ones again",
  "job pictures": "Renders an image from its original again until it is done; tests/media kills it halfway",
};
