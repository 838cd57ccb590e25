import type { RefundMaker } from "#contract/refunds/of-order.ts";
import { returnSoldKinds, returnSoldUnits } from "#server/modules/inventory/index.ts";
import { postEntries, refundOf } from "#server/modules/ledger/index.ts";
import { attachRefund, lockMoney, openRefund, type RefundReason } from "#server/modules/payments/index.ts";
import {
  loadItems,
  purchasableOf,
  purchasablesOf,
  type Sellers,
  type SoldUnit,
} from "#server/modules/purchasables/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import { claimsOf, itemKey } from "../rules.ts";
import { lockOrders, moveOrders, toBuyer, type OrderRow } from "../store.ts";
import type { ReturnedStock } from "./rules.ts";
import { fitPlan, planRefund, type RefundPlan, type RefundWish } from "./plan.ts";
import { shippingKind } from "./units.ts";
import { insertRefund, isComp } from "./store.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import type { Principal } from "#server/platform/http/principal.ts";

/** What to refund, by whom and why. */
interface RefundRequest extends RefundWish {
  orderId: string;
  madeBy: RefundMaker;
  /** The staff member who decided it; null if the buyer did. */
  decidedBy: number | null;
  reason: string;
  note: string | null;
  /** The reason sent to the payment provider. */
  why: RefundReason;
  /** Also refunds tickets that were checked in. */
  includesAdmitted: boolean;
  /** The amount shown before; the refund is refused if it has changed. */
  expectedCents?: number;
  eventRefundId?: string;
  /**
   * Money that an external refund already sent: the units are refunded for exactly this much, and nothing more is
   * sent.
   */
  sent?: { refundId: string; amountCents: number };
}

/**
 * Locks everything that refunding an order needs except its stock: its payments, the order, its tickets, in this order;
 * see docs/how-it-works/holds.md.
 *
 * @throws AppError `not_found`
 */
export async function lockForRefund(sellers: Sellers, tx: Tx, orderId: string): Promise<OrderRow> {
  await lockMoney(tx, [orderId]);
  const [order] = await lockOrders(tx, [orderId]);
  if (order === undefined) throw new AppError("not_found");
  for (const purchasable of purchasablesOf(sellers)) await purchasable.lockUnits?.(tx, orderId);
  return order;
}

/**
 * Refunds units of an order, in the caller's transaction: first they become void, then their stock goes back on sale if
 * wanted, then their money is on its way. Concurrent calls take turns at the order's lock. A check-in meanwhile comes
 * either before it, and counts as admitted, or finds the ticket void.
 *
 * A promo code's redemption and a promoter's tickets come back only with the whole order.
 *
 * @throws AppError `not_found` | `order_closed` | `already_refunded` | `ticket_admitted` | `edited_meanwhile` |
 *   `refund_too_high` | `payment_disputed`
 */
export async function refundTickets(
  deps: Deps,
  tx: Tx,
  request: RefundRequest,
): Promise<{ id: string; order: OrderRow; plan: RefundPlan }> {
  const order = await lockForRefund(deps, tx, request.orderId);
  // A voided comp keeps no spots either.
  const returnsStock = request.returnsStock || (await isComp(tx, order.id));
  const requestedPlan = await planRefund(deps, tx, order, { ...request, returnsStock });
  const plan = request.sent === undefined ? requestedPlan : fitPlan(order, requestedPlan, request.sent.amountCents);
  requireAsPlanned(request, plan);

  const id = newId();
  await voidUnits(deps, tx, plan.chosen);
  const { amountCents } = plan;
  const isSent = request.sent !== undefined;
  await insertRefund(tx, { eventRefundId: null, ...request, id, amountCents, isSent }, plan.parts);
  await moveOrders(tx, [order.id], ["paid", "partially_refunded"], plan.statusAfter);
  await returnStock(deps, tx, order.id, plan.stock);
  if (plan.isWhole) await returnSoldKinds(tx, order.id, ["promo", "promoter"]);
  if (request.sent !== undefined) {
    const { refundId } = request.sent;
    if (!(await attachRefund(tx, refundId, id))) throw new AppError("already_refunded");
    await post(tx, order, refundId, plan);
  } else if (amountCents > 0) {
    await sendMoney(deps, tx, order, { id, why: request.why, plan });
  }
  const payload = { orderRefundId: id, ...toBuyer(order) };
  await deps.bus.emit(tx, isSent ? "order.refund_done" : "order.refund_made", [payload]);
  return { id, order, plan };
}

/** What the payment provider and the ledger need to know about a refund. */
type Planned = Pick<RefundPlan, "lines" | "parts" | "amountCents">;

/**
 * Creates the payment refund and its ledger entries for a stored order refund, in the caller's transaction. The caller
 * has locked the order's payments.
 *
 * @throws AppError `refund_too_high` | `payment_disputed`
 */
