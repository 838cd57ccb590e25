import type { Discrepancy, MoneyRepair } from "#contract/reconciliation/discrepancies.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { resendOrder, refundPayment, markPaidBack, voidForRefund } from "#server/modules/orders/index.ts";
import {
  askProvider,
  creditRepair,
  replayWebhookEvent,
  retryRefund,
  settleDiscrepancy,
  type Payments,
} from "#server/modules/payments/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { getDiscrepancy } from "./service.ts";
import { repairsFor } from "./rules.ts";
import { checkForDiscrepancies } from "./watch/service.ts";

/** Which discrepancy an admin resolves, how, and why. */
interface Repair {
  staff: Principal;
  id: number;
  repair: MoneyRepair;
  reason?: string | undefined;
  /** The tickets to void, if not the whole order. */
  ticketIds?: number[] | undefined;
}

/**
 * Resolves a discrepancy by one of the repairs that fit it. One transaction writes the repair's effect, the resolution
 * and the activity log entry. A resolved discrepancy stays as it is, so pressing twice, or on two nodes, repairs it
 * once.
 *
 * @throws AppError `not_found` | `status_final` when the repair doesn't fit (anymore) | `sold_out` when its tickets
 *   are gone | `order_closed` when its event is canceled | `refund_too_high` when the named tickets are worth less than
 *   the refund | `already_refunded` | `unavailable` when the provider isn't responding
 */
export async function repairDiscrepancy(deps: Deps, payments: Payments, request: Repair): Promise<Discrepancy> {
  const discrepancy = await getDiscrepancy(deps.db, request.id);
  if (discrepancy.resolved !== null) return discrepancy;
  if (!repairsFor(discrepancy).includes(request.repair)) {
    throw new AppError("status_final", { message: "This repair doesn't fit this discrepancy" });
  }
  if (request.repair === "ask_provider" || request.repair === "replay_webhook") {
    await inTransaction(deps.db, (tx) => recordRepair(tx, discrepancy, request));
    await ask(deps, payments, discrepancy, request.repair);
    await checkForDiscrepancies(deps);
    await creditRepair(deps.db, request.id, request.repair, request.staff.id);
  } else {
    await payBackByHand(deps, discrepancy, request);
    await inTransaction(deps.db, async (tx) => {
      await act(deps, tx, discrepancy, request);
      if (await settleDiscrepancy(tx, request.id, request.repair, request.staff.id))
        await recordRepair(tx, discrepancy, request);
    });
  }
  return getDiscrepancy(deps.db, request.id);
}

/**
 * A refund that was paid outside of the payment provider is recorded on the order and in the ledger, and the buyer is
 * told.
 */
async function payBackByHand(deps: Deps, discrepancy: Discrepancy, request: Repair): Promise<void> {
  const refundId = discrepancy.detail["orderRefundId"];
  if (request.repair !== "by_hand" || discrepancy.kind !== "failed_refund" || typeof refundId !== "string") return;
  if (discrepancy.order === null || discrepancy.detail["what"] !== "refused") return;
  await markPaidBack(deps, { staff: request.staff, orderId: discrepancy.order.id, refundId, reason: request.reason! });
}

/** Repairs that call the provider: their effect shows in the ledger, which is checked after that. */
async function ask(deps: Deps, payments: Payments, discrepancy: Discrepancy, repair: MoneyRepair): Promise<void> {
  const { order, paymentId, refundId, ref, detail } = discrepancy;
  if (repair === "ask_provider") {
    const disputeRef = detail["item"] === "dispute" ? ref : null;
    const refundRef = detail["item"] === "refund" && refundId === null ? ref : null;
    await askProvider(deps, payments, { disputeRef, refundId, refundRef, paymentId, subjectId: order?.id ?? null });
  } else {
    const provider = detail["provider"] === "stripe" ? "stripe" : "sandbox";
    await replayWebhookEvent(deps, payments, { provider, webhookEventId: ref! });
  }
}

async function act(deps: Deps, tx: Tx, discrepancy: Discrepancy, request: Repair): Promise<void> {
  const { order, paymentId, refundId, amountCents } = discrepancy;
  const { repair, staff, ticketIds, reason = "Refunded at the payment provider" } = request;
  if (repair === "void_order" || repair === "void_tickets") {
    const externalRefund = {
      staff,
      orderId: order!.id,
      refundId: refundId!,
      amountCents: amountCents!,
      ticketIds,
      reason,
    };
    await voidForRefund(deps, tx, externalRefund);
  }
  if (repair === "deliver") await resendOrder(deps, tx, order!.id);
  if (repair === "return_money") await refundPayment(deps, tx, paymentId!);
  if (repair === "retry_refund") await retryRefund(deps, tx, refundId!);
}

async function recordRepair(tx: Tx, discrepancy: Discrepancy, { staff, id, repair, reason }: Repair): Promise<void> {
  await recordAction(tx, {
    staff,
    action: repair === "by_hand" ? "discrepancy.resolved" : "discrepancy.repaired",
    target: { kind: "discrepancy", id },
    before: { kind: discrepancy.kind, ...(discrepancy.order === null ? {} : { order: discrepancy.order.number }) },
    after: { how: repair },
    ...(reason === undefined ? {} : { reason }),
  });
}
