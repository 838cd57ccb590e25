import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import { disputeOf, findCapturedCurrencies, postEntries } from "#server/modules/ledger/index.ts";
import { storeWebhookEvents, type WebhookEvent } from "./inbox.ts";
import type { ProviderDispute } from "./provider.ts";
import { findLeft } from "./refunds/store.ts";
import type { Payments } from "./service.ts";
import { changeOf, type DisputeStatus } from "./rules.ts";
import * as store from "./disputes-store.ts";

/**
 * Updates a dispute to its provider's status and emits the change, in one transaction with the webhook event that
 * caused the lookup. Reports may come twice, late and in any order: the lookup counts, and a decision is final.
 *
 * @throws Error for a payment whose capture we haven't seen yet: the webhook event waits until we have
 */
export async function settleDispute(
  deps: Deps,
  tx: Tx,
  report: ProviderDispute,
  webhookEvent?: WebhookEvent,
): Promise<void> {
  if (webhookEvent !== undefined) await storeWebhookEvents(tx, [webhookEvent], true);
  const payment = report.paymentId === null ? undefined : await store.lockDisputed(tx, report.paymentId);
  if (payment === undefined) {
    deps.log.error({ ref: report.ref }, "the payment provider reported a dispute for an unknown payment");
    return;
  }
  if (!payment.isCaptured) throw new Error(`Payment ${payment.id} was disputed before it was captured`);
  let known = await store.findDispute(tx, report.ref);
  const about = { paymentId: payment.id, subjectId: payment.subjectId, amountCents: report.amountCents };
  if (known === undefined) {
    known = {
      ...report,
      id: newId(),
      paymentId: payment.id,
      providerRef: report.ref,
      status: "open",
      isWithdrawn: false,
    };
    await store.insertDispute(tx, known.id, payment.id, report);
    await deps.bus.emit(tx, "payment.disputed", [{ disputeId: known.id, ...about }]);
  }
  const { outcome, money } = changeOf(known, report);
  if (outcome === undefined && money === undefined) return;
  const status: DisputeStatus = outcome ?? known.status;
  const withdrawn = money === undefined ? known.isWithdrawn : money === "withdrawn";
  await store.writeDispute(tx, { id: known.id, status, withdrawn, evidenceDueAt: report.evidenceDueAt });
  if (money !== undefined) await postDispute(tx, known, payment.subjectId, money);
  if (outcome === undefined) return;
  const leftCents = (await findLeft(tx, [payment.id])).get(payment.id) ?? 0;
  await deps.bus.emit(tx, "payment.dispute_closed", [{ disputeId: known.id, ...about, outcome, leftCents }]);
}

async function postDispute(tx: Tx, dispute: store.DisputeRow, orderId: string, money: "withdrawn" | "reinstated") {
  const { id: disputeId, paymentId, amountCents } = dispute;
  const currency = (await findCapturedCurrencies(tx, [paymentId])).get(paymentId)!;
  await postEntries(tx, [
    disputeOf({ orderId, paymentId, disputeId, amountCents, currency, won: money === "reinstated" }),
  ]);
}

/**
 * Looks up disputes that are not settled and that we haven't heard about for long.
 *
 * @returns true when more may be waiting
 */
export async function checkDisputes(deps: Deps, payments: Pick<Payments, "providerOf">): Promise<boolean> {
  const open = await store.claimOpenDisputes(deps.db, 50);
  for (const { provider, providerRef } of open) {
    try {
      const report = await payments.providerOf(provider).findDispute(providerRef);
      if (report !== undefined) await inTransaction(deps.db, (tx) => settleDispute(deps, tx, report));
    } catch (error) {
      deps.log.warn({ err: error, ref: providerRef }, "couldn't check a dispute; will try again");
    }
  }
  return open.length === 50;
}