export async function sendMoney(
  deps: Deps,
  tx: Tx,
  order: OrderRow,
  { id, why, plan }: { id: string; why: RefundReason; plan: Planned },
): Promise<void> {
  const wish = { subjectId: order.id, amountCents: plan.amountCents, reason: why, orderRefundId: id };
  const { refundId } = await openRefund(deps, tx, wish);
  await post(tx, order, refundId, plan);
}

function requireAsPlanned(request: RefundRequest, plan: RefundPlan): void {
  const admitted = plan.chosen.filter((unit) => unit.isAdmitted).length;
  if (admitted > 0 && !request.includesAdmitted) {
    const message = `${admitted === 1 ? "One ticket is" : `${admitted} tickets are`} already checked in`;
    throw new AppError("ticket_admitted", { message });
  }
  if (request.expectedCents !== undefined && request.expectedCents !== plan.amountCents) {
    throw new AppError("edited_meanwhile", { message: "The refund amount changed. Review it and try again." });
  }
}

async function voidUnits(sellers: Sellers, tx: Tx, chosen: SoldUnit[]): Promise<void> {
  for (const [kind, units] of Map.groupBy(chosen, (unit) => unit.kind)) {
    if (kind !== shippingKind) await purchasableOf(sellers, kind).voidUnits?.(tx, units);
  }
}

/** Puts units of an order back on sale, each of what it is now. The caller has locked the order. */
export async function returnStock(sellers: Sellers, tx: Tx, orderId: string, stock: ReturnedStock[]): Promise<void> {
  if (stock.length === 0) return;
  const items = new Map((await loadItems(sellers, tx, stock)).map((item) => [itemKey(item), item]));
  await returnSoldUnits(
    tx,
    orderId,
    stock.flatMap((back) => claimsOf(items.get(itemKey(back))!, back.quantity)),
  );
  for (const { kind, units } of stock) await purchasableOf(sellers, kind).markStockReturned?.(tx, units);
}

/** Ledger: from now on the buyer is owed the refund, split into the parts of each line. */
async function post(tx: Tx, order: OrderRow, refundId: string, { lines, parts }: Planned): Promise<void> {
  const refund = { orderId: order.id, refundId, paymentId: null, currency: order.currency };
  const centsOf = (lineId: string | null) => {
    const lineParts = parts.filter((part) => part.lineId === lineId);
    const sum = (part: "amountCents" | "feeCents" | "taxCents") => lineParts.reduce((all, each) => all + each[part], 0);
    const [feeCents, taxCents] = [sum("feeCents"), sum("taxCents")];
    return { netCents: sum("amountCents") - feeCents - taxCents, feeCents, taxCents };
  };
  const byLine = lines.map(({ id, eventId, kind, itemId }) => ({ eventId, kind, itemId, ...centsOf(id) }));
  const entry = refundOf(refund, byLine, centsOf(null));
  if (entry !== undefined) await postEntries(tx, [entry]);
}

/** Records a staff refund of an order in the activity log: its status before and after. `more` adds details. */
export async function recordRefund(
  tx: Tx,
  staff: Principal,
  { order, plan, reason, more }: { order: OrderRow; plan: RefundPlan; reason: string; more: Record<string, unknown> },
): Promise<void> {
  await recordAction(tx, {
    staff,
    action: "order.refunded",
    target: { kind: "order", id: order.id },
    before: { status: order.status, remainingCents: order.totalCents - order.refundedCents },
    after: {
      status: plan.statusAfter,
      remainingCents: plan.leftCents,
      number: order.number,
      tickets: plan.chosen.filter(({ ticketId }) => ticketId !== null).length,
      items: plan.chosen.filter(({ ticketId, lineId }) => ticketId === null && lineId !== null).length,
      hasShipping: plan.chosen.some(({ lineId }) => lineId === null),
      amountCents: plan.amountCents,
      ...more,
    },
    reason,
  });
}

/** A refund made at the payment provider, and the tickets that staff match to it: all that are left unless named. */
interface ExternalRefund {
  staff: Principal;
  orderId: string;
  refundId: string;
  amountCents: number;
  ticketIds?: number[] | undefined;
  reason: string;
}

/**
 * Voids the tickets that an external refund paid back, in the caller's transaction: their spots are back on sale, the
 * ledger reverses that part of the sale, and the buyer is notified. No money is sent: the refund already happened. If
 * two staff do this at once, one succeeds.
 *
 * @throws AppError as `refundTickets()` does: `refund_too_high` when the tickets are worth less than the refund,
 *   `already_refunded` when it was matched before
 */
export async function voidForRefund(deps: Deps, tx: Tx, refund: ExternalRefund): Promise<void> {
  const { staff, orderId, refundId, amountCents, ticketIds, reason } = refund;
  const { order, plan } = await refundTickets(deps, tx, {
    orderId,
    ticketIds,
    withFee: true,
    returnsStock: true,
    includesAdmitted: true,
    madeBy: "staff",
    decidedBy: staff.id,
    reason,
    note: null,
    why: "provider",
    sent: { refundId, amountCents },
  });
  await recordRefund(tx, staff, { order, plan, reason, more: { madeAt: "provider" } });
}
