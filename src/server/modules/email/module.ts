import { defineModule } from "#server/platform/module.ts";

import { outboxRoutes } from "./admin-routes.ts";
import { emailJobs } from "./outbox.ts";
import { emailRecords } from "./records.ts";
import { findMoneyReaders } from "./staff-mails.ts";
import { countFailed, countOverdue } from "./store.ts";
import { emailTimeline } from "./timeline-store.ts";
import { subscribeEmail } from "./triggers.ts";

/** The outbox: every email, written from what happened and sent by a job. */
export const email = defineModule("email", ({ deps, server }) => ({
  routes: (context) => outboxRoutes(context, deps),
  on: subscribeEmail,
  jobs: emailJobs(deps, (close) => void server.addHook("onClose", async () => close())),
  timeline: emailTimeline,
  personalData: { mails: emailRecords },
  overdue: { emails: countOverdue },
  attention: {
    failedMails: countFailed,
    noMoneyAlertRecipient: async (db) => ((await findMoneyReaders(db)).length === 0 ? 1 : 0),
  },
  details: async (db) => ({
    moneyMails: await findMoneyReaders(db).then(
      ({ length }) => (length > 0 ? "has_recipient" : "no_recipient"),
      () => null,
    ),
  }),
}));
