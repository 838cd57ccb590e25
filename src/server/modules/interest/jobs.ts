import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { forgetPastEvents, sendReminders } from "./reminders.ts";
import { purgeUnconfirmed } from "./store.ts";

/** Sends on-sale emails; deletes addresses that nobody confirmed, and those of events that are over. */
export function interestJobs(deps: Deps): Job[] {
  return [
    { name: "sales-open", everyMs: 3_000, run: () => sendReminders(deps) },
    { name: "unconfirmed-interests", everyMs: 6 * 60 * 60 * 1000, run: () => purgeUnconfirmed(deps.db) },
    { name: "past-event-signups", everyMs: 6 * 60 * 60 * 1000, run: () => forgetPastEvents(deps) },
  ];
}
