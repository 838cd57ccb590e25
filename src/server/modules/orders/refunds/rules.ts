import type { OrderStatus } from "#contract/orders.ts";
import type { ItemReference, SoldLine } from "#server/modules/sellables/index.ts";

/** A line as it was paid, in cents; `feeCents` is what the discount left of its fees. */
export type PaidLine = Pick<
  SoldLine,
  "id" | "quantity" | "piecesPerUnit" | "totalCents" | "discountCents" | "feeCents"
>;

/** What one ticket cost: the parts add up to its share of the payment. */
export interface TicketShare {
  netCents: number;
  feeCents: number;
  taxCents: number;
}

/**
 * Splits an order's money across its tickets, to the cent: with discount, fees and tax included, all shares add up to
 * exactly what was paid. A ticket's share depends only on its position in its line, so it is the same whenever it is
 * refunded, and with whatever else.
 *
 * @param extraCents tax and shipping, split by what the tickets cost
 * @returns per line one share for each position, the first position first
 */
export function shareOut(lines: PaidLine[], extraCents: number): Map<string, TicketShare[]> {
  const weights = lines.flatMap((line) => split(line.totalCents - line.discountCents, spotsOf(line)));
  const extras = splitByWeight(extraCents, weights);
  let next = 0;
  return new Map(
    lines.map((line) => {
      const spots = spotsOf(line);
      const nets = split(line.totalCents - line.discountCents - line.feeCents, spots);
      const fees = split(line.feeCents, spots);
      return [line.id, nets.map((netCents, i) => ({ netCents, feeCents: fees[i]!, taxCents: extras[next++]! }))];
    }),
  );
}

const spotsOf = (line: Pick<PaidLine, "quantity" | "piecesPerUnit">) => line.quantity * line.piecesPerUnit;

/** Splits cents into equal parts that add up again; the odd cents go to later parts. */
function split(cents: number, parts: number): number[] {
  return Array.from(
    { length: parts },
    (_, i) => Math.floor((cents * (i + 1)) / parts) - Math.floor((cents * i) / parts),
  );
}

function splitByWeight(cents: number, weights: number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all === 0) return split(cents, weights.length);
  let upTo = 0;
  return weights.map((weight) => {
    const before = Math.floor((cents * upTo) / all);
    upTo += weight;
    return Math.floor((cents * upTo) / all) - before;
  });
}

/** A ticket of an order as a refund needs it. `position` is its position in its line, from 1. */
export interface RefundableTicket {
  id: number;
  lineId: string;
  position: number;
  isRefunded: boolean;
  isAdmitted: boolean;
  /** What was refunded of its share so far: while it stayed valid, and when it became void. */
  returned?: TicketShare;
}

/** One refunded ticket, with its money. */
export interface RefundPart extends Difference {
  ticketId: number;
  lineId: string;
}

/** The tickets that someone means: named ones, those of lines, or all that are left. */
export interface RefundChoice {
  ticketIds?: number[] | undefined;
  lineIds?: string[] | undefined;
}

/** The tickets of a choice; undefined when it names one that the order doesn't have. */
export function chooseTickets<Ticket extends RefundableTicket>(
  tickets: Ticket[],
  { ticketIds, lineIds }: RefundChoice,
): Ticket[] | undefined {
  if (ticketIds === undefined && lineIds === undefined) return tickets.filter((ticket) => !ticket.isRefunded);
  const ids = new Set(ticketIds);
  const lines = new Set(lineIds);
  const known = new Set(tickets.map((ticket) => ticket.id));
  const knownLines = new Set(tickets.map((ticket) => ticket.lineId));
  if ([...ids].some((id) => !known.has(id)) || [...lines].some((id) => !knownLines.has(id))) return undefined;
  // Naming a line means what is left of it; naming a ticket means that ticket.
  return tickets.filter((ticket) => ids.has(ticket.id) || (lines.has(ticket.lineId) && !ticket.isRefunded));
}

/** What the organizer still holds of a ticket's share: all of it, minus refunded differences. */
export function shareLeft(ticket: RefundableTicket, shares: Map<string, TicketShare[]>): TicketShare {
  const share = shares.get(ticket.lineId)![ticket.position - 1]!;
  const { returned } = ticket;
  if (returned === undefined) return share;
  return {
    netCents: share.netCents - returned.netCents,
    feeCents: share.feeCents - returned.feeCents,
    taxCents: share.taxCents - returned.taxCents,
  };
}

/** The money left on some tickets, with or without their fees. */
export function partsOf(
  chosen: RefundableTicket[],
  shares: Map<string, TicketShare[]>,
  withFee: boolean,
): RefundPart[] {
  return chosen.map((ticket) => {
    const { netCents, feeCents: fee, taxCents } = shareLeft(ticket, shares);
    const feeCents = withFee ? fee : 0;
    return {
      ticketId: ticket.id,
      lineId: ticket.lineId,
      amountCents: netCents + feeCents + taxCents,
      feeCents,
      taxCents,
    };
  });
}

