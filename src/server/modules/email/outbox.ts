import type { SendMailOptions, Transporter } from "nodemailer";
import { forgottenAddress } from "#server/modules/orders/index.ts";
import { getSettings, withSenderName } from "#server/modules/settings/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { qrPng, renderMail } from "./render.ts";
import { withoutSecret } from "./secrets.ts";
import { subscribeToStaffAlerts } from "./staff-mails.ts";
import * as store from "./store.ts";
import type { Mail } from "./templates.ts";
import { openTransport, sendMail, SendFailure } from "./transport.ts";

/** Emails sent in one job run; few, so that emails never slow down a rush of buyers. */
const batchSize = 10;
const maxAttempts = 12;

/** Listens for the domain events that send an email. */
export function subscribeEmail({ bus }: Deps): void {
  bus.on("order.paid", (tx, paid) =>
    store.insertMails(
      tx,
      paid.map(({ orderId, buyerEmail, buyerName }) => ({
        dedupeKey: `order-confirmation:${orderId}`,
        kind: "order_confirmation",
        toAddress: buyerEmail,
        toName: buyerName,
        topic: { orderId },
      })),
    ),
  );
  bus.on("order.money_returned", (tx, returned) =>
    store.insertMails(
      tx,
      returned.map(({ orderId, refundId, reason, amountCents, buyerEmail, buyerName }) => ({
        dedupeKey: `money-returned:${refundId}`,
        kind: "money_returned",
        toAddress: buyerEmail,
        toName: buyerName,
        topic: { orderId, reason, amountCents },
      })),
    ),
  );
  bus.on("order.refund_made", (tx, made) => store.insertMails(tx, made.flatMap(refundMail("refund_made"))));
  bus.on("order.refund_done", (tx, done) => store.insertMails(tx, done.flatMap(refundMail("refund_done"))));
  subscribeToEventChanges(bus);
  subscribeToOrderDocuments(bus);
  bus.on("order.ticket_changed", (tx, changed) =>
    store.insertMails(
      tx,
      changed.map(({ change, orderId, ticketId, what, was, buyerEmail, buyerName }) => ({
        dedupeKey: `ticket-change:${change}`,
        kind: "ticket_change",
        toAddress: buyerEmail,
        toName: buyerName,
        topic: { orderId, ticketId, what, was },
      })),
    ),
  );
  bus.on("account.link_made", (tx, made) =>
    store.insertMails(
      tx,
      made.map(({ linkId, toAddress, toName }) => ({
        dedupeKey: `account-link:${linkId}`,
        kind: "account_link",
        toAddress,
        toName,
        // Only the row's id: the secret is derived from it when the email is written.
        topic: { linkId },
      })),
    ),
  );
  bus.on("account.security_changed", (tx, alerts) =>
    store.insertMails(
      tx,
      alerts.map(({ alertId, what, toAddress, toName }) => ({
        dedupeKey: `security-alert:${alertId}`,
        kind: "security_alert",
        toAddress,
        toName,
        topic: { what },
      })),
    ),
  );
  subscribeToSignups(bus);
  subscribeToStaffAlerts(bus);
}

/** One email per person and change of an event. */
function subscribeToEventChanges(bus: Deps["bus"]): void {
  bus.on("order.event_changed", (tx, changed) =>
    store.insertMails(
      tx,
      changed.map(({ eventId, change, what, note, startedAt, schedules, orderId, buyerEmail, buyerName }) => ({
        dedupeKey: `event-change:${eventId}:${change}:${buyerEmail}`,
        kind: "event_change",
        toAddress: buyerEmail,
        toName: buyerName,
        topic: {
          eventId,
          what,
          note,
          startedAt: startedAt ?? "",
          orderId,
          ...(schedules ? { schedules: JSON.stringify(schedules) } : {}),
        },
      })),
    ),
  );
}

/** Emails about corrected order documents. */
function subscribeToOrderDocuments(bus: Deps["bus"]): void {
  bus.on("invoice.corrected", (tx, corrected) =>
    store.insertMails(
      tx,
      corrected
        .filter(({ buyerEmail }) => buyerEmail !== forgottenAddress)
        .map(({ orderId, cancellationId, invoiceId, buyerEmail, buyerName }) => ({
          dedupeKey: `invoice-corrected:${invoiceId}`,
          kind: "invoice_corrected",
          toAddress: buyerEmail,
          toName: buyerName,
          topic: { orderId, cancellationId, invoiceId },
        })),
    ),
  );
}

interface RefundEmailData {
  orderRefundId: string;
  orderId: string;
  buyerEmail: string;
  buyerName: string;
}

