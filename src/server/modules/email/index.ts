import { defineModule } from "#server/platform/module.ts";
import { checkMailServer } from "./doctor/service.ts";
import { doctorTest } from "./doctor/test-mail.ts";
import { outboxRoutes } from "./admin-routes.ts";
import { bulkJob } from "./bulk.ts";
import { createLine } from "./line.ts";
import { emailJobs } from "./outbox.ts";
import { subscribeEmails } from "./registry.ts";
import * as store from "./store.ts";
import { textTest } from "./texts/draft-mail.ts";
import { emailTextRoutes } from "./texts/routes.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import type { Metric } from "#server/platform/metrics.ts";
import { nameRows } from "#server/platform/target-names.ts";

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
export { resendMail, sendCopy, type Resending } from "./browse/service.ts";
export { setHold, stopBulk } from "./bulk-store.ts";
export type { BulkWriter } from "./bulk-writer.ts";
export { findBulkPauseMs } from "./bulk.ts";
export { findConfirmed } from "./contributions.ts";
export { partOf, type MailPurpose } from "./contributions.ts";
export { defineEmail, type Draft, type Email, type RenderedMail } from "./define.ts";
export {
  dressed,
  eventCard,
  footerLine,
  footerLink,
  frame,
  hero,
  inTheme,
  label,
  linkButton,
  list,
  paragraph,
  pictureUrl,
  section,
  stub,
  sumTable,
  whenOf,
  type Theme,
} from "./layout.ts";
export { kindsOf } from "./registry.ts";
export { firstNameInMail, greet, nameInMail, streetInMail } from "./rules.ts";
export {
  emptyMails,
  findFirstMail,
  findMailMoments,
  findMailRecords,
  insertMails,
  insertOncePer,
  redirectMails,
  resendFirst,
  type DueBulkMail,
  type MailOwner,
} from "./store.ts";
export type { Mail, MailAttachment, MailKit, MailLink } from "./mail.ts";
export { composeMail, stripOf } from "./templates.ts";
export { defineText, shippedTexts } from "./texts/define-text.ts";
export {
  exampleEvent,
  exampleOrderId,
  exampleOrderNumber,
  exampleUnsubscribe,
  plainExample,
  type Example,
} from "./texts/example.ts";
export { oneLine } from "./texts/problems.ts";
export { checkMailServer };

/**
 * The outbox: every email, written from what happened and sent by a job. It knows none of them: modules contribute
 * theirs (`emails`).
 */
export const email = defineModule("email", { emails: [doctorTest, textTest] }, ({ deps, server }) => ({
  targetNames: { mail: nameRows("emails", "coalesce(subject, to_address)") },
  readiness: () => checkMailServer(deps.config),
  routes(context) {
    outboxRoutes(context, deps);
    emailTextRoutes(context, deps);
  },
  onAll: (bus) => subscribeEmails(deps, bus),
  staffActions: ["email_text.changed"],
  jobs: sendingJobs(deps, (close) => void server.addHook("onClose", async () => close())),
  overdue: { emails: store.countOverdue },
  metrics: readMetrics,
  attention: {
    failedMails: store.countFailed,
    refusedMails: async (db) => (await store.findRefused(db)).count,
  },
}));
