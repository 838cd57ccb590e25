import type { OrderStatus } from "#contract/orders.ts";

/** A line as it was paid: cents, `feeCents` what the discount left of its fees. */
export interface PaidLine {
  id: string;
  quantity: number;
  ticketsPerUnit: number;
  totalCents: number;
  discountCents: number;
  feeCents: number;
}

/** What one ticket costs: its parts add up to its share of what was paid. */
export interface TicketShare {
  netCents: number;
  feeCents: number;
  taxCents: number;
}

/**
 * Shares an order's money out to its tickets, to the cent: discount, fees and tax included, all shares together are
 * exactly what was paid. A ticket's share depends on its place in its line alone, so that it is the same whenever and
 * with whatever else it is given back.
 *
 * @param extraCents tax and shipping, shared by what the tickets cost
 * @returns per line one share for each of its places, the first place first
 */
export function shareOut(lines: PaidLine[], extraCents: number): Map<string, TicketShare[]> {
  const weights = lines.flatMap((line) => split(line.totalCents - line.discountCents, placesOf(line)));
  const extras = splitByWeight(extraCents, weights);
  let next = 0;
  return new Map(
    lines.map((line) => {
      const places = placesOf(line);
      const nets = split(line.totalCents - line.discountCents - line.feeCents, places);
      const fees = split(line.feeCents, places);
      return [line.id, nets.map((netCents, i) => ({ netCents, feeCents: fees[i]!, taxCents: extras[next++]! }))];
    }),
  );
}

const placesOf = (line: Pick<PaidLine, "quantity" | "ticketsPerUnit">) => line.quantity * line.ticketsPerUnit;

/** Cents in equal parts that add up again; the odd ones go to later parts. */
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

/** A ticket of an order as giving it back needs to know it. `position` is its place in its line, from 1. */
export interface RefundableTicket {
  id: number;
  lineId: string;
  position: number;
  isGivenBack: boolean;
  isAdmitted: boolean;
  /** What of its share went back while it stayed good: differences of moves to cheaper places. */
  returned?: TicketShare;
}

/** One ticket that goes back, with its money. */
export interface RefundPart {
  ticketId: number;
  lineId: string;
  amountCents: number;
  feeCents: number;
  taxCents: number;
}

/** Which tickets somebody means: named ones, those of lines, or all that are left. */
export interface RefundChoice {
  ticketIds?: number[] | undefined;
  lineIds?: string[] | undefined;
}

/** The tickets that a choice means; undefined when it names one that the order does not have. */
export function chooseTickets<Ticket extends RefundableTicket>(
  tickets: Ticket[],
  { ticketIds, lineIds }: RefundChoice,
): Ticket[] | undefined {
  if (ticketIds === undefined && lineIds === undefined) return tickets.filter((ticket) => !ticket.isGivenBack);
  const ids = new Set(ticketIds);
  const lines = new Set(lineIds);
  const known = new Set(tickets.map((ticket) => ticket.id));
  const knownLines = new Set(tickets.map((ticket) => ticket.lineId));
  if ([...ids].some((id) => !known.has(id)) || [...lines].some((id) => !knownLines.has(id))) return undefined;
  // Who names a line means what is left of it; who names a ticket means that one.
  return tickets.filter((ticket) => ids.has(ticket.id) || (lines.has(ticket.lineId) && !ticket.isGivenBack));
}

/** What of a ticket's share is still with the house: all of it, but for differences that went back. */
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

/** The money that is left on some tickets: with their fees, or without them. */
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
 * Parts of tickets cut down to a sum that went back already, by what each is worth: the price goes back first, then the
 * tax, then the fees. Undefined where the tickets are worth less.
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
 * Units that come back with these tickets: a unit is back when the last of its tickets is, so that a table for four with
 * one guest left is not sold again.
 *
 * @returns all tickets of each such unit, those that went back before too
 */
export function unitsGone<Ticket extends RefundableTicket>(
  lines: Pick<PaidLine, "id" | "ticketsPerUnit">[],
  tickets: Ticket[],
  chosen: Ticket[],
): Ticket[][] {
  const perUnit = new Map(lines.map((line) => [line.id, line.ticketsPerUnit]));
  const unitOf = ({ lineId, position }: RefundableTicket) =>
    `${lineId} ${Math.floor((position - 1) / perUnit.get(lineId)!)}`;
  const goes = new Set(chosen.map((ticket) => ticket.id));
  const stays = new Set(tickets.filter((ticket) => !ticket.isGivenBack && !goes.has(ticket.id)).map(unitOf));
  const gone = new Set(chosen.map(unitOf).filter((unit) => !stays.has(unit)));
  return [...gone].map((unit) => tickets.filter((ticket) => unitOf(ticket) === unit));
}

/** How many units come back with these tickets, by line. */
export function unitsBack(
  lines: Pick<PaidLine, "id" | "ticketsPerUnit">[],
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

/** Places of one ticket type that are for sale again, and the tickets that had them. */
export interface PlacesBack {
  ticketTypeId: number;
  name: string;
  units: number;
  ticketIds: number[];
}

/**
 * The places that come back with these tickets: each of the type that its ticket is for now, which staff may have changed
 * since it was bought, and none that is for sale again already.
 */
export function placesBack<
  Ticket extends RefundableTicket & { ticketTypeId: number; typeName: string; placeReturned: boolean },
>(lines: Pick<PaidLine, "id" | "ticketsPerUnit">[], tickets: Ticket[], chosen: Ticket[]): PlacesBack[] {
  const places = new Map<number, PlacesBack>();
  for (const unit of unitsGone(lines, tickets, chosen)) {
    if (unit.some((ticket) => ticket.placeReturned)) continue;
    const { ticketTypeId, typeName: name } = unit[0]!;
    const before = places.get(ticketTypeId) ?? { ticketTypeId, name, units: 0, ticketIds: [] };
    const ticketIds = [...before.ticketIds, ...unit.map(({ id }) => id)];
    places.set(ticketTypeId, { ...before, units: before.units + 1, ticketIds });
  }
  return [...places.values()];
}

/** How an order stands when so much of its money and so many of its tickets are left. */
export function statusAfterRefund(leftCents: number, ticketsLeft: number): Extract<OrderStatus, `${string}refunded`> {
  return leftCents === 0 && ticketsLeft === 0 ? "refunded" : "partially_refunded";
}
