import type { RefundMaker } from "#contract/order-refunds.ts";
import { loadTypesOnSale } from "#server/modules/events/index.ts";
import { returnSoldKinds, returnSoldUnits } from "#server/modules/inventory/index.ts";
import { postEntries, refundOf } from "#server/modules/ledger/index.ts";
import { attachRefund, lockMoneyOf, openRefund, type RefundReason } from "#server/modules/payments/index.ts";
import { lockTickets, markPlacesReturned, voidRefundedTickets } from "#server/modules/tickets/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import { findCompIds, markRevoked } from "../comps/store.ts";
import { claimsOf } from "../rules.ts";
import { lockOrders, moveOrders, type OrderRow } from "../store.ts";
import { fitPlan, planRefund, type RefundPlan, type RefundWish } from "./plan.ts";
import { insertRefund } from "./store.ts";

/** What is to be given back, by whom and why. */
export interface GivingBack extends RefundWish {
  orderId: string;
  madeBy: RefundMaker;
  /** Who of the staff decided it; null where the buyer did. */
  decidedBy: number | null;
  reason: string;
  note: string | null;
  /** What the provider is told. */
  why: RefundReason;
  /** Gives tickets back that somebody came in with. */
  includesAdmitted: boolean;
  /** What was promised; refused when it comes to something else by now. */
  expectedCents?: number;
  nightRefundId?: string;
  /** Money that went back already, past us: exactly this much goes back for the tickets, and nothing is sent. */
  sent?: { refundId: string; amountCents: number };
}

/**
 * Locks all that giving an order back needs but its stock: its payments, the order, its tickets, in this order; see
 * docs/how-it-works/holds.md.
 *
 * @throws AppError `not_found`
 */
export async function lockForRefund(tx: Tx, orderId: string): Promise<OrderRow> {
  await lockMoneyOf(tx, [orderId]);
  const [order] = await lockOrders(tx, [orderId]);
  if (order === undefined) throw new AppError("not_found");
  await lockTickets(tx, orderId);
  return order;
}

/**
 * Gives tickets of an order back, in the caller's transaction: they are void first, then their places are for sale again
 * where that is wanted, then their money is on its way. Any number at once take turns at the order's lock, and a door that
 * lets somebody in meanwhile is either before it, and then counts as admitted, or finds the ticket void.
 *
 * A promo code's use and a promoter's tickets come back with the whole order only.
 *
 * @throws AppError `not_found` | `order_closed` | `already_refunded` | `ticket_admitted` | `edited_meanwhile` |
 *   `refund_too_high` | `payment_disputed`
 */
export async function giveBack(
  deps: Deps,
  tx: Tx,
  giving: GivingBack,
): Promise<{ id: string; order: OrderRow; plan: RefundPlan }> {
  const order = await lockForRefund(tx, giving.orderId);
  const isComp = (await findCompIds(tx, [order.id])).has(order.id);
  // A comp that lets nobody in has no places either.
  const asked = await planRefund(tx, order, isComp ? { ...giving, returnsStock: true } : giving);
  const plan = giving.sent === undefined ? asked : fitPlan(order, asked, giving.sent.amountCents);
  requireAsPlanned(giving, plan);

  const id = newId();
  await voidRefundedTickets(
    tx,
    plan.chosen.map((ticket) => ticket.id),
  );
  const { amountCents } = plan;
  const isSent = giving.sent !== undefined;
  await insertRefund(tx, { nightRefundId: null, ...giving, id, amountCents, isSent }, plan.parts);
  await moveOrders(tx, [order.id], ["paid", "partially_refunded"], plan.statusAfter);
  await returnStock(tx, order.id, plan);
  if (isComp && plan.isWhole && giving.decidedBy !== null) {
    await markRevoked(tx, order.id, giving.decidedBy, giving.reason);
  }
  if (giving.sent !== undefined) {
    const { refundId } = giving.sent;
    if (!(await attachRefund(tx, refundId, id))) throw new AppError("already_refunded");
    await post(tx, order, refundId, plan);
  } else if (amountCents > 0) {
    await sendMoney(deps, tx, order, { id, why: giving.why, plan });
  }
  const told = { orderRefundId: id, orderId: order.id, buyerName: order.buyerName, buyerEmail: order.buyerEmail };
  await deps.facts.tell(tx, isSent ? "order.refund_done" : "order.refund_made", [told]);
  deps.nudge("mail");
  return { id, order, plan };
}

/** What the provider and the books have to know of what goes back. */
type Planned = Pick<RefundPlan, "lines" | "parts" | "amountCents">;

/**
 * Takes money down for the provider and enters it in the books, for what was written down as given back, in the caller's
 * transaction. The order's payments are locked.
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

function requireAsPlanned(giving: GivingBack, plan: RefundPlan): void {
  const admitted = plan.chosen.filter((ticket) => ticket.isAdmitted).length;
  if (admitted > 0 && !giving.includesAdmitted) {
    const message = `Somebody came in with ${admitted === 1 ? "one" : admitted} of these tickets`;
    throw new AppError("ticket_admitted", { message });
  }
  if (giving.expectedCents !== undefined && giving.expectedCents !== plan.amountCents) {
    throw new AppError("edited_meanwhile", { message: "What goes back is something else by now: look again" });
  }
}

async function returnStock(tx: Tx, orderId: string, { places, isWhole }: RefundPlan): Promise<void> {
  if (places.length > 0) {
    const types = await loadTypesOnSale(
      tx,
      places.map(({ ticketTypeId }) => ticketTypeId),
    );
    const claims = places.flatMap(({ ticketTypeId, units }) =>
      claimsOf(
        types.find(({ id }) => id === ticketTypeId)!,
        units,
      ),
    );
    await returnSoldUnits(tx, orderId, claims);
    await markPlacesReturned(
      tx,
      places.flatMap(({ ticketIds }) => ticketIds),
    );
  }
  if (isWhole) await returnSoldKinds(tx, orderId, ["promo", "promoter"]);
}

/** The books: from here on the buyer is owed what goes back, out of what each line was made of. */
async function post(tx: Tx, order: OrderRow, refundId: string, { lines, parts }: Planned): Promise<void> {
  const refund = { orderId: order.id, refundId, paymentId: null, currency: order.currency };
  const byLine = lines.map(({ id, eventId, ticketTypeId }) => {
    const own = parts.filter((part) => part.lineId === id);
    const sum = (part: "amountCents" | "feeCents" | "taxCents") => own.reduce((all, each) => all + each[part], 0);
    const [feeCents, taxCents] = [sum("feeCents"), sum("taxCents")];
    return { eventId, ticketTypeId, salesCents: sum("amountCents") - feeCents - taxCents, feeCents, taxCents };
  });
  const posting = refundOf(refund, byLine);
  if (posting !== undefined) await postEntries(tx, [posting]);
}
