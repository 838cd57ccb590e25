import type { OrderDraft, OrderStatus } from "#contract/orders.ts";
import { isSameCode } from "#contract/access-codes.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { TypeOnSale } from "#server/modules/events/index.ts";
import type { ClaimLine, Quota } from "#server/modules/inventory/index.ts";
import type { Credit, Discounted } from "#server/modules/promotions/index.ts";

/** Seconds for which an unpaid order keeps its stock. */
export const holdSeconds = 600;

/** Unpaid orders that one person may have at a time, so that nobody can sit on a night's tickets. */
export const maxLiveOrders = 5;

/** Legal moves of an order; the table order_moves in the database says the same and a test compares them. */
export const orderMoves: Record<OrderStatus, readonly OrderStatus[]> = {
  awaiting_payment: ["paying", "paid", "expired", "cancelled"],
  paying: ["awaiting_payment", "paid", "expired", "cancelled"],
  paid: ["partially_refunded", "refunded"],
  // Money that arrives after the order was given up buys what is still there.
  expired: ["paid"],
  cancelled: ["paid"],
  partially_refunded: ["refunded"],
  refunded: [],
};

/** A line with the price of the moment, in cents. */
export interface PricedLine {
  ticketTypeId: number;
  eventId: number;
  name: string;
  quantity: number;
  unitCents: number;
  feeCents: number;
  totalCents: number;
  /** What the promo code takes off; `feeCents` is what is left of the fees then. */
  discountCents: number;
  ticketsPerUnit: number;
}

/** A draft with its prices and all the stock that it needs: of its types, of what they share, of its discount. */
export interface PricedOrder {
  lines: PricedLine[];
  subtotalCents: number;
  /** Share of the subtotal that is fees. */
  feeCents: number;
  /** Taken off the subtotal, never more than it. */
  discountCents: number;
  totalCents: number;
  currency: string;
  claims: ClaimLine[];
  /** The promo code that was applied. */
  code: Discounted["code"] | undefined;
  /** The promoter whose link it came by. */
  credit: Credit | undefined;
  /** What of it is counted per person. */
  limits: PersonLimit[];
  /** Until when its buyer may return tickets, by the terms of now; null where one of its nights takes none back. */
  refundUntil: Date | null;
  refundFees: boolean;
}

/** So many units of a type of which one person may have no more than `most` over all orders. */
export interface PersonLimit {
  stockId: number;
  most: number;
  quantity: number;
}

/** Why a draft cannot become an order, and which part of it is at fault. */
export interface Refusal {
  code: Extract<ErrorCode, "not_found" | "sales_closed" | "over_limit" | "invalid_input" | "code_invalid">;
  message: string;
  path: string;
}

/** What an order is priced from: its lines, and the codes that come with it. */
export type Wish = Pick<OrderDraft, "lines" | "promoCode" | "accessCode" | "via">;

/** Most that one order may cost, in cents: far above any night out, far below what a column holds. */
const maxTotalCents = 50_000_000;

/**
 * Prices a draft from our own rows: every line, or the first thing that is wrong with it.
 *
 * Amounts are cents. Only open prices take an amount from the buyer, and never one under the minimum.
 */
export function priceOrder(draft: Wish, types: Map<number, TypeOnSale>): PricedOrder | Refusal {
  const lines: PricedLine[] = [];
  const claims: ClaimLine[] = [];
  const perType = new Map<TypeOnSale, number>();
  let currency: string | undefined;
  for (const [index, wish] of draft.lines.entries()) {
    const path = `lines.${index}`;
    const type = types.get(wish.ticketTypeId);
    if (type === undefined || !mayBuy(type, draft.accessCode)) {
      return { code: "not_found", message: "There is no such ticket type", path: `${path}.ticketTypeId` };
    }
    if (type.status !== "on_sale") {
      return { code: "sales_closed", message: `${type.name}: ${whyClosed(type)}`, path };
    }
    currency ??= type.currency;
    if (currency !== type.currency) {
      return { code: "invalid_input", message: "One order has one currency", path };
    }
    const unit = unitPrice(type, wish.amountCents);
    if (typeof unit === "string") return { code: "invalid_input", message: unit, path: `${path}.amountCents` };
    lines.push({
      ticketTypeId: type.id,
      eventId: type.eventId,
      name: type.name,
      quantity: wish.quantity,
      unitCents: unit,
      feeCents: type.feeCents * wish.quantity,
      totalCents: unit * wish.quantity,
      discountCents: 0,
      ticketsPerUnit: type.ticketsPerUnit,
    });
    claims.push(...claimsOf(type, wish.quantity));
    perType.set(type, (perType.get(type) ?? 0) + wish.quantity);
  }
  const limit = overLimit(perType);
  if (limit !== undefined) return limit;

  const sums = sumUp(lines);
  if (sums.subtotalCents > maxTotalCents) {
    return { code: "over_limit", message: "One order cannot cost that much", path: "lines" };
  }
  return {
    lines,
    ...sums,
    currency: currency!,
    claims,
    code: undefined,
    credit: undefined,
    limits: personLimits(perType),
    ...returnsOf([...perType.keys()]),
  };
}

