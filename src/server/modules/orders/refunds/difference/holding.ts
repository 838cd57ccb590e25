import type { Queryable } from "#server/platform/db/database.ts";
import { findLines, findOrders, type OrderRow } from "../../store.ts";
import { shareLeft, shareOut, type TicketShare } from "../rules.ts";
import { findTickets } from "../store.ts";
import { differenceOf } from "./rules.ts";

/** What the organizer holds for one ticket of an order. Cents in the order's currency. */
export interface Holding {
  lines: Awaited<ReturnType<typeof findLines>>;
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
export async function findHolding(db: Queryable, order: OrderRow, ticketId: number): Promise<Holding> {
  const lines = await findLines(db, [order.id]);
  const ticket = (await findTickets(db, order.id)).find(({ id }) => id === ticketId)!;
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
export async function findDifferences(db: Queryable, orderId: string): Promise<Map<number, number>> {
  const [order] = await findOrders(db, [orderId]);
  if (order === undefined || (order.status !== "paid" && order.status !== "partially_refunded")) return new Map();
  const moved = (await findTickets(db, orderId)).filter((ticket) => ticket.spotCents !== null);
  const good = moved.filter((ticket) => ticket.status === "valid" && !ticket.isFrozen);
  if (good.length === 0) return new Map();
  const shares = shareOut(await findLines(db, [orderId]), order.taxCents + order.shippingCents);
  return new Map(
    good.flatMap((ticket) => {
      const difference = differenceOf(shareLeft(ticket, shares), ticket.spotCents!);
      return difference === undefined ? [] : [[ticket.id, difference.amountCents] as const];
    }),
  );
}
