import { RefundQuote } from "#contract/refunds/refunds.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { findLines, type OrderRow, findOrders } from "../store.ts";
import {
  chooseUnits,
  fitParts,
  partsOf,
  shareLeft,
  shareOut,
  statusAfterRefund,
  stockToReturn,
  unitKey,
  type RefundChoice,
  type ReturnedStock,
  type RefundPart,
  type UnitShare,
  differenceOf,
} from "./rules.ts";
import type { Sellers, SoldLine, SoldUnit } from "#server/modules/purchasables/index.ts";
import { findUnits } from "./units.ts";
import { shownAs } from "#server/platform/shown.ts";

/** What someone wants to refund. */
export interface RefundWish extends RefundChoice {
  withFee: boolean;
  returnsStock: boolean;
}

/** The full effect of refunding units, before it happens. Cents in the order's currency. */
export interface RefundPlan {
  lines: SoldLine[];
  units: SoldUnit[];
  chosen: SoldUnit[];
  parts: RefundPart[];
  /** What each remaining unit would refund by this wish, chosen or not, by its key. */
  worth: Map<string, { amountCents: number; feeCents: number }>;
  amountCents: number;
  nonrefundableFeeCents: number;
  leftCents: number;
  /** What goes back on sale. */
  stock: ReturnedStock[];
  statusAfter: RefundQuote["statusAfter"];
  /** Nothing of the order is left afterward. */
  isWhole: boolean;
}

/**
 * Works out the effect of refunding units of an order. Only reads; the caller who acts on it has locked order and
 * tickets.
 *
 * @throws AppError `not_found` for what the order doesn't include | `order_closed` while it is not paid |
 *   `already_refunded`
 */
export async function planRefund(
  sellers: Sellers,
  db: Queryable,
  order: OrderRow,
  wish: RefundWish,
): Promise<RefundPlan> {
  if (order.status === "refunded") throw new AppError("already_refunded");
  if (order.status !== "paid" && order.status !== "partially_refunded") {
    throw new AppError("order_closed", { message: "Only a paid order can be refunded" });
  }
  const lines = await findLines(sellers, db, [order.id]);
  const units = await findUnits(sellers, db, order, lines);
  const chosen = chooseUnits(units, wish);
  if (chosen === undefined) {
    const message = `This order doesn't include ${wish.ticketIds ? "that ticket" : "that"}`;
    throw new AppError("not_found", { message });
  }
  if (chosen.length === 0 || chosen.some((unit) => unit.isRefunded)) throw new AppError("already_refunded");

  const shares = shareOut(lines, order);
  const left = units.filter((unit) => !unit.isRefunded);
  const parts = partsOf(chosen, shares, wish.withFee);
  const amountCents = parts.reduce((sum, part) => sum + part.amountCents, 0);
  const leftCents = order.totalCents - order.refundedCents - amountCents;
  const unitsLeft = left.length - chosen.length;
  const feeOf = (unit: SoldUnit) => shareLeft(unit, shares).feeCents;
  const worth = partsOf(left, shares, wish.withFee).map(
    (part, index) => [unitKey(part), { amountCents: part.amountCents, feeCents: feeOf(left[index]!) }] as const,
  );
  return {
    lines,
    units,
    chosen,
    parts,
    worth: new Map(worth),
    amountCents,
    nonrefundableFeeCents: wish.withFee ? 0 : chosen.reduce((sum, unit) => sum + feeOf(unit), 0),
    leftCents,
    stock: wish.returnsStock ? stockToReturn(lines, units, chosen) : [],
    statusAfter: statusAfterRefund(leftCents, unitsLeft),
    isWhole: leftCents === 0 && unitsLeft === 0,
  };
}

/**
 * The same plan for an external refund: exactly this much for the chosen units, by what each is worth. The organizer keeps
 * what they are worth above it.
 *
 * @throws AppError `refund_too_high` when the units are worth less than the refund
 */
export function fitPlan(order: OrderRow, plan: RefundPlan, amountCents: number): RefundPlan {
  const parts = fitParts(plan.parts, amountCents);
  if (parts === undefined) {
    const message = "The refund is higher than these tickets cost. Select more tickets.";
    throw new AppError("refund_too_high", { message });
  }
  const leftCents = order.totalCents - order.refundedCents - amountCents;
  const unitsLeft = plan.units.filter((unit) => !unit.isRefunded && !plan.chosen.includes(unit)).length;
  return {
    ...plan,
    parts,
    amountCents,
    nonrefundableFeeCents: 0,
    leftCents,
    statusAfter: statusAfterRefund(leftCents, unitsLeft),
    isWhole: leftCents === 0 && unitsLeft === 0,
  };
}

