import type { Queryable } from "#server/platform/db/database.ts";
import { findLines, findOrders, type OrderRow } from "../../store.ts";
import { shareLeft, shareOut, type TicketShare } from "../rules.ts";
import { findTickets } from "../store.ts";
import { differenceOf } from "./rules.ts";

/** What the house holds for one ticket of an order. Cents in the order's currency. */
export interface Holding {
  lines: Awaited<ReturnType<typeof findLines>>;
  lineId: string;
  /** Of its share of what was paid, codes taken off. */
  left: TicketShare;
  /** What went back of it while it stayed good. */
  returnedCents: number;
  /** What its place cost when it was moved there last; null where it never was. */
  placeCents: number | null;
}

/** Works out what is held for a ticket of an order that was paid. Reads only; whoever acts on it has locked order and tickets. */
export async function findHolding(db: Queryable, order: OrderRow, ticketId: number): Promise<Holding> {
  const lines = await findLines(db, [order.id]);
  const ticket = (await findTickets(db, order.id)).find(({ id }) => id === ticketId)!;
  const { netCents, feeCents, taxCents } = ticket.returned;
  return {
    lines,
    lineId: ticket.lineId,
    left: shareLeft(ticket, shareOut(lines, order.taxCents + order.shippingCents)),
    returnedCents: netCents + feeCents + taxCents,
    placeCents: ticket.placeCents,
  };
}

/**
 * What can go back of an order's tickets that were moved to cheaper places and are good: cents by ticket. Tickets of which
 * nothing can are left out.
 */
export async function findDifferences(db: Queryable, orderId: string): Promise<Map<number, number>> {
  const [order] = await findOrders(db, [orderId]);
  if (order === undefined || (order.status !== "paid" && order.status !== "partially_refunded")) return new Map();
  const moved = (await findTickets(db, orderId)).filter((ticket) => ticket.placeCents !== null);
  const good = moved.filter((ticket) => ticket.status === "valid" && !ticket.isFrozen);
  if (good.length === 0) return new Map();
  const shares = shareOut(await findLines(db, [orderId]), order.taxCents + order.shippingCents);
  return new Map(
    good.flatMap((ticket) => {
      const difference = differenceOf(shareLeft(ticket, shares), ticket.placeCents!);
      return difference === undefined ? [] : [[ticket.id, difference.amountCents] as const];
    }),
  );
}
