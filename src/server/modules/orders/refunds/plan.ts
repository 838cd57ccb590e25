import { RefundQuote } from "#contract/refunds.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { findLines, type OrderRow, findOrders } from "../store.ts";
import {
  chooseTickets,
  fitParts,
  partsOf,
  shareLeft,
  shareOut,
  statusAfterRefund,
  spotsToReturn,
  type RefundChoice,
  type ReturnedSpots,
  type RefundPart,
  type TicketShare,
  differenceOf,
} from "./rules.ts";
import { sellableOf, type Sellers, type SoldLine, type SoldUnit } from "#server/modules/sellables/index.ts";
import { shownAs } from "#server/platform/shown.ts";

/** What the lines of one order delivered, sorted by line and position. */
export async function findUnits(sellers: Sellers, db: Queryable, lines: SoldLine[]): Promise<SoldUnit[]> {
  const units: SoldUnit[] = [];
  for (const [kind, [first]] of Map.groupBy(lines, (line) => line.kind)) {
    units.push(...(await sellableOf(sellers, kind).findUnits(db, first!.orderId)));
  }
  return units;
}

/** What someone wants to refund. */
export interface RefundWish extends RefundChoice {
  withFee: boolean;
  returnsStock: boolean;
}

/** The full effect of refunding tickets, before it happens. Cents in the order's currency. */
export interface RefundPlan {
  lines: SoldLine[];
  tickets: SoldUnit[];
  chosen: SoldUnit[];
  parts: RefundPart[];
  /** What each remaining ticket would refund by this wish, chosen or not. */
  worth: Map<number, { amountCents: number; feeCents: number }>;
  amountCents: number;
  nonrefundableFeeCents: number;
  leftCents: number;
  /** Spots that go back on sale. */
  spots: ReturnedSpots[];
  statusAfter: RefundQuote["statusAfter"];
  /** Nothing of the order is left afterward. */
  isWhole: boolean;
}

/**
 * Works out the effect of refunding tickets of an order. Only reads; the caller who acts on it has locked order and
 * tickets.
 *
 * @throws AppError `not_found` for a ticket or line of another order | `order_closed` while it is not paid |
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
  const tickets = await findUnits(sellers, db, lines);
  const chosen = chooseTickets(tickets, wish);
  if (chosen === undefined) throw new AppError("not_found", { message: "This order doesn't include that ticket" });
  if (chosen.length === 0 || chosen.some((ticket) => ticket.isRefunded)) throw new AppError("already_refunded");

  const shares = shareOut(lines, order.taxCents + order.shippingCents);
  const left = tickets.filter((ticket) => !ticket.isRefunded);
  const parts = partsOf(chosen, shares, wish.withFee);
  const amountCents = parts.reduce((sum, part) => sum + part.amountCents, 0);
  const leftCents = order.totalCents - order.refundedCents - amountCents;
  const ticketsLeft = left.length - chosen.length;
  const feeOf = (ticket: SoldUnit) => shareLeft(ticket, shares).feeCents;
  const worth = partsOf(left, shares, wish.withFee).map(
    (part, index) => [part.ticketId, { amountCents: part.amountCents, feeCents: feeOf(left[index]!) }] as const,
  );
  return {
    lines,
    tickets,
    chosen,
    parts,
    worth: new Map(worth),
    amountCents,
    nonrefundableFeeCents: wish.withFee ? 0 : chosen.reduce((sum, ticket) => sum + feeOf(ticket), 0),
    leftCents,
    spots: wish.returnsStock ? spotsToReturn(lines, tickets, chosen) : [],
    statusAfter: statusAfterRefund(leftCents, ticketsLeft),
    isWhole: leftCents === 0 && ticketsLeft === 0,
  };
}

/**
 * The same plan for an external refund: exactly this much for the chosen tickets, by what each is worth. The organizer
 * keeps what they are worth above it.
 *
 * @throws AppError `refund_too_high` when the tickets are worth less than the refund
 */
export function fitPlan(order: OrderRow, plan: RefundPlan, amountCents: number): RefundPlan {
  const parts = fitParts(plan.parts, amountCents);
  if (parts === undefined) {
    const message = "The refund is higher than these tickets cost. Select more tickets.";
    throw new AppError("refund_too_high", { message });
  }
  const leftCents = order.totalCents - order.refundedCents - amountCents;
  const gone = new Set(plan.chosen.map(({ id }) => id));
  const ticketsLeft = plan.tickets.filter((ticket) => !ticket.isRefunded && !gone.has(ticket.id)).length;
  return {
    ...plan,
    parts,
    amountCents,
    nonrefundableFeeCents: 0,
    leftCents,
    statusAfter: statusAfterRefund(leftCents, ticketsLeft),
    isWhole: leftCents === 0 && ticketsLeft === 0,
  };
}

/** A plan as staff and buyers see it before they act. */
export function showPlan(order: OrderRow, plan: RefundPlan): RefundQuote {
  const left = plan.tickets.filter((ticket) => !ticket.isRefunded);
  return shownAs(RefundQuote)({
    ...order,
    ...plan,
    orderId: order.id,
    tickets: left.map((ticket) => ({
      ...ticket,
      typeName: ticket.itemName,
      ...plan.worth.get(ticket.id)!,
      isChosen: plan.chosen.includes(ticket),
    })),
    ticketCount: plan.chosen.length,
    admittedCount: plan.chosen.filter((ticket) => ticket.isAdmitted).length,
    stock: plan.spots,
  });
}

/** What the organizer holds for one ticket of an order. Cents in the order's currency. */
export interface Holding {
  lines: SoldLine[];
  lineId: string;
  /** What is left of its share of the payment, after discounts. */
  left: TicketShare;
  /** What was refunded of it while it stayed valid. */
  returnedCents: number;
  /** What its type cost when it was last moved; null if it never was. */
  spotCents: number | null;
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
  const ticket = (await findUnits(sellers, db, lines)).find(({ id }) => id === ticketId)!;
  const { netCents, feeCents, taxCents } = ticket.returned;
  return {
    lines,
    lineId: ticket.lineId,
    left: shareLeft(ticket, shareOut(lines, order.taxCents + order.shippingCents)),
    returnedCents: netCents + feeCents + taxCents,
    spotCents: ticket.spotCents,
  };
}

/**
 * The price differences that can be refunded for an order's valid tickets that were moved to cheaper types: cents by
 * ticket. Leaves out tickets with nothing to refund.
 */
export async function findDifferences(sellers: Sellers, db: Queryable, orderId: string): Promise<Map<number, number>> {
  const [order] = await findOrders(db, [orderId]);
  if (order === undefined || (order.status !== "paid" && order.status !== "partially_refunded")) return new Map();
  const lines = await findLines(sellers, db, [orderId]);
  const moved = (await findUnits(sellers, db, lines)).filter((ticket) => ticket.spotCents !== null);
  const good = moved.filter((ticket) => ticket.status === "valid" && !ticket.isFrozen);
  if (good.length === 0) return new Map();
  const shares = shareOut(lines, order.taxCents + order.shippingCents);
  return new Map(
    good.flatMap((ticket) => {
      const difference = differenceOf(shareLeft(ticket, shares), ticket.spotCents!);
      return difference === undefined ? [] : [[ticket.id, difference.amountCents] as const];
    }),
  );
}
