import { MailDetail, MailSummary, type MailList, type MailListQuery } from "#contract/email/outbox.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import { defineList, type List } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { newId } from "#server/platform/ids.ts";
import type { EmailOverview } from "#contract/email/delivery.ts";
import { partOf } from "../contributions.ts";
import { emailsOf, findEmail } from "../registry.ts";
import { qrPng } from "../render.ts";
import { withSecret } from "../secrets.ts";
import { findQueue, findRefused } from "../store.ts";
import { canRetry, forReading, refuseResend } from "./rules.ts";
import * as store from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";

const showMail = shownAs(MailSummary);

/** Emails as staff search them. Spreadsheets have the status of each, without its text; times are in UTC. */
export const mailsOf = (deps: Deps): List<MailListQuery, MailSummary> =>
  defineList(store.mailsAbout(partOf(deps, "mailedOrders")), showMail, {
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
export async function listMails(deps: Deps, query: MailListQuery): Promise<MailList> {
  const { db, config } = deps;
  const page = await mailsOf(deps).list(db, query);
  return { ...page, leaves: config.smtpUrl !== undefined, ...(await store.countMails(db)) };
}

/**
 * One email as it was sent.
 *
 * @throws AppError `not_found`
 */
export async function getMail(deps: Deps, id: number): Promise<MailDetail> {
  const { db, config } = deps;
  const mail = await requireMail(deps, db, id);
  const { requestedById } = mail;
  const people = requestedById === null ? undefined : await partOf(deps, "peopleNames")(db, [requestedById]);
  return shownAs(MailDetail)({
    ...mail,
    requestedBy: (requestedById !== null && people?.get(requestedById)) || null,
    from: config.mailFrom,
    bodyText: mail.bodyText === null ? null : await withSecret(deps, mail, mail.bodyText),
    hasHtml: mail.html !== null,
    canRetry: canRetry(mail),
    noResend: refuseResend({ ...mail, isRepeatable: isRepeatable(deps, mail) }) ?? null,
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
  const mail = await requireMail(deps, deps.db, id);
  const { html, codes } = mail;
  if (html === null) throw new AppError("not_found");
  const pictures = new Map<string, string>();
  for (const { cid, code } of codes) {
    pictures.set(cid, `data:image/png;base64,${(await qrPng(code)).toString("base64")}`);
  }
  return forReading(await withSecret(deps, mail, html), pictures);
}

/** Who sends an email again, and the request's Idempotency-Key. */
export interface Resending {
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
      const mail = await requireMail(deps, tx, id);
      const to = elsewhere?.email === mail.to.address ? undefined : elsewhere?.email;
      await requireResendable(deps, tx, to === undefined ? mail : { ...mail, orderEmail: null });
      const dedupeKey = `resend:${id}:${newId()}`;
      const newMail = await store.insertResend(tx, { of: id, staffId: staff.id, dedupeKey, to });
      await partOf(deps, "recordAction")(tx, {
        staff,
        action: "mail.resent",
        target: { kind: "mail", id },
        after: { mail: newMail, kind: mail.kind, to: to ?? mail.to.address },
        ...(elsewhere && { reason: elsewhere.reason }),
      });
      return showMail(await requireMail(deps, tx, newMail));
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
    const { kind, to } = await requireMail(deps, tx, id);
    if (!(await store.retryFailed(tx, id))) {
      throw new AppError("order_closed", { message: "Only a failed email that can't have arrived is tried again" });
    }
    const after = { kind, to: to.address };
    await partOf(deps, "recordAction")(tx, { staff, action: "mail.retried", target: { kind: "mail", id }, after });
    return showMail(await requireMail(deps, tx, id));
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
    const { length } = await store.queueUnsent(tx, waitedKinds(deps));
    if (length === 0) return 0;
    const target = { kind: "setting", id: "email" } as const;
    await partOf(deps, "recordAction")(tx, { staff, action: "mail.all_resent", target, after: { count: length } });
    return length;
  });
  return { count };
}

/** Delivery at a glance: the last 14 days in the brand's time zone, and why emails failed. */
export async function getOverview(deps: Deps): Promise<EmailOverview> {
  const { db, config } = deps;
  const { defaultTimeZone: timeZone } = await partOf(deps, "mailSettings")(db);
  const [queue, waited, refused, days, failures, addresses] = await Promise.all([
    findQueue(db),
    store.countUnsent(db, waitedKinds(deps)),
    findRefused(db),
    store.findDays(db, timeZone),
    store.findFailures(db),
    partOf(deps, "suppressions").countAddresses(db),
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

/** Sends an email about an order to an address that staff choose; the order's own address gets a plain resend. */
export async function sendCopy(
  deps: Deps,
  tx: Tx,
  { of, to, staffId }: { of: number; to: string; staffId: number },
): Promise<{ copy: number; shown: MailSummary }> {
  const { orderEmail } = await requireMail(deps, tx, of);
  const dedupeKey = `resend:${of}:${newId()}`;
  const copy = await store.insertResend(tx, { of, staffId, dedupeKey, to: to === orderEmail ? undefined : to });
  return { copy, shown: showMail(await requireMail(deps, tx, copy)) };
}

async function requireResendable(deps: Deps, db: Queryable, mail: store.WholeMailRow): Promise<void> {
  const refusal = refuseResend({ ...mail, isRepeatable: isRepeatable(deps, mail) });
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
  const found = findEmail(deps, mail);
  await found?.email.requireResendable?.(deps, db, found.topic);
}

const isRepeatable = (deps: Deps, mail: store.WholeMailRow): boolean =>
  findEmail(deps, mail)?.email.isRepeatable === true;

const waitedKinds = (deps: Deps): store.WaitedKinds => ({
  orders: partOf(deps, "mailedOrders"),
  kinds: emailsOf(deps).flatMap(({ kind, isOver, isRepeatable: repeats = false }) =>
    repeats ? [{ kind, isOver }] : [],
  ),
});

async function requireMail(deps: Deps, db: Queryable, id: number): Promise<store.WholeMailRow> {
  return requireFound(await store.findMail(db, partOf(deps, "mailedOrders"), id));
}
