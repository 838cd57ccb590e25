import type { OrderStatus } from "#contract/orders/orders.ts";
import type { ItemReference, SoldLine, SoldUnit, UnitMoney } from "#server/modules/purchasables/index.ts";

/** A line as it was paid, in cents; `feeCents` is what the discount left of its fees. */
export type PaidLine = Pick<
  SoldLine,
  "id" | "quantity" | "piecesPerUnit" | "totalCents" | "discountCents" | "feeCents" | "taxCents"
>;

/** What an order paid for its shipping, and the tax on it. */
export interface PaidShipping {
  shippingCents: number;
  shippingTaxCents: number;
}

/** What one unit cost: the parts add up to its share of the payment. */
export type UnitShare = UnitMoney;

/** The shares of an order's units, by line; those of a line without an id are the shipping's. */
type UnitShares = Map<string | null, UnitShare[]>;

/**
 * Splits an order's money across its units, to the cent: with discount, fees and tax included, all shares add up to
 * exactly what was paid. A unit's share depends only on its position in its line, so it is the same whenever it is
 * refunded, and with whatever else. Shipping is a unit of its own, without a line.
 *
 * @returns per line one share for each position, the first position first
 */
export function shareOut(lines: PaidLine[], { shippingCents, shippingTaxCents }: PaidShipping): UnitShares {
  const shares: UnitShares = new Map([[null, [{ netCents: shippingCents, feeCents: 0, taxCents: shippingTaxCents }]]]);
  for (const line of lines) {
    const units = unitsOf(line);
    const fees = split(line.feeCents, units);
    const taxes = split(line.taxCents, units);
    const nets = split(line.totalCents - line.discountCents - line.feeCents, units);
    shares.set(
      line.id,
      nets.map((netCents, i) => ({ netCents, feeCents: fees[i]!, taxCents: taxes[i]! })),
    );
  }
  return shares;
}

const unitsOf = (line: Pick<PaidLine, "quantity" | "piecesPerUnit">) => line.quantity * line.piecesPerUnit;

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

/** A unit of an order as a refund needs it. */
export type RefundableUnit = Pick<SoldUnit, "ticketId" | "lineId" | "position" | "isRefunded" | "isSent"> & {
  /** What was refunded of its share so far: while it stayed valid, and when it became void. */
  returned?: UnitShare;
};

/** One refunded unit, with its money. */
export interface RefundPart extends Difference, Pick<SoldUnit, "ticketId" | "lineId" | "position"> {
  /** It was sent, so the refund doesn't put it on sale again. */
  keepsStock?: boolean;
}

/** The units that someone means: named ones, those of lines, and the shipping; or all that are left. */
export interface RefundChoice {
  ticketIds?: number[] | undefined;
  /** What is left of these lines. */
  lineIds?: string[] | undefined;
  /** So many of what is left of a line: first what wasn't sent, the first ones first. */
  units?: { lineId: string; quantity: number }[] | undefined;
  /** Exactly these units. */
  exactly?: { lineId: string; position: number }[] | undefined;
  shipping?: boolean | undefined;
}

/** Names a unit within its order. */
export const unitKey = ({ lineId, position }: Pick<SoldUnit, "lineId" | "position">): string => `${lineId} ${position}`;

/** The units of a choice; undefined when it names one that the order doesn't have. */
export function chooseUnits<Unit extends RefundableUnit>(
  all: Unit[],
  { ticketIds = [], lineIds = [], units = [], exactly = [], shipping = false }: RefundChoice,
): Unit[] | undefined {
  const left = all.filter((unit) => !unit.isRefunded);
  if (ticketIds.length + lineIds.length + units.length + exactly.length === 0 && !shipping) return left;
  const chosen = new Set<Unit>();
  for (const id of ticketIds) {
    const named = all.find(({ ticketId }) => ticketId === id);
    if (named === undefined) return undefined;
    chosen.add(named);
  }
  for (const { lineId, quantity } of [...lineIds.map((id) => ({ lineId: id, quantity: Infinity })), ...units]) {
    if (!all.some((unit) => unit.lineId === lineId)) return undefined;
    const lineUnits = left
      .filter((unit) => unit.lineId === lineId)
      .toSorted((a, b) => Number(a.isSent ?? false) - Number(b.isSent ?? false));
    if (Number.isFinite(quantity) && lineUnits.length < quantity) return undefined;
    for (const unit of lineUnits.slice(0, quantity)) chosen.add(unit);
  }
  for (const key of exactly.map(unitKey)) {
    const named = all.find((unit) => unitKey(unit) === key);
    if (named === undefined) return undefined;
    chosen.add(named);
  }
  if (shipping) {
    const shippingUnit = all.find(({ lineId }) => lineId === null);
    if (shippingUnit === undefined) return undefined;
    chosen.add(shippingUnit);
  }
  return all.filter((unit) => chosen.has(unit));
}

