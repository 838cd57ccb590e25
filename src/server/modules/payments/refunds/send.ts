import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { findCapturedCurrencies, moneyBackFailedOf, moneyBackOf, postEntries } from "#server/modules/ledger/index.ts";
import type { Notice } from "../inbox.ts";
import { storeNotices } from "../inbox.ts";
import type { PaymentProvider, ProviderRefund } from "../provider.ts";
import type { Payments } from "../service.ts";
import { moves } from "./rules.ts";
import { takeIn, tellOfForeign } from "./take-in.ts";
import * as store from "./store.ts";

/**
 * Sends due refunds to the provider, each with its own key, and asks about those that it took but has not ended. What
 * could not be sent stays due, with growing pauses.
 *
 * @returns true when more may be waiting
 */
export async function sendRefunds(deps: Deps, payments: Pick<Payments, "providerOf">): Promise<boolean> {
  const due = await store.claimDueRefunds(deps.db, 20);
  for (const refund of due) {
    try {
      const word = await askAbout(payments.providerOf(refund.provider), refund);
      await inTransaction(deps.db, (tx) => settleRefund(deps, tx, word));
    } catch (error) {
      deps.log.error({ err: error, refundId: refund.id }, "a refund could not be sent, it will be tried again");
      await store.noteRefundError(deps.db, refund.id, String(error));
    }
  }
  return due.length === 20;
}

async function askAbout(provider: PaymentProvider, refund: store.RefundRow): Promise<ProviderRefund> {
  const known = refund.providerRef === null ? undefined : await provider.findRefund(refund.providerRef);
  if (known === undefined && refund.reason === "provider") {
    throw new Error(`The provider does not know its own refund ${refund.providerRef}`);
  }
  return (
    known ??
    (await provider.refund({
      refundId: refund.id,
      ref: refund.sessionRef,
      chargeRef: refund.chargeRef,
      amountCents: refund.amountCents,
      isRepeat: refund.attempts > 1,
    }))
  );
}

/**
 * Brings a refund in line with what its provider says, and tells of it, in one transaction with the notice that made us
 * ask. The same word again changes nothing, in whatever order words come.
 */
export async function settleRefund(deps: Deps, tx: Tx, word: ProviderRefund, notice?: Notice): Promise<void> {
  if (notice !== undefined) await storeNotices(tx, [notice], true);
  const by = { id: word.refundId, providerRef: word.ref };
  const refund = (await store.lockRefund(tx, by)) ?? (await takeIn(deps, tx, word));
  if (refund === undefined) return;
  if (word.state === "pending") return store.noteSent(tx, refund.id, word.ref);
  if (!moves(refund.status, word.state)) return;
  const failure = word.state === "failed" ? (word.failure ?? "unknown") : null;
  await store.moveRefund(tx, { id: refund.id, status: word.state, providerRef: word.ref, failure });
  await store.noteProgress(tx, [refund.paymentId]);
  await postRefund(tx, refund, word.state);
  if (refund.reason === "provider") await tellOfForeign(tx, refund, word.state);
  const { id: refundId, orderRefundId, paymentId, subjectId, reason, amountCents } = refund;
  const fact = { refundId, orderRefundId, paymentId, subjectId, reason, amountCents };
  if (failure === null) await deps.facts.tell(tx, "payment.refunded", [fact]);
  else await deps.facts.tell(tx, "payment.refund_failed", [{ ...fact, failure }]);
}

/** Money that arrived with the buyer, or came back from there, is entered; what failed on the way never left us. */
async function postRefund(tx: Tx, refund: store.RefundRow, now: ProviderRefund["state"]): Promise<void> {
  if (now === "failed" && refund.status !== "done") return;
  const { id: refundId, paymentId, subjectId: orderId, amountCents } = refund;
  const currency = (await findCapturedCurrencies(tx, [paymentId])).get(paymentId) ?? refund.currency;
  const movement = { orderId, paymentId, refundId, amountCents, currency };
  await postEntries(tx, [now === "done" ? moneyBackOf(movement) : moneyBackFailedOf(movement)]);
}
