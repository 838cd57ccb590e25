import type { OrderDraft, OrderLine, OrderStatus, Quote } from "#contract/orders.ts";
import { isSameCode } from "#contract/access-codes.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { TypeOnSale } from "#server/modules/events/index.ts";
import type { ClaimLine, Quota, QuotaKind } from "#server/modules/inventory/index.ts";
import type { Credit, Discounted } from "#server/modules/promotions/index.ts";

/** Seconds for which an unpaid order holds its stock. */
export const holdSeconds = 600;

/** Unpaid orders that one person can have at a time, so that nobody can block an event's tickets. */
export const maxLiveOrders = 5;

/**
 * Legal status changes of an order; the table order_moves in the database has the same ones and a test compares them.
 */
export const orderMoves: Record<OrderStatus, readonly OrderStatus[]> = {
  awaiting_payment: ["paying", "paid", "expired", "canceled"],
  paying: ["awaiting_payment", "paid", "expired", "canceled"],
  paid: ["partially_refunded", "refunded"],
  // Money that arrives after the order was given up buys what is still available.
  expired: ["paid"],
  canceled: ["paid"],
  partially_refunded: ["refunded"],
  refunded: [],
};

/** A line with its current price. `feeCents` is what the promo code's discount leaves of the fees. */
export type PricedLine = Omit<OrderLine, "id">;

/** A draft with its prices and all the stock it needs: for its types, their pools and its discount. */
export interface PricedOrder extends Pick<
  Quote,
  "lines" | "subtotalCents" | "feeCents" | "discountCents" | "totalCents" | "currency"
> {
  claims: ClaimLine[];
  /** The promo code that was applied. */
  code: Discounted["code"] | undefined;
  /** The promoter whose link it came from. */
  credit: Credit | undefined;
  /** What counts toward limits per person. */
  limits: PersonLimit[];
  /** Deadline for self-service refunds, by the current terms; null if one of its events doesn't allow them. */
  refundUntil: Date | null;
  refundFees: boolean;
}

/** A number of units of a type of which one person can have at most `most` across all orders. */
export interface PersonLimit {
  stockId: number;
  most: number;
  quantity: number;
}

/** Why a draft can't become an order, and which part of it is wrong. */
export interface Refusal {
  code: Extract<ErrorCode, "not_found" | "sales_closed" | "over_limit" | "invalid_input" | "code_invalid">;
  message: string;
  path: string;
}

/** What an order is priced from: its lines and its codes. */
export type Wish = Pick<OrderDraft, "lines" | "promoCode" | "accessCode" | "via">;

/** The most one order can cost, in cents: far above any order, far below what a column holds. */
const maxTotalCents = 50_000_000;

/**
 * Prices a draft from our own rows: every line, or the first error.
 *
 * Amounts are cents. Only open prices take an amount from the buyer, and never one below the minimum.
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
      return { code: "not_found", message: "We can't find that ticket type", path: `${path}.ticketTypeId` };
    }
    if (type.status !== "on_sale") {
      return { code: "sales_closed", message: `${type.name}: ${whyClosed(type)}`, path };
    }
    currency ??= type.currency;
    if (currency !== type.currency) {
      return { code: "invalid_input", message: "All tickets in an order must use the same currency", path };
    }
    const unit = unitPrice(type, wish.amountCents);
    if (typeof unit === "string") return { code: "invalid_input", message: unit, path: `${path}.amountCents` };
    lines.push(lineOf(type, wish.quantity, unit, type.feeCents));
    claims.push(...claimsOf(type, wish.quantity));
    perType.set(type, (perType.get(type) ?? 0) + wish.quantity);
  }
  const limit = overLimit(perType);
  if (limit !== undefined) return limit;

  const sums = sumUp(lines);
  if (sums.subtotalCents > maxTotalCents) {
    return { code: "over_limit", message: "This order is over the maximum amount", path: "lines" };
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

/** The self-service refund terms for these types: where events differ, the stricter ones. */
function returnsOf(types: TypeOnSale[]): Pick<PricedOrder, "refundUntil" | "refundFees"> {
  const deadlines = types.map(({ refundUntil }) => refundUntil?.getTime() ?? -Infinity);
  const first = Math.min(...deadlines);
  const refundUntil = Number.isFinite(first) ? new Date(first) : null;
  return { refundUntil, refundFees: refundUntil !== null && types.every(({ refundFees }) => refundFees) };
}

/** An order with its promo code's discount applied; its claims include the redemption. */
export function withDiscount(order: PricedOrder, { code, lines: off }: Discounted): PricedOrder {
  const lines = order.lines.map((line, index) => ({ ...line, ...off[index] }));
  const claims = [...order.claims, { stockId: code.stockId, quantity: 1 }];
  return { ...order, lines, ...sumUp(lines), claims, code };
}

