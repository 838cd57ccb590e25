import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import { disputeOf, findCapturedCurrencies, postEntries } from "#server/modules/ledger/index.ts";
import { storeNotices, type Notice } from "../inbox.ts";
import type { ProviderDispute } from "../provider.ts";
import { findLeft } from "../refunds/store.ts";
import type { Payments } from "../service.ts";
import { changeOf, type DisputeStatus } from "./rules.ts";
import * as store from "./store.ts";

/**
 * Brings a dispute in line with what its provider says, and tells of it, in one transaction with the notice that made us
 * ask. Words may come twice, late and in any order: what was looked up counts, and a decision stands.
 *
 * @throws Error for a payment whose money we have not heard of yet: the notice waits until we have
 */
export async function settleDispute(deps: Deps, tx: Tx, word: ProviderDispute, notice?: Notice): Promise<void> {
  if (notice !== undefined) await storeNotices(tx, [notice], true);
  const payment = word.paymentId === null ? undefined : await store.lockDisputed(tx, word.paymentId);
  if (payment === undefined) {
    deps.log.error({ ref: word.ref }, "the provider knows a dispute of money that we do not know");
    return;
  }
  if (!payment.isCaptured) throw new Error(`Payment ${payment.id} is disputed before its money is known`);
  let known = await store.findDispute(tx, word.ref);
  const about = { paymentId: payment.id, subjectId: payment.subjectId, amountCents: word.amountCents };
  if (known === undefined) {
    known = { ...word, id: newId(), paymentId: payment.id, providerRef: word.ref, status: "open", isWithdrawn: false };
    await store.insertDispute(tx, known.id, payment.id, word);
    await deps.facts.tell(tx, "payment.disputed", [{ disputeId: known.id, ...about }]);
  }
  const { outcome, money } = changeOf(known, word);
  if (outcome === undefined && money === undefined) return;
  const status: DisputeStatus = outcome ?? known.status;
  const withdrawn = money === undefined ? known.isWithdrawn : money === "withdrawn";
  await store.writeDispute(tx, { id: known.id, status, withdrawn, evidenceDueAt: word.evidenceDueAt });
  if (money !== undefined) await postDispute(tx, known, payment.subjectId, money);
  if (outcome === undefined) return;
  const leftCents = (await findLeft(tx, [payment.id])).get(payment.id) ?? 0;
  await deps.facts.tell(tx, "payment.dispute_closed", [{ disputeId: known.id, ...about, outcome, leftCents }]);
}

async function postDispute(tx: Tx, dispute: store.DisputeRow, orderId: string, money: "withdrawn" | "reinstated") {
  const { id: disputeId, paymentId, amountCents } = dispute;
  const currency = (await findCapturedCurrencies(tx, [paymentId])).get(paymentId)!;
  await postEntries(tx, [
    disputeOf({ orderId, paymentId, disputeId, amountCents, currency, won: money === "reinstated" }),
  ]);
}

/** Asks about disputes that are not settled and that nobody told us of for long. @returns true when more may be waiting */
export async function checkDisputes(deps: Deps, payments: Pick<Payments, "providerOf">): Promise<boolean> {
  const open = await store.claimOpenDisputes(deps.db, 50);
  for (const { provider, providerRef } of open) {
    try {
      const word = await payments.providerOf(provider).findDispute(providerRef);
      if (word !== undefined) await inTransaction(deps.db, (tx) => settleDispute(deps, tx, word));
    } catch (error) {
      deps.log.warn({ err: error, ref: providerRef }, "a dispute could not be checked, it will be tried again");
    }
  }
  return open.length === 50;
}
