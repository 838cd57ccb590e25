import type { MoneyException, MoneyRepair } from "#contract/money-exceptions.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { deliverAnew, giveMoneyBack, markPaidBack, voidForRefund } from "#server/modules/orders/index.ts";
import { askProvider, replayNotice, retryRefund, type Payments } from "#server/modules/payments/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { getMoneyException } from "../desk/service.ts";
import { creditRepair, settleException } from "../desk/store.ts";
import { repairsFor } from "../rules.ts";
import { lookThroughBooks } from "../watch/service.ts";

/** Which exception an admin settles, how, and why. */
export interface Repair {
  staff: Principal;
  id: number;
  repair: MoneyRepair;
  reason?: string | undefined;
  /** Which tickets die, where single ones do. */
  ticketIds?: number[] | undefined;
}

/**
 * Settles an exception by one of the repairs that fit it. What it does, that it is settled, and the line in the log are one
 * transaction. One that is settled already stays as it is, so pressing twice or on two nodes does it once.
 *
 * @throws AppError `not_found` | `state_fixed` when the repair does not fit (any more) | `sold_out` when its tickets are
 *   gone | `order_closed` when its night is off | `refund_too_high` when the tickets
 *   named are worth less than what went back | `already_refunded` | `unavailable` when the provider does not answer
 */
export async function repairException(deps: Deps, payments: Payments, asked: Repair): Promise<MoneyException> {
  const exception = await getMoneyException(deps.db, asked.id);
  if (exception.resolved !== null) return exception;
  const { kind, order, paymentId, refundId, detail } = exception;
  if (!repairsFor({ kind, orderId: order?.id ?? null, paymentId, refundId, detail }).includes(asked.repair)) {
    throw new AppError("state_fixed", { message: "This does not fit what is wrong here" });
  }
  if (asked.repair === "ask_provider" || asked.repair === "replay_notice") {
    await inTransaction(deps.db, (tx) => note(tx, exception, asked));
    await ask(deps, payments, exception, asked.repair);
    await lookThroughBooks(deps);
    await creditRepair(deps.db, asked.id, asked.repair, asked.staff.id);
  } else {
    await payBackByHand(deps, exception, asked);
    await inTransaction(deps.db, async (tx) => {
      await act(deps, tx, exception, asked);
      if (await settleException(tx, asked.id, asked.repair, asked.staff.id)) await note(tx, exception, asked);
    });
  }
  return getMoneyException(deps.db, asked.id);
}

/** A refund of an order that reached its buyer by other means is noted with the order, its books and its buyer. */
async function payBackByHand(deps: Deps, exception: MoneyException, asked: Repair): Promise<void> {
  const refundId = exception.detail["orderRefundId"];
  if (asked.repair !== "by_hand" || exception.kind !== "failed_refund" || typeof refundId !== "string") return;
  if (exception.order === null || exception.detail["what"] !== "refused") return;
  await markPaidBack(deps, { staff: asked.staff, orderId: exception.order.id, refundId, reason: asked.reason! });
}

/** Repairs that go to the provider: what comes of them shows in the books, which are looked through after that. */
async function ask(deps: Deps, payments: Payments, exception: MoneyException, repair: MoneyRepair): Promise<void> {
  const { order, paymentId, refundId, ref, detail } = exception;
  if (repair === "ask_provider") {
    const disputeRef = detail["item"] === "dispute" ? ref : null;
    const refundRef = detail["item"] === "refund" && refundId === null ? ref : null;
    await askProvider(deps, payments, { disputeRef, refundId, refundRef, paymentId, subjectId: order?.id ?? null });
  } else {
    const provider = detail["provider"] === "stripe" ? "stripe" : "sandbox";
    await replayNotice(deps, payments, { provider, eventId: ref! });
  }
}

async function act(deps: Deps, tx: Tx, exception: MoneyException, asked: Repair): Promise<void> {
  const { order, paymentId, refundId, amountCents } = exception;
  const { repair, staff, ticketIds, reason = "Refunded at the provider" } = asked;
  if (repair === "void_order" || repair === "void_tickets") {
    const said = { staff, orderId: order!.id, refundId: refundId!, amountCents: amountCents!, ticketIds, reason };
    await voidForRefund(deps, tx, said);
  }
  if (repair === "deliver") await deliverAnew(deps, tx, order!.id);
  if (repair === "return_money") await giveMoneyBack(deps, tx, paymentId!);
  if (repair === "retry_refund") await retryRefund(deps, tx, refundId!);
}

async function note(tx: Tx, exception: MoneyException, { staff, id, repair, reason }: Repair): Promise<void> {
  await recordAction(tx, {
    staff,
    action: repair === "by_hand" ? "exception.settled" : "exception.repaired",
    target: { kind: "exception", id },
    before: { kind: exception.kind, ...(exception.order === null ? {} : { order: exception.order.number }) },
    after: { how: repair },
    ...(reason === undefined ? {} : { reason }),
  });
}