/** A plan as staff and buyers see it before they act. */
export function showPlan(order: OrderRow, plan: RefundPlan): RefundQuote {
  const left = plan.units
    .filter((unit) => !unit.isRefunded)
    .map((unit) => ({ ...unit, ...plan.worth.get(unitKey(unit))!, isChosen: plan.chosen.includes(unit) }));
  const others = left.filter(({ ticketId, lineId }) => ticketId === null && lineId !== null);
  return shownAs(RefundQuote)({
    ...order,
    ...plan,
    orderId: order.id,
    tickets: left.flatMap((unit) =>
      unit.ticketId === null ? [] : [{ ...unit, id: unit.ticketId, lineId: unit.lineId!, typeName: unit.itemName }],
    ),
    items: Array.from(
      Map.groupBy(others, ({ lineId }) => lineId!),
      ([lineId, lineUnits]) => ({
        lineId,
        name: lineUnits[0]!.itemName,
        left: lineUnits.length,
        chosen: lineUnits.filter(({ isChosen }) => isChosen).length,
        amountCents: lineUnits.reduce((sum, unit) => sum + (unit.isChosen ? unit.amountCents : 0), 0),
      }),
    ),
    shipping: left.find(({ lineId }) => lineId === null) ?? null,
    ticketCount: plan.chosen.filter(({ ticketId }) => ticketId !== null).length,
    admittedCount: plan.chosen.filter((unit) => unit.isAdmitted).length,
    stock: plan.stock.map(({ name, quantity }) => ({ name, units: quantity })),
  });
}

/** What the organizer holds for one ticket of an order. Cents in the order's currency. */
interface Holding {
  lines: SoldLine[];
  ticket: SoldUnit;
  /** What is left of its share of the payment, after discounts. */
  left: UnitShare;
  /** What was refunded of it while it stayed valid. */
  returnedCents: number;
}

/**
 * Works out what is held for a ticket of a paid order. Only reads; the caller who acts on it has locked order and
 * tickets.
 */
export async function findHolding(
  sellers: Sellers,
  db: Queryable,
  order: OrderRow,
  ticketId: number,
): Promise<Holding> {
  const lines = await findLines(sellers, db, [order.id]);
  const ticket = (await findUnits(sellers, db, order, lines)).find((unit) => unit.ticketId === ticketId)!;
  const { netCents, feeCents, taxCents } = ticket.returned;
  return {
    lines,
    ticket,
    left: shareLeft(ticket, shareOut(lines, order)),
    returnedCents: netCents + feeCents + taxCents,
  };
}

/** Whether some of an order's tickets, items or shipping isn't refunded yet. False for an order that isn't paid. */
export async function hasUnitsToRefund(sellers: Sellers, db: Queryable, orderId: string): Promise<boolean> {
  const [order] = await findOrders(db, [orderId]);
  if (order === undefined || (order.status !== "paid" && order.status !== "partially_refunded")) return false;
  const units = await findUnits(sellers, db, order, await findLines(sellers, db, [orderId]));
  return units.some(({ isRefunded }) => !isRefunded);
}

/**
 * The price differences that can be refunded for an order's valid tickets that were moved to cheaper types: cents by
 * ticket. Leaves out tickets with nothing to refund.
 */
export async function findDifferences(sellers: Sellers, db: Queryable, orderId: string): Promise<Map<number, number>> {
  const [order] = await findOrders(db, [orderId]);
  if (order === undefined || (order.status !== "paid" && order.status !== "partially_refunded")) return new Map();
  const lines = await findLines(sellers, db, [orderId]);
  const moved = (await findUnits(sellers, db, order, lines)).filter((ticket) => ticket.spotCents !== null);
  const good = moved.filter((ticket) => ticket.status === "valid" && !ticket.isFrozen);
  if (good.length === 0) return new Map();
  const shares = shareOut(lines, order);
  return new Map(
    good.flatMap((ticket) => {
      const difference = differenceOf(shareLeft(ticket, shares), ticket.spotCents!);
      return difference === undefined ? [] : [[ticket.ticketId!, difference.amountCents] as const];
    }),
  );
}
