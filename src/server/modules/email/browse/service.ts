import type { sendTicketsTo as contract } from "#contract/orders/buyer-email.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { thingsOf } from "#contract/orders/texts.ts";
import { MailDetail, MailSummary, type MailList, type MailListQuery } from "#contract/email/outbox.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { newId } from "#server/platform/ids.ts";
import type { EmailOverview } from "#contract/email/delivery.ts";
import { countAddresses } from "#server/modules/consent/index.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { readOrders } from "#server/modules/orders/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { qrPng } from "../render.ts";
import { withSecret } from "../secrets.ts";
import { findQueue, findRefused } from "../store.ts";
import { canRetry, forReading, refuseResend, repeatable } from "./rules.ts";
import * as store from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";

const showMail = shownAs(MailSummary);

/** Emails as staff search them. Spreadsheets have the status of each, without its text; times are in UTC. */
export const mails = defineList(store.mails, showMail, {
  Created: "createdAt",
  To: (mail) => mail.to.name,
  Email: (mail) => mail.to.address,
  Type: "kind",
  Subject: "subject",
  Status: "status",
  Attempts: "attempts",
  Sent: (mail) => (mail.status === "sent" ? mail.sentAt : null),
  Error: "error",
  "Email ID": "id",
});

/** One page of emails, with the filter options. */
export async function listMails({ db, config }: Deps, query: MailListQuery): Promise<MailList> {
  const page = await mails.list(db, query);
  return { ...page, leaves: config.smtpUrl !== undefined, ...(await store.countMails(db)) };
}

/**
 * One email as it was sent.
 *
 * @throws AppError `not_found`
 */
export async function getMail(deps: Deps, id: number): Promise<MailDetail> {
  const { db, config } = deps;
  const mail = await requireMail(db, id);
  return shownAs(MailDetail)({
    ...mail,
    from: config.mailFrom,
    bodyText: mail.bodyText === null ? null : await withSecret(deps, mail, mail.bodyText),
    hasHtml: mail.html !== null,
    canRetry: canRetry(mail),
    noResend: refuseResend(mail) ?? null,
    resends: await store.findResends(db, id),
    leaves: config.smtpUrl !== undefined,
  });
}

/**
 * An email's HTML with its images, for a frame in which nothing runs.
 *
 * @throws AppError `not_found` also for an email that is not written yet
 */
export async function getMailHtml(deps: Deps, id: number): Promise<string> {
  const mail = await requireMail(deps.db, id);
  const { html, codes } = mail;
  if (html === null) throw new AppError("not_found");
  const pictures = new Map<string, string>();
  for (const { cid, code } of codes) {
    pictures.set(cid, `data:image/png;base64,${(await qrPng(code)).toString("base64")}`);
  }
  return forReading(await withSecret(deps, mail, html), pictures);
}

interface Resending {
  staff: Principal;
  idempotency: IdempotencyClaim;
  /** Another address, and why it gets the email. */
  elsewhere?: { email: string; reason: string } | undefined;
}

/**
 * Resends an email to the same person, or an email about an order to an address that staff choose, written again from
 * current data. The same Idempotency-Key sends one.
 *
 * @throws AppError `not_found` | `request_in_flight` | `order_closed`
 */
export async function resendMail(
  deps: Deps,
  id: number,
  { staff, idempotency, elsewhere }: Resending,
): Promise<PreparedReply> {
  return inTransaction(deps.db, (tx) =>
    answerOnce(tx, idempotency, async () => {
      const mail = await requireMail(tx, id);
      const to = elsewhere?.email === mail.to.address ? undefined : elsewhere?.email;
      await requireResendable(deps, tx, to === undefined ? mail : { ...mail, orderEmail: null });
      const dedupeKey = `resend:${id}:${newId()}`;
      const newMail = await store.insertResend(tx, { of: id, staffId: staff.id, dedupeKey, to });
      await recordAction(tx, {
        staff,
        action: "mail.resent",
        target: { kind: "mail", id },
        after: { mail: newMail, kind: mail.kind, to: to ?? mail.to.address },
        ...(elsewhere && { reason: elsewhere.reason }),
      });
      return showMail(await requireMail(tx, newMail));
    }),
  );
}

/**
 * Tries a failed email again, with as many attempts as the first time.
 *
 * @throws AppError `not_found` | `order_closed` for one that didn't fail, or that may have arrived
 */
export async function retryMail(deps: Deps, staff: Principal, id: number): Promise<MailSummary> {
  return inTransaction(deps.db, async (tx) => {
    const { kind, to } = await requireMail(tx, id);
    if (!(await store.retryFailed(tx, id))) {
      throw new AppError("order_closed", { message: "Only a failed email that can't have arrived is tried again" });
    }
    const after = { kind, to: to.address };
    await recordAction(tx, { staff, action: "mail.retried", target: { kind: "mail", id }, after });
    return showMail(await requireMail(tx, id));
  });
}