/** On what terms tickets of these types can be returned: where nights differ, those of the stricter one. */
function returnsOf(types: TypeOnSale[]): Pick<PricedOrder, "refundUntil" | "refundFees"> {
  const deadlines = types.map(({ refundUntil }) => refundUntil?.getTime() ?? -Infinity);
  const first = Math.min(...deadlines);
  const refundUntil = Number.isFinite(first) ? new Date(first) : null;
  return { refundUntil, refundFees: refundUntil !== null && types.every(({ refundFees }) => refundFees) };
}

/** An order with its promo code's discount taken off; the use that it takes is part of what it claims. */
export function withDiscount(order: PricedOrder, { code, lines: off }: Discounted): PricedOrder {
  const lines = order.lines.map((line, index) => ({ ...line, ...off[index] }));
  const claims = [...order.claims, { stockId: code.stockId, quantity: 1 }];
  return { ...order, lines, ...sumUp(lines), claims, code };
}

/** An order credited to a promoter: the tickets of it that count are part of what it claims. */
export function withCredit(order: PricedOrder, credit: Credit): PricedOrder {
  const claims = [...order.claims, { stockId: credit.link.stockId, quantity: credit.ticketCount }];
  return { ...order, claims, credit };
}

/** The same order as the house's own sale: the link's allocation is used up. */
export function withoutCredit(order: PricedOrder): PricedOrder {
  const claims = order.claims.filter(({ stockId }) => stockId !== order.credit?.link.stockId);
  return { ...order, claims, credit: undefined };
}

/** Everything that so many units of a type take: of its own stock, of the night's people, of the pools it shares. */
export function claimsOf(type: TypeOnSale, quantity: number): ClaimLine[] {
  const units = { stockId: type.stockId, quantity, terms: type.terms };
  return [units, ...type.draws.map(({ stockId, each }) => ({ stockId, quantity: quantity * each }))];
}

/** What of a selection is counted per person. */
export function personLimits(perType: Map<TypeOnSale, number>): PersonLimit[] {
  return [...perType].flatMap(([{ stockId, maxPerPerson }, quantity]) =>
    maxPerPerson === null ? [] : [{ stockId, most: maxPerPerson, quantity }],
  );
}

/** Who a person is to a limit: their account, and the address that the tickets go to. Each alone is counted. */
export interface LimitedPerson {
  userId: number;
  email: string;
}

/** The quotas that an order of a person spends: one per account and one per address, for each limited type. */
export function quotasOf({ userId, email }: LimitedPerson, limits: PersonLimit[]): Quota[] {
  return limits.flatMap((limit) => [
    { ...limit, key: accountKey(limit.stockId, userId) },
    { ...limit, key: addressKey(limit.stockId, email) },
  ]);
}

/** Names what an account has of a stock. */
export const accountKey = (stockId: number, userId: number) => `${stockId} account ${userId}`;
/** Names what was ordered of a stock for an address. */
export const addressKey = (stockId: number, email: string) => `${stockId} address ${email}`;

/** What lines come to: cents, each discount never more than its line. */
export function sumUp(lines: PricedLine[]) {
  const sum = (part: "totalCents" | "feeCents" | "discountCents") => lines.reduce((all, line) => all + line[part], 0);
  const [subtotalCents, feeCents, discountCents] = [sum("totalCents"), sum("feeCents"), sum("discountCents")];
  return { subtotalCents, feeCents, discountCents, totalCents: subtotalCents - discountCents };
}

function whyClosed({ status, waitsFor }: TypeOnSale): string {
  if (status !== "scheduled") return "sales have ended";
  return waitsFor === null ? "sales have not started yet" : "opens when the release before it is sold out";
}

function mayBuy(type: TypeOnSale, accessCode: string | undefined): boolean {
  if (type.visibility === "draft" || type.isHidden) return false;
  return type.accessCode === null || isSameCode(type.accessCode, accessCode);
}

function unitPrice(type: TypeOnSale, amountCents: number | undefined): number | string {
  if (type.pricing !== "open") return type.priceCents;
  const minimum = type.minimumCents ?? 0;
  const amount = amountCents ?? minimum;
  return amount < minimum ? "This is less than the least amount" : amount;
}

function overLimit(perType: Map<TypeOnSale, number>): Refusal | undefined {
  for (const [type, quantity] of perType) {
    if (quantity > type.maxPerOrder) {
      return { code: "over_limit", message: `${type.name}: at most ${type.maxPerOrder} per order`, path: "lines" };
    }
    if (quantity < type.minPerOrder) {
      return { code: "over_limit", message: `${type.name}: at least ${type.minPerOrder} per order`, path: "lines" };
    }
  }
  return undefined;
}
