import type * as contract from "#contract/fulfillment/admin.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import type { UnitChoice } from "#contract/fulfillment/fulfillment.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { recordRefund, quoteRefund, refundTickets } from "#server/modules/orders/index.ts";
import { restockReturned } from "#server/modules/shop/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { newId } from "#server/platform/ids.ts";
import { lockState, readState, refreshStatus, type OrderState } from "./order-state.ts";
import { insertReturn } from "./returns-store.ts";
import { canReturn, chooseUnits, countByLine, type UnitKey } from "./rules.ts";
import type { Sending } from "./sending.ts";
import { showForStaff } from "./show.ts";

const reason = "Returned";

/**
 * What a return of units would refund, in cents of the order's currency. Changes nothing.
 *
 * @throws AppError `not_found` | `order_closed` | `already_refunded` | `edited_meanwhile` when fewer were sent
 */
export async function quoteReturn(
  deps: Deps,
  orderId: string,
  wanted: UnitChoice,
): Promise<{ amountCents: number; currency: string }> {
  const units = requireReturnable(await readState(deps.db, orderId), wanted, true);
  const { amountCents, currency } = await quoteRefund(deps, orderId, {
    exactly: units,
    withFee: true,
    returnsStock: false,
  });
  return { amountCents, currency };
}

/**
 * Records units that came back. They are on sale again if wanted, once, and refunded if wanted, all in one transaction
 * with the ledger, the buyer's email and the activity log. Concurrent calls take turns at the order's lock; the same
 * Idempotency-Key returns once.
 *
 * @throws AppError `not_found` | `edited_meanwhile` when fewer were sent, or the refund has changed | `order_closed` |
 *   `already_refunded` | `refund_too_high` | `payment_disputed` | `idempotency_key_reused`
 */
export function recordReturn(
  deps: Deps,
  { staff, orderId, body, idempotency }: Sending<BodyOf<typeof contract.recordReturn>>,
): Promise<PreparedReply> {
  return inTransaction(deps.db, async (tx) => {
    const state = await lockState(tx, orderId);
    return answerOnce(tx, idempotency, async () => {
      const { isRestocked, note = "", refund } = body;
      const units = requireReturnable(state, body.units, refund !== undefined);
      const madeBy = staff.id;
      const orderRefundId =
        refund === undefined ? null : await refundUnits(deps, tx, { orderId, units, note, staff, ...refund });
      await insertReturn(tx, { id: newId(), orderId, isRestocked, note, orderRefundId, madeBy, units });
      if (isRestocked) await restock(tx, state, units, madeBy);
      await refreshStatus(tx, orderId);
      await recordAction(tx, {
        staff,
        action: "order.items_returned",
        target: { kind: "order", id: orderId },
        after: { number: state.order.number, units: units.length, isRestocked, amountCents: refund?.amountCents ?? 0 },
        ...(note === "" ? {} : { reason: note.slice(0, 200) }),
      });
      if (isRestocked) deps.nudge("back-in-stock");
      return showForStaff(tx, orderId);
    });
  });
}

/** The units that come back. With a refund, those that weren't refunded before. */
function requireReturnable({ units, lines }: OrderState, wanted: UnitChoice, withRefund: boolean): UnitKey[] {
  if (wanted.some(({ lineId }) => !lines.some((line) => line.lineId === lineId))) {
    throw new AppError("not_found", { message: "This order doesn't include that" });
  }
  // Without a refund, what was refunded before comes back first.
  const sorted = units.toSorted((a, b) => Number(b.isRefunded) - Number(a.isRefunded));
  const chosen = chooseUnits(sorted, wanted, (unit) => canReturn(unit) && !(withRefund && unit.isRefunded));
  if (chosen !== undefined) return chosen;
  if (withRefund && chooseUnits(sorted, wanted, canReturn) !== undefined) throw new AppError("already_refunded");
  const message = "Fewer of these units were sent and haven't come back. Check what is left.";
  throw new AppError("edited_meanwhile", { message });
}

interface ReturnRefund {
  orderId: string;
  units: UnitKey[];
  note: string;
  staff: Principal;
  /** The amount that was shown. */
  amountCents: number;
}

async function refundUnits(deps: Deps, tx: Tx, { orderId, units, note, staff, amountCents }: ReturnRefund) {
  const { id, order, plan } = await refundTickets(deps, tx, {
    orderId,
    exactly: units,
    withFee: true,
    // The return decides what is on sale again.
    returnsStock: false,
    madeBy: "staff",
    decidedBy: staff.id,
    reason,
    note: note.length < 3 ? null : note.slice(0, 600),
    why: "requested",
    includesAdmitted: false,
    expectedCents: amountCents,
  });
  await recordRefund(tx, staff, { order, plan, reason, more: {} });
  return id;
}

async function restock(tx: Tx, { order, lines }: OrderState, units: UnitKey[], staffId: number): Promise<void> {
  const variantOf = new Map(lines.map(({ lineId, variantId }) => [lineId, variantId]));
  await restockReturned(tx, {
    units: countByLine(units).map(({ lineId, quantity }) => ({ variantId: variantOf.get(lineId)!, quantity })),
    staffId,
    note: `Order ${order.number}`,
  });
}