/**
 * Ticket amounts reduced to what an external refund paid, by what each is worth: price first, then tax, then fees.
 * Undefined if the tickets are worth less.
 */
export function fitParts(parts: RefundPart[], amountCents: number): RefundPart[] | undefined {
  if (parts.reduce((sum, part) => sum + part.amountCents, 0) < amountCents) return undefined;
  const cuts = splitByWeight(
    amountCents,
    parts.map((part) => part.amountCents),
  );
  return parts.map((part, index) => {
    const cents = cuts[index]!;
    const netCents = Math.min(cents, part.amountCents - part.feeCents - part.taxCents);
    const taxCents = Math.min(part.taxCents, cents - netCents);
    return { ...part, amountCents: cents, taxCents, feeCents: cents - netCents - taxCents };
  });
}

/**
 * Units that come back with these tickets: a unit is back when its last ticket is, so that a table for four with one
 * guest left isn't sold again.
 *
 * @returns all tickets of each such unit, including those refunded before
 */
export function unitsGone<Ticket extends RefundableTicket>(
  lines: Pick<PaidLine, "id" | "piecesPerUnit">[],
  tickets: Ticket[],
  chosen: Ticket[],
): Ticket[][] {
  const perUnit = new Map(lines.map((line) => [line.id, line.piecesPerUnit]));
  const unitOf = ({ lineId, position }: RefundableTicket) =>
    `${lineId} ${Math.floor((position - 1) / perUnit.get(lineId)!)}`;
  const goes = new Set(chosen.map((ticket) => ticket.id));
  const stays = new Set(tickets.filter((ticket) => !ticket.isRefunded && !goes.has(ticket.id)).map(unitOf));
  const gone = new Set(chosen.map(unitOf).filter((unit) => !stays.has(unit)));
  return [...gone].map((unit) => tickets.filter((ticket) => unitOf(ticket) === unit));
}

/** How many units come back with these tickets, by line. */
export function unitsBack(
  lines: Pick<PaidLine, "id" | "piecesPerUnit">[],
  tickets: RefundableTicket[],
  chosen: RefundableTicket[],
): Map<string, number> {
  const back = new Map<string, number>();
  for (const unit of unitsGone(lines, tickets, chosen)) {
    const { lineId } = unit[0]!;
    back.set(lineId, (back.get(lineId) ?? 0) + 1);
  }
  return back;
}

/** Spots of one item that are back on sale, and the units that had them. */
export interface ReturnedSpots extends ItemReference {
  name: string;
  units: number;
  ticketIds: number[];
}

/**
 * The spots that come back with these tickets, each of its ticket's current type, which staff may have changed since
 * the purchase. Leaves out spots that are already back on sale.
 */
export function spotsToReturn<
  Ticket extends RefundableTicket & ItemReference & { itemName: string; spotReturned: boolean },
>(lines: Pick<PaidLine, "id" | "piecesPerUnit">[], tickets: Ticket[], chosen: Ticket[]): ReturnedSpots[] {
  const spots = new Map<string, ReturnedSpots>();
  for (const unit of unitsGone(lines, tickets, chosen)) {
    if (unit.some((ticket) => ticket.spotReturned)) continue;
    const { kind, itemId, itemName: name } = unit[0]!;
    const key = `${kind} ${itemId}`;
    const before = spots.get(key) ?? { kind, itemId, name, units: 0, ticketIds: [] };
    const ticketIds = [...before.ticketIds, ...unit.map(({ id }) => id)];
    spots.set(key, { ...before, units: before.units + 1, ticketIds });
  }
  return [...spots.values()];
}

/** An order's status when this much of its money and this many of its tickets are left. */
export function statusAfterRefund(leftCents: number, ticketsLeft: number): Extract<OrderStatus, `${string}refunded`> {
  return leftCents === 0 && ticketsLeft === 0 ? "refunded" : "partially_refunded";
}

/** What is refunded for one ticket that stays valid; the amount includes fees and tax. Cents. */
export interface Difference {
  amountCents: number;
  feeCents: number;
  taxCents: number;
}

/**
 * The price difference that can be refunded for a ticket whose type costs less than what is still held for it;
 * undefined if none. The price is refunded first, then the fees; tax on top of prices in proportion.
 *
 * @param left what the organizer still holds of the ticket's share
 * @param spotCents what its type cost when the ticket was moved there, all fees included
 */
export function differenceOf({ netCents, feeCents, taxCents }: TicketShare, spotCents: number): Difference | undefined {
  const heldCents = netCents + feeCents;
  const cents = heldCents - spotCents;
  if (cents <= 0) return undefined;
  const tax = Math.floor((taxCents * cents) / heldCents);
  return { amountCents: cents + tax, feeCents: cents - Math.min(cents, netCents), taxCents: tax };
}