/** An order credited to a promoter; its claims include the tickets that count. */
export function withCredit(order: PricedOrder, credit: Credit): PricedOrder {
  const claims = [...order.claims, { stockId: credit.link.stockId, quantity: credit.ticketCount }];
  return { ...order, claims, credit };
}

/** The same order as a direct sale, because the link's allocation has run out. */
export function withoutCredit(order: PricedOrder): PricedOrder {
  const claims = order.claims.filter(({ stockId }) => stockId !== order.credit?.link.stockId);
  return { ...order, claims, credit: undefined };
}

/** What of a selection counts toward limits per person. */
export function personLimits(perType: Map<TypeOnSale, number>): PersonLimit[] {
  return [...perType].flatMap(([{ stockId, maxPerPerson }, quantity]) =>
    maxPerPerson === null ? [] : [{ stockId, most: maxPerPerson, quantity }],
  );
}

/** How a limit identifies a person: by their account, and by an email that they haven't confirmed. */
export interface LimitedPerson {
  userId: number;
  email: string;
  /** True if the account had confirmed this email when it ordered. */
  emailConfirmed: boolean;
}

/**
 * The quotas that a person's order uses, for each limited type: of the account, and of the email unless the account has
 * confirmed it. Anyone can type an email, so what others order under it never counts for its owner's account.
 */
export function quotasOf({ userId, email, emailConfirmed }: LimitedPerson, limits: PersonLimit[]): Quota[] {
  return limits.flatMap((limit) => {
    const quota = (kind: QuotaKind, key: string) => ({ ...limit, kind, key });
    const account = quota("person", accountKey(limit.stockId, userId));
    return emailConfirmed ? [account] : [account, quota("email", addressKey(limit.stockId, email))];
  });
}

/** Key for what an account has of a stock. */
export const accountKey = (stockId: number, userId: number) => `${stockId} account ${userId}`;
/** Key for what was ordered of a stock for an address. */
export const addressKey = (stockId: number, email: string) => `${stockId} address ${email}`;

/** Totals of lines: cents, each discount never more than its line. */
export function sumUp(lines: PricedLine[]) {
  const sum = (part: "totalCents" | "feeCents" | "discountCents") => lines.reduce((all, line) => all + line[part], 0);
  const [subtotalCents, feeCents, discountCents] = [sum("totalCents"), sum("feeCents"), sum("discountCents")];
  return { subtotalCents, feeCents, discountCents, totalCents: subtotalCents - discountCents };
}

function whyClosed({ status, waitsFor }: TypeOnSale): string {
  if (status !== "scheduled") return "sales have ended";
  return waitsFor === null ? "sales haven't started yet" : "opens when the previous price tier sells out";
}

function mayBuy(type: TypeOnSale, accessCode: string | undefined): boolean {
  if (type.visibility === "draft" || type.isHidden) return false;
  return type.accessCode === null || isSameCode(type.accessCode, accessCode);
}

function unitPrice(type: TypeOnSale, amountCents: number | undefined): number | string {
  if (type.pricing !== "open") return type.priceCents;
  const minimum = type.minimumCents ?? 0;
  const amount = amountCents ?? minimum;
  return amount < minimum ? "This amount is below the minimum" : amount;
}

function overLimit(perType: Map<TypeOnSale, number>): Refusal | undefined {
  for (const [type, quantity] of perType) {
    if (quantity > type.maxPerOrder) {
      return { code: "over_limit", message: `${type.name}: maximum ${type.maxPerOrder} per order`, path: "lines" };
    }
    if (quantity < type.minPerOrder) {
      return { code: "over_limit", message: `${type.name}: minimum ${type.minPerOrder} per order`, path: "lines" };
    }
  }
  return undefined;
}

/** Everything that this many units of a type take: of its own stock, the event's capacity, and its pools. */
export function claimsOf(type: TypeOnSale, quantity: number): ClaimLine[] {
  const units = { stockId: type.stockId, quantity, saleVersion: type.saleVersion };
  return [units, ...type.draws.map(({ stockId, each }) => ({ stockId, quantity: quantity * each }))];
}

/** A line of a ticket type at a price per unit and its fee, before any discount. Cents in the event's currency. */
export const lineOf = (
  type: TypeOnSale,
  quantity: number,
  unitCents: number,
  feeCents: number,
): Omit<OrderLine, "id"> => ({
  ticketTypeId: type.id,
  eventId: type.eventId,
  name: type.name,
  quantity,
  unitCents,
  feeCents: feeCents * quantity,
  totalCents: unitCents * quantity,
  discountCents: 0,
  ticketsPerUnit: type.ticketsPerUnit,
});