/** One email per refund status. Nobody who deleted their account gets one. */
function refundMail(kind: "refund_made" | "refund_done") {
  return ({ orderRefundId, orderId, buyerEmail, buyerName }: RefundEmailData): store.NewMail[] => {
    if (buyerEmail === forgottenAddress) return [];
    const dedupeKey = `${kind.replace("_", "-")}:${orderRefundId}`;
    return [{ dedupeKey, kind, toAddress: buyerEmail, toName: buyerName, topic: { orderId, orderRefundId } }];
  };
}

/** Emails to people without an order: they signed up for an alert. */
function subscribeToSignups(bus: Deps["bus"]): void {
  bus.on("interest.asked", (tx, asked) =>
    store.insertMails(
      tx,
      asked.map(({ interestId, email, mails }) => ({
        dedupeKey: `interest-confirmation:${interestId}:${mails}`,
        kind: "interest_confirmation",
        toAddress: email,
        toName: "",
        topic: { interestId },
      })),
    ),
  );
  bus.on("interest.sales_open", (tx, opened) =>
    store.insertMails(
      tx,
      opened.map(({ interestId, email, sends }) => ({
        dedupeKey: `sales-open:${interestId}:${sends}`,
        kind: "sales_open",
        toAddress: email,
        toName: "",
        topic: { interestId },
      })),
    ),
  );
}

/** The job that sends due emails; without SMTP_URL they are written, stored in the database and not sent. */
export function emailJobs(deps: Deps, onClose: (close: () => void) => void): Job[] {
  const { smtpUrl } = deps.config;
  const transport = smtpUrl === undefined ? undefined : openTransport(smtpUrl);
  if (transport !== undefined) onClose(() => transport.close());
  return [
    {
      name: "mail",
      everyMs: 5_000,
      async run() {
        await store.recoverLost(deps.db, maxAttempts);
        // Each is claimed right before it is sent, so its lease never runs out while it waits for others.
        for (let count = 0; count < batchSize; count++) {
          const due = await store.claimDueMail(deps.db);
          if (due === undefined) return false;
          await deliver(deps, transport, due);
        }
        return true;
      },
    },
  ];
}

async function deliver(deps: Deps, transport: Transporter | undefined, due: store.DueMail): Promise<void> {
  let mail: Mail | undefined;
  let ready: SendMailOptions | undefined;
  try {
    mail = await renderMail(deps, due);
    if (mail !== undefined && transport !== undefined) ready = await prepare(deps, due, mail);
  } catch (error) {
    deps.log.error({ err: error, emailId: due.id }, "an email could not be written");
    const status = due.attempts >= maxAttempts ? "failed" : "queued";
    await store.markFailed(deps.db, due.id, status, String(error), backOffSeconds(due.attempts), false);
    return;
  }
  if (mail === undefined) {
    await store.markFailed(deps.db, due.id, "failed", "Not sent: it expired or no longer applies", 0, false);
    return;
  }
  const copy = withoutSecret(mail);
  if (transport === undefined || ready === undefined) {
    await store.markDone(deps.db, due.id, "not_sent", copy);
    return;
  }
  if (!(await store.noteHandOver(deps.db, due))) return;
  try {
    await sendMail(transport, ready);
    await store.markDone(deps.db, due.id, "sent", copy);
  } catch (error) {
    const verdict = error instanceof SendFailure ? error.verdict : "unknown";
    const uncertain = verdict === "unknown";
    const spent = uncertain ? due.uncertainAttempts >= 1 : due.attempts >= maxAttempts;
    deps.log.warn({ err: error, emailId: due.id, verdict }, "an email was not sent");
    const status = spent ? "failed" : verdict;
    await store.markFailed(deps.db, due.id, status, String(error), backOffSeconds(due.attempts), uncertain);
  }
}

async function prepare(deps: Deps, due: store.DueMail, mail: Mail): Promise<SendMailOptions> {
  return {
    from: withSenderName(deps.config.mailFrom, (await getSettings(deps.db)).mailSenderName),
    to: { name: due.toName, address: due.toAddress },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    // The same email keeps its id when it is retried, so that the receiver can drop the copy.
    messageId: `<mail-${due.id}@${new URL(deps.config.baseUrl).hostname}>`,
    ...(mail.headers ? { headers: mail.headers } : {}),
    attachments: await Promise.all(
      mail.codes.map(async ({ cid, code }) => ({ cid, filename: `${cid}.png`, content: await qrPng(code) })),
    ),
  };
}

/** Pause before the next attempt: 5 s, doubled each time, six hours at most. */
function backOffSeconds(attempts: number): number {
  return Math.min(21_600, 5 * 2 ** (attempts - 1));
}
