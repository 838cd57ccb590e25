import { forgottenAddress } from "#server/modules/orders/index.ts";
import { defineModule } from "#server/platform/module.ts";
import { consentRoutes } from "./routes.ts";
import { newsTopic, onOrdersOptedIn, onOrdersPaid } from "./news.ts";
import { findRefusals } from "./service.ts";
import * as store from "./store.ts";
import { nameRows } from "#server/platform/target-names.ts";

export { fromToken, toToken } from "./signatures.ts";
export { unsubscribeLinks } from "./service.ts";
export { confirmedOptIns, insertOptIns, insertSuppression as suppress } from "./store.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** Someone unsubscribed by a link of a message; its recipient is a row of campaigns. */
    "email.unsubscribed": { recipientId: number };
  }
}

const dayMs = 24 * 60 * 60 * 1000;

/** Who wants which emails, and which addresses aren't written to. */
export const consent = defineModule("consent", ({ deps }) => ({
  targetNames: { suppression: nameRows("suppressions", "email") },
  routes: (context) => consentRoutes(context, deps),
  suppressions: { findRefusals, suppress: store.insertSuppression, countAddresses: store.countAddresses },
  on(bus) {
    bus.on("order.opted_in", onOrdersOptedIn);
    bus.on("order.paid", (tx, orders) => onOrdersPaid(deps, tx, orders));
  },
  jobs: [{ name: "old-mail-reports", everyMs: dayMs, run: () => store.purgeReports(deps.db) }],
  personalData: {
    emailConsent: {
      read: async (db, { email }) => (email === null ? [] : store.findConsentRecords(db, email)),
      forget: async (tx, { id, email }) => {
        if (email !== null) await store.forgetConsent(tx, email, forgottenAddress);
        await store.move(tx, id, null);
      },
      move: store.move,
    },
  },
  reminderTopics: newsTopic,
  staffActions: ["suppression.added"],
}));
