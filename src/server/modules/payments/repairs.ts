import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { settleDispute } from "./disputes/settle.ts";
import { settleRefund } from "./refunds/send.ts";
import { findRefundRefs } from "./refunds/store.ts";
import type { Payments } from "./service.ts";
import * as store from "./store.ts";

/**
 * What to look up: a refund of ours, a refund or dispute by the provider's id, a payment, or all attempts of a subject.
 */
export interface AskedOf {
  refundId?: string | null;
  /** The provider's id of a refund that we know nothing about. */
  refundRef?: string | null;
  disputeRef?: string | null;
  paymentId?: string | null;
  subjectId?: string | null;
}

/**
 * Looks up something at the provider and accepts its status, as if a webhook event had just come. What already matches
 * stays.
 *
 * @throws AppError `unavailable` when the provider isn't responding
 */
export async function askProvider(deps: Deps, payments: Payments, about: AskedOf): Promise<void> {
  const attempts = await attemptsOf(deps, about);
  const provider = payments.providerOf(attempts[0]?.provider ?? payments.provider.name);
  if (about.disputeRef) {
    const report = await answered(provider.findDispute(about.disputeRef));
    if (report !== undefined) await inTransaction(deps.db, (tx) => settleDispute(deps, tx, report));
  } else if (about.refundRef) {
    const report = await answered(provider.findRefund(about.refundRef));
    if (report !== undefined) await inTransaction(deps.db, (tx) => settleRefund(deps, tx, report));
  } else if (about.refundId) {
    for (const ref of await findRefundRefs(deps.db, about.refundId)) {
      const report = await answered(provider.findRefund(ref));
      if (report !== undefined) await inTransaction(deps.db, (tx) => settleRefund(deps, tx, report));
    }
  } else {
    for (const { provider: name, providerRef } of attempts) {
      const session =
        providerRef === null ? undefined : await answered(payments.providerOf(name).findSession(providerRef));
      if (session !== undefined) await payments.settle({ session });
    }
  }
}

async function attemptsOf({ db }: Deps, { paymentId, subjectId }: AskedOf): Promise<store.PaymentRow[]> {
  if (paymentId) return store.findPayments(db, [paymentId]);
  return subjectId ? store.findAttempts(db, [subjectId]) : [];
}

async function answered<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw new AppError("unavailable", { retryAfterSeconds: 2, cause: error });
  }
}