/**
 * Sends every email about an order that waited for an email server, unless its event has ended since. Safe under concurrency: each is queued once.
 *
 * @returns how many; 0 while there is still no email server
 */
export async function resendUnsent(deps: Deps, staff: Principal): Promise<{ count: number }> {
  if (deps.config.smtpUrl === undefined) return { count: 0 };
  const count = await inTransaction(deps.db, async (tx) => {
    const { length } = await store.queueUnsent(tx, [...repeatable]);
    if (length === 0) return 0;
    const target = { kind: "setting", id: "email" } as const;
    await recordAction(tx, { staff, action: "mail.all_resent", target, after: { count: length } });
    return length;
  });
  return { count };
}

/** Delivery at a glance: the last 14 days in the brand's time zone, and why emails failed. */
export async function getOverview({ db, config }: Deps): Promise<EmailOverview> {
  const { defaultTimeZone: timeZone } = await getSettings(db);
  const [queue, waited, refused, days, failures, addresses] = await Promise.all([
    findQueue(db),
    store.countUnsent(db, [...repeatable]),
    findRefused(db),
    store.findDays(db, timeZone),
    store.findFailures(db),
    countAddresses(db),
  ]);
  return {
    leaves: config.smtpUrl !== undefined,
    ...waited,
    waiting: queue.waiting,
    lateSeconds: Math.round(queue.lateSeconds),
    timeZone,
    days,
    failures,
    refused: refused.count === 0 ? null : { count: refused.count, cause: refused.cause!, said: refused.said! },
    ...addresses,
  };
}

/**
 * Resends an order's confirmation.
 *
 * @throws AppError `not_found` also for an order that was never paid; as resendMail
 */
export async function resendConfirmation(deps: Deps, orderId: string, resending: Resending): Promise<PreparedReply> {
  const mailId = requireFound(await store.findConfirmation(deps.db, orderId));
  return resendMail(deps, mailId, resending);
}

/** Whom staff send an order's tickets, and why. */
interface CopyRequest extends Resending {
  orderId: string;
  draft: BodyOf<typeof contract>;
}

/**
 * Emails an order's current tickets to an address that staff choose. The order keeps its own email. The same
 * Idempotency-Key sends one.
 *
 * @throws AppError `not_found` also for an order that was never paid | `order_closed` when it has no valid tickets
 */
export async function sendTicketsTo(
  deps: Deps,
  { orderId, draft, staff, idempotency }: CopyRequest,
): Promise<PreparedReply> {
  const of = requireFound(await store.findConfirmation(deps.db, orderId));
  return inTransaction(deps.db, (tx) =>
    answerOnce(tx, idempotency, async () => {
      const { order, orderEmail } = await requireMail(tx, of);
      await requireTickets(deps, tx, order!.id);
      // The order's own address gets a plain resend.
      const to = draft.email === orderEmail ? undefined : draft.email;
      const copy = await store.insertResend(tx, { of, staffId: staff.id, dedupeKey: `resend:${of}:${newId()}`, to });
      await recordAction(tx, {
        staff,
        action: "order.tickets_emailed",
        target: { kind: "order", id: order!.id },
        after: { to: draft.email, number: order!.number, mail: copy },
        reason: draft.reason,
      });
      return showMail(await requireMail(tx, copy));
    }),
  );
}

async function requireResendable(deps: Deps, db: Queryable, mail: store.WholeMailRow): Promise<void> {
  const refusal = refuseResend(mail);
  if (refusal === "on_its_way") throw new AppError("request_in_flight", { message: "This email is still being sent" });
  if (refusal === "one_time") {
    throw new AppError("order_closed", {
      message: "This email's link works only once. The customer needs to request a new one.",
    });
  }
  if (refusal === "other_address") {
    throw new AppError("order_closed", {
      message: "This email didn't go to the order's current email. To send it again, open the order.",
    });
  }
  if (mail.kind !== "order_confirmation") return;
  const { order } = (await readOrders(deps, db, [mail.order!.id])).get(mail.order!.id)!;
  if (thingsOf(order) === "tickets") return requireTickets(deps, db, order.id);
  if (order.status === "refunded") throw new AppError("order_closed", { message: "This order was refunded" });
}

async function requireTickets(deps: Deps, db: Queryable, orderId: string): Promise<void> {
  const found = (await readOrders(deps, db, [orderId])).get(orderId);
  if (found?.order.tickets.some((ticket) => ticket.status === "valid") !== true) {
    throw new AppError("order_closed", { message: "This order has no valid tickets left" });
  }
}

async function requireMail(db: Queryable, id: number): Promise<store.WholeMailRow> {
  const mail = requireFound(await store.findMail(db, id));
  return mail;
}