/** What the organizer still holds of a unit's share: all of it, minus what was refunded while it stayed valid. */
export function shareLeft(unit: RefundableUnit, shares: UnitShares): UnitShare {
  const share = shares.get(unit.lineId)![Math.max(0, unit.position - 1)]!;
  const { returned } = unit;
  if (returned === undefined) return share;
  return {
    netCents: share.netCents - returned.netCents,
    feeCents: share.feeCents - returned.feeCents,
    taxCents: share.taxCents - returned.taxCents,
  };
}

/** The money left on some units, with or without their fees. */
export function partsOf(chosen: RefundableUnit[], shares: UnitShares, withFee: boolean): RefundPart[] {
  return chosen.map((unit) => {
    const { netCents, feeCents: fee, taxCents } = shareLeft(unit, shares);
    const feeCents = withFee ? fee : 0;
    return {
      ticketId: unit.ticketId,
      lineId: unit.lineId,
      position: unit.position,
      ...(unit.isSent === true ? { keepsStock: true } : {}),
      amountCents: netCents + feeCents + taxCents,
      feeCents,
      taxCents,
    };
  });
}

/**
 * Units' amounts reduced to what an external refund paid, by what each is worth: price first, then tax, then fees.
 * Undefined if the units are worth less.
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
 * Units of stock that come back with these units: a package is back when its last ticket is, so that a table for four
 * with one guest left isn't sold again. Shipping has no stock.
 *
 * @returns all units of each such piece of stock, including those refunded before
 */
function stockGone<Unit extends RefundableUnit>(
  lines: Pick<PaidLine, "id" | "piecesPerUnit">[],
  units: Unit[],
  chosen: Unit[],
): Unit[][] {
  const perUnit = new Map<string | null, number>(lines.map((line) => [line.id, line.piecesPerUnit]));
  const stockOf = ({ lineId, position }: RefundableUnit) =>
    `${lineId} ${Math.floor((position - 1) / perUnit.get(lineId)!)}`;
  const goes = new Set(chosen.map(unitKey));
  const stays = new Set(units.filter((unit) => !unit.isRefunded && !goes.has(unitKey(unit))).map(stockOf));
  const gone = new Set(chosen.filter(({ lineId }) => lineId !== null).map(stockOf));
  return [...gone].filter((key) => !stays.has(key)).map((key) => units.filter((unit) => stockOf(unit) === key));
}

/** How many units of stock come back with these units, by line. */
export function stockBack(
  lines: Pick<PaidLine, "id" | "piecesPerUnit">[],
  units: RefundableUnit[],
  chosen: RefundableUnit[],
): Map<string, number> {
  const back = new Map<string, number>();
  for (const [first] of stockGone(lines, units, chosen)) back.set(first!.lineId!, (back.get(first!.lineId!) ?? 0) + 1);
  return back;
}

/** Stock of one item that is back on sale, and the order's units that had it. */
export interface ReturnedStock extends ItemReference {
  name: string;
  quantity: number;
  units: SoldUnit[];
}

/**
 * The stock that comes back with these units, each of what it is now, which staff may have exchanged since the
 * purchase. Leaves out what is already back on sale, and what was sent.
 */
export function stockToReturn(
  lines: Pick<PaidLine, "id" | "piecesPerUnit">[],
  units: SoldUnit[],
  chosen: SoldUnit[],
): ReturnedStock[] {
  const all = new Map<string, ReturnedStock>();
  for (const stockUnits of stockGone(lines, units, chosen)) {
    if (stockUnits.some((unit) => unit.stockReturned || unit.isSent === true)) continue;
    const { kind, itemId, itemName: name } = stockUnits[0]!;
    const key = `${kind} ${itemId}`;
    const before = all.get(key) ?? { kind, itemId, name, quantity: 0, units: [] };
    all.set(key, { ...before, quantity: before.quantity + 1, units: [...before.units, ...stockUnits] });
  }
  return [...all.values()];
}

/** An order's status when this much of its money and this many of its units are left. */
export function statusAfterRefund(leftCents: number, unitsLeft: number): Extract<OrderStatus, `${string}refunded`> {
  return leftCents === 0 && unitsLeft === 0 ? "refunded" : "partially_refunded";
}

/** What is refunded for one ticket that stays valid; the amount includes fees and tax. Cents. */
interface Difference {
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
export function differenceOf({ netCents, feeCents, taxCents }: UnitShare, spotCents: number): Difference | undefined {
  const heldCents = netCents + feeCents;
  const cents = heldCents - spotCents;
  if (cents <= 0) return undefined;
  const tax = Math.floor((taxCents * cents) / heldCents);
  return { amountCents: cents + tax, feeCents: cents - Math.min(cents, netCents), taxCents: tax };
}
