import { defineModule } from "#server/platform/module.ts";
import { reminderEmails } from "./emails.ts";
import { forgetPastEvents, sendReminders } from "./service.ts";
import { reminderRoutes } from "./routes.ts";
import { findConfirmedAddresses, findSignupsOf, forgetSignupsOf, moveSignups, purgeOld } from "./store.ts";
import { findSentence } from "./topics.ts";

export { askOwner, requireAddress, signUp } from "./opt-in.ts";
export { findSignupLinks, type SignupLinks } from "./service.ts";
export { claimSignups, countAwaiting, findAwaitedIds, findNamedIds, forgetTopics, leaveTopic } from "./store.ts";
export type { ReminderTopic } from "./topics.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** Someone signed up for a topic and has to confirm it by an email that is due at `mailedAt`. */
    "reminder.requested": { interestId: string; email: string; mailedAt: Date };
    /** Tickets that these addresses wait for went on sale; `sends` counts these emails to each. */
    "reminder.sales_open": { interestId: string; email: string; sends: number };
  }
}

const sixHoursMs = 6 * 60 * 60 * 1000;

/** Who wants an email when something opens or goes on sale. */
export const reminders = defineModule("reminders", { emails: reminderEmails }, ({ deps }) => ({
  routes: (context) => reminderRoutes(context, deps),
  confirmedAddresses: findConfirmedAddresses,
  jobs: [
    { name: "sales-open", everyMs: 3_000, run: () => sendReminders(deps) },
    { name: "unconfirmed-interests", everyMs: sixHoursMs, run: () => purgeOld(deps.db) },
    { name: "past-event-signups", everyMs: sixHoursMs, run: () => forgetPastEvents(deps) },
  ],
  // The signups of an account's confirmed address.
  personalData: {
    interests: {
      async read(db, owner) {
        const signups = await findSignupsOf(db, owner);
        return Promise.all(
          signups.map(async (signup) => ({
            ...signup,
            about: (await findSentence({ ...deps, db }, signup.topic)) ?? null,
          })),
        );
      },
      forget: forgetSignupsOf,
      move: moveSignups,
    },
  },
}));
