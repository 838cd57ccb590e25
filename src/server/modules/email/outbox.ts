import type { SendMailOptions, Transporter } from "nodemailer";
import { forgottenAddress } from "#server/modules/orders/index.ts";
import { getSettings, withSenderName } from "#server/modules/settings/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { qrPng, renderMail } from "./render.ts";
import { withoutSecret } from "./secrets.ts";
import { hearForStaff } from "./staff-mails.ts";
import * as store from "./store.ts";
import type { Mail } from "./templates.ts";
import { openTransport, sendMail, SendFailure } from "./transport.ts";

/** Mails that are worked on in one go; few, so that a rush of buyers is never slowed by their mails. */
const batchSize = 10;
const maxAttempts = 12;

/** Lets the module hear what is worth a mail. */
export function hearForEmail({ facts }: Deps): void {
  facts.on("order.paid", (tx, paid) =>
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
  facts.on("order.money_returned", (tx, returned) =>
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
  facts.on("order.refund_made", (tx, made) => store.insertMails(tx, made.flatMap(refundMail("refund_made"))));
  facts.on("order.refund_done", (tx, done) => store.insertMails(tx, done.flatMap(refundMail("refund_done"))));
  hearForNights(facts);
  hearForPapers(facts);
  facts.on("order.ticket_changed", (tx, changed) =>
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
  facts.on("account.link_made", (tx, made) =>
    store.insertMails(
      tx,
      made.map(({ linkId, toAddress, toName }) => ({
        dedupeKey: `account-link:${linkId}`,
        kind: "account_link",
        toAddress,
        toName,
        // The row's id only: the secret is derived from it when the mail is written.
        topic: { linkId },
      })),
    ),
  );
  facts.on("account.guarded", (tx, notices) =>
    store.insertMails(
      tx,
      notices.map(({ noticeId, what, toAddress, toName }) => ({
        dedupeKey: `account-notice:${noticeId}`,
        kind: "account_notice",
        toAddress,
        toName,
        topic: { what },
      })),
    ),
  );
  hearForWishes(facts);
  hearForStaff(facts);
}

/** One mail a person and change of a night. */
function hearForNights(facts: Deps["facts"]): void {
  facts.on("order.night_changed", (tx, changed) =>
    store.insertMails(
      tx,
      changed.map(({ eventId, change, what, note, startedAt, arrangements, orderId, buyerEmail, buyerName }) => ({
        dedupeKey: `night-change:${eventId}:${change}:${buyerEmail}`,
        kind: "night_change",
        toAddress: buyerEmail,
        toName: buyerName,
        topic: {
          eventId,
          what,
          note,
          startedAt: startedAt ?? "",
          orderId,
          ...(arrangements ? { arrangements: JSON.stringify(arrangements) } : {}),
        },
      })),
    ),
  );
}

/** Mails about papers that were put right. */
function hearForPapers(facts: Deps["facts"]): void {
  facts.on("paper.invoice_corrected", (tx, corrected) =>
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

interface RefundTold {
  orderRefundId: string;
  orderId: string;
  buyerEmail: string;
  buyerName: string;
}

/** One mail for each state of a refund. Nobody is written to who deleted their account. */
function refundMail(kind: "refund_made" | "refund_done") {
  return ({ orderRefundId, orderId, buyerEmail, buyerName }: RefundTold): store.NewMail[] => {
    if (buyerEmail === forgottenAddress) return [];
    const dedupeKey = `${kind.replace("_", "-")}:${orderRefundId}`;
    return [{ dedupeKey, kind, toAddress: buyerEmail, toName: buyerName, topic: { orderId, orderRefundId } }];
  };
}

/** Mails to people who have no order: they asked to be told of something. */
function hearForWishes(facts: Deps["facts"]): void {
  facts.on("interest.asked", (tx, asked) =>
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
  facts.on("interest.sales_open", (tx, opened) =>
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

/** The sweep that sends what is due; without SMTP_URL mails are written out and kept in the database. */
export function emailSweeps(deps: Deps, onClose: (close: () => void) => void): Sweep[] {
  const { smtpUrl } = deps.config;
  const transport = smtpUrl === undefined ? undefined : openTransport(smtpUrl);
  if (transport !== undefined) onClose(() => transport.close());
  return [
    {
      name: "mail",
      everyMs: 5_000,
      async run() {
        await store.recoverLost(deps.db, maxAttempts);
        // Each is claimed right before it is sent: its lease never runs out while others are waited for.
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
    deps.log.error({ err: error, emailId: due.id }, "a mail could not be written");
    const status = due.attempts >= maxAttempts ? "failed" : "queued";
    await store.markFailed(deps.db, due.id, status, String(error), backOffSeconds(due.attempts), false);
    return;
  }
  if (mail === undefined) {
    await store.markFailed(deps.db, due.id, "failed", "its link is over: there is nothing to tell any more", 0, false);
    return;
  }
  const copy = withoutSecret(mail);
  if (transport === undefined || ready === undefined) {
    await store.markDone(deps.db, due.id, "kept", copy);
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
    deps.log.warn({ err: error, emailId: due.id, verdict }, "a mail did not leave");
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
    // The same mail sent again keeps its id, so that the receiver can drop the copy.
    messageId: `<mail-${due.id}@${new URL(deps.config.baseUrl).hostname}>`,
    ...(mail.headers ? { headers: mail.headers } : {}),
    attachments: await Promise.all(
      mail.codes.map(async ({ cid, code }) => ({ cid, filename: `${cid}.png`, content: await qrPng(code) })),
    ),
  };
}

/** Pause before the next try: 5 s, doubled each time, six hours at most. */
function backOffSeconds(attempts: number): number {
  return Math.min(21_600, 5 * 2 ** (attempts - 1));
}
