import { defineModule } from "#server/platform/module.ts";
import { checkMailServer } from "./doctor/service.ts";
import { outboxRoutes } from "./admin-routes.ts";
import { bulkJob } from "./bulk.ts";
import { createLine } from "./line.ts";
import { emailJobs } from "./outbox.ts";
import { findMoneyReaders } from "./staff-mails.ts";
import { ownTicketRoutes } from "./own-tickets.ts";
import * as store from "./store.ts";
import { emailTextRoutes } from "./texts/routes.ts";
import { subscribeEmail } from "./triggers.ts";
import { deletedDisplayName } from "#server/modules/accounts/index.ts";
import { findOrderIdsOf, forgottenAddress } from "#server/modules/orders/index.ts";
import type { Database, Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import type { Metric } from "#server/platform/metrics.ts";
import type { RecordSource, RecordOwner } from "#server/platform/personal-records.ts";
import { nameRows } from "#server/platform/target-names.ts";

/** The emails that a person got: for their data download, and for account deletion. */
const emailRecords: RecordSource = {
  read: async (db, owner) => store.findMailRecords(db, await mailsOf(db, owner)),
  forget: async (tx, owner) => store.emptyMails(tx, await mailsOf(tx, owner), deletedDisplayName, forgottenAddress),
};

async function mailsOf(db: Queryable, owner: RecordOwner): Promise<store.MailOwner> {
  return { email: owner.email, orderIds: await findOrderIdsOf(db, owner) };
}

async function readMetrics(db: Database): Promise<Metric[]> {
  const { waiting, lateSeconds } = await store.findQueue(db);
  return [
    { name: "emails_waiting", help: "Emails that wait to be sent", values: [{ value: waiting }] },
    { name: "emails_late_seconds", help: "Seconds since the first of them was due", values: [{ value: lateSeconds }] },
    { name: "emails_failed", help: "Emails that couldn't be sent", values: [{ value: await store.countFailed(db) }] },
  ];
}

/** The jobs that send share what they know of the email server. */
function sendingJobs(deps: Deps, onClose: (close: () => void) => void): Job[] {
  const line = createLine(deps);
  return [...emailJobs(deps, line, onClose), bulkJob(deps, line, onClose)];
}

export { forReading, mailHtmlHeaders } from "./browse/rules.ts";
export { findMoneyReaders } from "./staff-mails.ts";
export { setHold, stopBulk, type DueBulkMail } from "./bulk-store.ts";
export { findBulkPauseMs, type BulkWriter } from "./bulk.ts";
export { insertMails } from "./store.ts";
export { firstNameInMail } from "./rules.ts";
export { campaignMail } from "./campaign-mail.ts";
export { inTheme, type Theme } from "./layout.ts";
export type { Mail } from "./templates.ts";
export { checkMailServer };

/** The outbox: every email, written from what happened and sent by a job. */
export const email = defineModule("email", ({ deps, server }) => ({
  targetNames: { mail: nameRows("emails", "coalesce(subject, to_address)") },
  readiness: () => checkMailServer(deps.config),
  routes(context) {
    outboxRoutes(context, deps);
    ownTicketRoutes(context, deps);
    emailTextRoutes(context, deps);
  },
  on: subscribeEmail,
  staffActions: ["email_text.changed"],
  jobs: sendingJobs(deps, (close) => void server.addHook("onClose", async () => close())),
  timeline: store.emailTimeline,
  personalData: { mails: emailRecords },
  overdue: { emails: store.countOverdue },
  metrics: readMetrics,
  attention: {
    failedMails: store.countFailed,
    refusedMails: async (db) => (await store.findRefused(db)).count,
    noMoneyAlertRecipient: async (db) => ((await findMoneyReaders(db)).length === 0 ? 1 : 0),
  },
  details: async (db) => ({
    moneyMails: await findMoneyReaders(db).then(
      ({ length }) => (length > 0 ? "has_recipient" : "no_recipient"),
      () => null,
    ),
  }),
}));
