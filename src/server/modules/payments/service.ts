import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import type { RefundReason } from "./facts.ts";
import { claimWaitingNotices, purgeNotices, storeNotices } from "./inbox.ts";
import type { PaymentProvider } from "./provider.ts";
import { isLive } from "./rules.ts";
import { createSandbox, type Courier, type Sandbox } from "./sandbox/index.ts";
import { createSettle, type Settlement } from "./settle.ts";
import * as store from "./store.ts";

/** The payments desk of one app: the provider in use and the way in which its word becomes ours. */
export interface Payments {
  provider: PaymentProvider;
  sandbox: Sandbox;
  settle: (settlement: Settlement) => Promise<void>;
}

/** What the desk is set up with; tests put their own provider or courier in between. */
export interface PaymentsOptions {
  server: FastifyInstance;
  wrapProvider?: (provider: PaymentProvider) => PaymentProvider;
  courier?: Courier;
}

/** Sets the desk up with the provider that the settings name. */
export function createPayments(deps: Deps, options: PaymentsOptions): Payments {
  const sandbox = createSandbox(deps, options.server, options.courier);
  const wrap = options.wrapProvider ?? ((provider) => provider);
  return { provider: wrap(sandbox.provider), sandbox, settle: createSettle(deps) };
}

/** Writes an attempt for each subject, in the caller's transaction; `openPage` then gets the provider's address. */
export async function startPayments(
  tx: Tx,
  provider: PaymentProvider["name"],
  subjects: Omit<store.NewPayment, "id" | "provider">[],
): Promise<store.PaymentRow[]> {
  const payments = subjects.map((subject) => ({ ...subject, id: newId(), provider }));
  if (payments.length > 0) await store.insertPayments(tx, payments);
  return payments.map((payment) => ({ ...payment, providerRef: null, redirectUrl: null, status: "starting" as const }));
}

/**
 * Asks the provider for the page of an attempt. Safe to repeat: the provider knows the attempt by its id.
 *
 * @throws AppError `unavailable` when the provider does not answer; the attempt stays and can be tried again
 */
export async function openPage(payments: Payments, payment: store.PaymentRow): Promise<{ ref: string; url: string }> {
  if (payment.redirectUrl !== null && payment.providerRef !== null) {
    return { ref: payment.providerRef, url: payment.redirectUrl };
  }
  try {
    return await payments.provider.openSession({ ...payment, paymentId: payment.id });
  } catch (error) {
    throw new AppError("unavailable", {
      message: "The payment page cannot be reached for a moment. Your tickets stay set aside.",
      retryAfterSeconds: 2,
      cause: error,
    });
  }
}

/**
 * Takes in a provider's notice: signature first, then the provider's own word on the session, then the effect and the
 * notice in one transaction. What cannot be worked on now is stored and tried again by the `webhooks` sweep.
 *
 * @throws AppError `bad_signature`; once it returns the notice is durable
 */
export async function receiveNotice(
  deps: Deps,
  payments: Payments,
  headers: IncomingHttpHeaders,
  rawBody: string,
): Promise<void> {
  const { eventId, ref } = payments.provider.readWebhook(headers, rawBody);
  const notice = { provider: payments.provider.name, eventId, ref, body: rawBody };
  try {
    const session = await payments.provider.findSession(ref);
    if (session === undefined) throw new Error(`The provider knows no session ${ref}`);
    await payments.settle({ session, notice });
  } catch (error) {
    deps.log.warn({ err: error, eventId }, "a payment notice waits for its next try");
    await storeNotices(deps.db, [notice], false);
  }
}

/** Works on stored notices whose first try failed. @returns true when more may be waiting */
export async function retryNotices(deps: Deps, payments: Payments): Promise<boolean> {
  const notices = await claimWaitingNotices(deps.db, 100);
  await Promise.all(
    notices.map(async (notice) => {
      try {
        const session = await payments.provider.findSession(notice.ref);
        if (session !== undefined) await payments.settle({ session, notice });
      } catch (error) {
        deps.log.warn({ err: error, eventId: notice.eventId }, "a payment notice waits for its next try");
      }
    }),
  );
  await inTransaction(deps.db, purgeNotices);
  return notices.length === 100;
}

/**
 * Asks the provider about attempts nobody told us of, and closes those whose time is up. With every notice lost, all
 * orders still settle. The hold is given back only after the provider has confirmed that nobody can pay any more.
 */
export async function reconcile(deps: Deps, payments: Payments): Promise<boolean> {
  const unsettled = await store.claimUnsettled(deps.db, 100);
  await Promise.all(
    unsettled.map(async (payment) => {
      try {
        const session =
          payment.overdue || payment.providerRef === null
            ? payment.overdue
              ? await payments.provider.expireSession(payment.id)
              : undefined
            : await payments.provider.findSession(payment.providerRef);
        if (session !== undefined) await payments.settle({ session });
      } catch (error) {
        deps.log.warn({ err: error, paymentId: payment.id }, "a payment could not be checked, it will be tried again");
      }
    }),
  );
  return unsettled.length === 100;
}

/**
 * Ends the live attempts of a subject that is given up.
 *
 * @returns false when one of them turned out to be paid: the subject is then paid as well
 * @throws AppError `unavailable` when the provider does not answer
 */
export async function endPayments(deps: Deps, payments: Payments, subjectId: string): Promise<boolean> {
  const live = (await store.findAttempts(deps.db, [subjectId])).filter((payment) => isLive(payment.status));
  let open = true;
  for (const payment of live) {
    const session = await payments.provider.expireSession(payment.id).catch((error: unknown) => {
      throw new AppError("unavailable", { retryAfterSeconds: 2, cause: error });
    });
    const closed = session.state === "expired" || session.state === "cancelled";
    await payments.settle({ session: closed ? { ...session, state: "cancelled" } : session });
    if (!closed) open = false;
  }
  return open;
}

/** Sends due refunds to the provider, each with its own key, and tells of those that went through. */
export async function sendRefunds(deps: Deps, payments: Payments): Promise<boolean> {
  const due = await store.claimDueRefunds(deps.db, 20);
  for (const refund of due) {
    try {
      const { ref } = await payments.provider.refund({
        refundId: refund.id,
        ref: refund.providerRef,
        amountCents: refund.amountCents,
      });
      await inTransaction(deps.db, (tx) => closeRefund(deps, tx, refund, ref));
    } catch (error) {
      deps.log.error({ err: error, refundId: refund.id }, "a refund could not be sent, it will be tried again");
      await store.noteRefundError(deps.db, refund.id, String(error));
    }
  }
  return due.length === 20;
}

async function closeRefund(deps: Deps, tx: Tx, refund: store.DueRefund, ref: string): Promise<void> {
  if (!(await store.finishRefund(tx, refund.id, ref))) return;
  await store.moveTo(tx, [{ id: refund.paymentId, status: "refunded", ref: null }]);
  const { paymentId, subjectId, amountCents } = refund;
  await deps.facts.tell(tx, "payment.refunded", [
    { paymentId, subjectId, amountCents, reason: refund.reason as RefundReason },
  ]);
}

/** The latest attempt of each subject. */
export async function findLatestAttempts(db: Queryable, subjectIds: string[]): Promise<Map<string, store.PaymentRow>> {
  const latest = new Map<string, store.PaymentRow>();
  for (const attempt of await store.findAttempts(db, subjectIds)) {
    if (!latest.has(attempt.subjectId)) latest.set(attempt.subjectId, attempt);
  }
  return latest;
}
