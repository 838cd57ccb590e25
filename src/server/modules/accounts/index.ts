import { defineModule } from "#server/platform/module.ts";
import { accountEmails } from "./emails.ts";
import { peopleRoutes } from "./admin-routes.ts";
import { purgeTokens } from "./identities/store.ts";
import { findMoneyReaders } from "./people/service.ts";
import { accountsTimeline, findConfirmedAddresses, findPeopleNames } from "./people/store.ts";
import { accountsSearch } from "./people/search.ts";
import { recoveryJobs } from "./recovery/service.ts";
import type { LinkPurpose } from "./recovery/store.ts";
import { accountsRoutes } from "./routes.ts";
import { purgeChallenges, purgeTickets } from "./second-factor/store.ts";
import { requireConfirmed } from "./second-factor/sign-in.ts";
import { purgeSessions } from "./session-store.ts";
import { createAuthenticate } from "./sessions.ts";
import { nameRows } from "#server/platform/target-names.ts";

export { addDoorStaff, ensureAdmin, generatePassword } from "./admin.ts";
export { addGuests } from "./service.ts";
export { hashPassword } from "./passwords.ts";
export { becauseOfPayments, findMoneyReaders } from "./people/service.ts";
export { countAdmins, countStaff } from "./people/store.ts";
export { findProofs } from "./people/proofs-store.ts";
export { findOrAddOwners, findRecordOwner, suspendAgain } from "./people/service.ts";
export { deletedDisplayName } from "./rules.ts";
export { mayActAsStaff } from "./second-factor/store.ts";
export { insertAccount as addAccount } from "./store.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** An account is about to be deleted in this transaction: all that is stored about it is still there. */
    "account.deleting": { userId: number };
    /** An account confirmed an email, or was linked to an identity of a sign-in provider. */
    "account.proved": { userId: number };
    /** A link was created that has to be emailed; its secret is derived when the email is written. */
    "account.link_made": { linkId: string; purpose: LinkPurpose; toAddress: string; toName: string };
    /**
     * Security alert: something about an account changed that its owner should know, at the address it had until now.
     */
    "account.security_changed": {
      alertId: string;
      what: "password_changed" | "email_changed" | "factors_reset";
      toAddress: string;
      toName: string;
    };
  }
}

const hourMs = 60 * 60 * 1000;

/** People, how they sign in, and what staff do for them. */
export const accounts = defineModule("accounts", { emails: accountEmails }, ({ deps, contributions }) => ({
  authentication: {
    authenticate: createAuthenticate(deps),
    requireConfirmed: (token, minutes) => requireConfirmed(deps.db, token, minutes),
  },
  targetNames: { person: nameRows("users", "display_name", { where: "deleted_at is null" }) },
  routes(context) {
    accountsRoutes(context, deps);
    peopleRoutes(context, deps, contributions);
  },
  jobs: [
    { name: "sessions", everyMs: hourMs, run: () => purgeSessions(deps.db) },
    {
      name: "sign-ins",
      everyMs: hourMs,
      async run() {
        await purgeChallenges(deps.db);
        await purgeTickets(deps.db);
        await purgeTokens(deps.db);
      },
    },
    ...recoveryJobs(deps),
  ],
  search: [accountsSearch(deps)],
  confirmedAddresses: findConfirmedAddresses,
  peopleNames: findPeopleNames,
  attention: {
    noMoneyAlertRecipient: async (db) => ((await findMoneyReaders(db)).length === 0 ? 1 : 0),
  },
  details: async (db) => ({
    moneyMails: await findMoneyReaders(db).then(
      ({ length }) => (length > 0 ? "has_recipient" : "no_recipient"),
      () => null,
    ),
  }),
  timeline: accountsTimeline,
}));
