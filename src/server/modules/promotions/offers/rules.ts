import type { Discount, PromoCodeStatus, PromoCode } from "#contract/promotions/promo-codes.ts";
import type { Commission } from "#contract/promotions/promoters.ts";
import type { NewLine } from "#server/modules/purchasables/index.ts";

/** A promo code with everything that its discount depends on. Amounts are cents of `currency`. */
export interface CodeTerms extends Pick<
  PromoCode,
  "id" | "code" | "discount" | "currency" | "personLimit" | "unitLimit" | "minimumCents"
> {
  /** Counts the orders that use it. */
  stockId: number;
  eventId: number | null;
  /** Empty: every ticket type of its event. */
  ticketTypeIds: number[];
  /** By the database's clock, without regard to how many redemptions are left. */
  status: Exclude<PromoCodeStatus, "used_up">;
}

/** An active promoter link. */
export interface LinkTerms {
  id: number;
  /** Counts the tickets sold through it. */
  stockId: number;
  linkCode: string;
  eventId: number | null;
  commission: Commission;
}

/** The parts of an order line that discounts and commissions need. Cents, fees included in `totalCents`. */
export type OfferLine = Pick<
  NewLine,
  "kind" | "itemId" | "eventId" | "quantity" | "unitCents" | "feeCents" | "totalCents" | "piecesPerUnit"
>;

/** Why a code doesn't apply to an order: the code's status, or what the order lacks. */
export type CodeRefusal = Exclude<CodeTerms["status"], "active"> | "not_for_these" | "below_minimum" | "nothing_to_pay";

/**
 * The discount of each line, in cents: never more than the line costs, and in sum exactly the code's discount.
 *
 * A percentage applies to the sum of all discounted units and is rounded to the nearest cent, half up; like an amount
 * per order, it is then spread over the lines by their share. Prices include fees, and so does the discount.
 */
export function discountLines(code: CodeTerms, lines: OfferLine[], currency: string): number[] | CodeRefusal {
  if (code.status !== "active") return code.status;
  const units = discountedUnits(code, lines);
  const isWrongMoney = code.discount.kind !== "percent" && code.currency !== currency;
  if (isWrongMoney || units.every((count) => count === 0)) return "not_for_these";
  const subtotalCents = sum(lines.map((line) => line.totalCents));
  if (code.minimumCents !== null && subtotalCents < code.minimumCents) return "below_minimum";
  const bases = lines.map((line, index) => line.unitCents * units[index]!);
  const discounts = amounts(code.discount, lines, units, bases);
  return sum(discounts) === 0 ? "nothing_to_pay" : discounts;
}

function amounts(discount: Discount, lines: OfferLine[], units: number[], bases: number[]): number[] {
  const base = sum(bases);
  switch (discount.kind) {
    case "percent":
      return spread(Math.floor((base * discount.percent + 50) / 100), bases);
    case "per_order":
      return spread(Math.min(discount.amountCents, base), bases);
    case "per_unit":
      return lines.map((line, index) => Math.min(discount.amountCents, line.unitCents) * units[index]!);
  }
}

/** How many units of each line are discounted: all that the code is for, or the most expensive ones up to its limit. */
export function discountedUnits(code: CodeTerms, lines: OfferLine[]): number[] {
  const isFor = (line: OfferLine) =>
    (code.eventId === null || code.eventId === line.eventId) &&
    (code.ticketTypeIds.length === 0 || (line.kind === "ticket" && code.ticketTypeIds.includes(line.itemId)));
  let left = code.unitLimit ?? Infinity;
  const units = lines.map(() => 0);
  const dearestFirst = lines
    .map((line, index) => ({ line, index }))
    .filter(({ line }) => isFor(line) && line.unitCents > 0)
    .toSorted((a, b) => b.line.unitCents - a.line.unitCents || a.index - b.index);
  for (const { line, index } of dearestFirst) {
    units[index] = Math.min(left, line.quantity);
    left -= units[index];
  }
  // Free units count only if there are no others: the refusal then says that the tickets are free.
  if (dearestFirst.length === 0) lines.forEach((line, index) => (units[index] = isFor(line) ? line.quantity : 0));
  return units;
}

/** Splits a sum in proportion to the bases, in whole cents: cents left by rounding go to the largest remainders. */
export function spread(totalCents: number, bases: number[]): number[] {
  const base = sum(bases);
  if (base === 0) return bases.map(() => 0);
  const parts = bases.map((each) => Math.floor((totalCents * each) / base));
  const remainder = (index: number) => (totalCents * bases[index]!) % base;
  const byRemainder = bases.map((_, index) => index).toSorted((a, b) => remainder(b) - remainder(a) || a - b);
  const missing = totalCents - sum(parts);
  for (const index of byRemainder.slice(0, missing)) parts[index]!++;
  return parts;
}

/** The fees of a line after its discount: the discount comes out of the organizer's part first. */
export function feeAfterDiscount(line: Pick<OfferLine, "feeCents" | "totalCents">, discountCents: number): number {
  return Math.min(line.feeCents, line.totalCents - discountCents);
}

/**
 * A promoter's commission on an order, in cents, rounded down: a percentage of what is paid without fees, or an amount
 * per ticket, never more than the ticket earns. Lines of events other than the link's don't count.
 *
 * @param lines with `feeCents` as it is after the discount
 */
export function commissionOf(link: LinkTerms, lines: (OfferLine & { discountCents: number })[]): number {
  const nets = lines.map((line) => (countsFor(link, line) ? line.totalCents - line.discountCents - line.feeCents : 0));
  const { commission } = link;
  switch (commission.kind) {
    case "none":
      return 0;
    case "percent":
      return Math.floor((sum(nets) * commission.percent) / 100);
    case "per_ticket":
      return sum(
        nets.map((net, index) =>
          Math.min(net, commission.amountCents * lines[index]!.quantity * lines[index]!.piecesPerUnit),
        ),
      );
  }
}

/** Whether a line counts for the link: promoters sell what is for an event. */
export function countsFor(link: Pick<LinkTerms, "eventId">, line: Pick<OfferLine, "eventId">): boolean {
  return line.eventId !== null && (link.eventId === null || link.eventId === line.eventId);
}

/** How many people these lines admit. */
export function ticketCount(lines: Pick<OfferLine, "quantity" | "piecesPerUnit">[]): number {
  return sum(lines.map((line) => line.quantity * line.piecesPerUnit));
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
