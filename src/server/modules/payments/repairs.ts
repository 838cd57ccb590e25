import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { settleDispute } from "./disputes/settle.ts";
import { settleRefund } from "./refunds/send.ts";
import { findRefundRefs } from "./refunds/store.ts";
import type { Payments } from "./service.ts";
import * as store from "./store.ts";

/** What to look up: a refund of ours, a refund or a dispute by the provider's name of it, a payment, or all attempts of a subject. */
export interface AskedOf {
  refundId?: string | null;
  /** The provider's name of a refund that we know nothing of. */
  refundRef?: string | null;
  disputeRef?: string | null;
  paymentId?: string | null;
  subjectId?: string | null;
}

/**
 * Looks up how the provider sees something and takes its word for it, as if it had told us just now. What is in line
 * already stays.
 *
 * @throws AppError `unavailable` when the provider does not answer
 */
export async function askProvider(deps: Deps, payments: Payments, about: AskedOf): Promise<void> {
  const attempts = await attemptsOf(deps, about);
  const provider = payments.providerOf(attempts[0]?.provider ?? payments.provider.name);
  if (about.disputeRef) {
    const word = await answered(provider.findDispute(about.disputeRef));
    if (word !== undefined) await inTransaction(deps.db, (tx) => settleDispute(deps, tx, word));
  } else if (about.refundRef) {
    const word = await answered(provider.findRefund(about.refundRef));
    if (word !== undefined) await inTransaction(deps.db, (tx) => settleRefund(deps, tx, word));
  } else if (about.refundId) {
    for (const ref of await findRefundRefs(deps.db, about.refundId)) {
      const word = await answered(provider.findRefund(ref));
      if (word !== undefined) await inTransaction(deps.db, (tx) => settleRefund(deps, tx, word));
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

async function answered<Word>(call: Promise<Word>): Promise<Word> {
  try {
    return await call;
  } catch (error) {
    throw new AppError("unavailable", { retryAfterSeconds: 2, cause: error });
  }
}
