import { isSameCode } from "#contract/events/ticket-types.ts";
import type { OrderDraft, OrderStatus, Quote } from "#contract/orders/orders.ts";
import { mailboxOf } from "#contract/email-address.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { DeliveryPrice, PreparedDelivery } from "#server/modules/delivery/index.ts";
import type { ClaimLine, Quota, QuotaKind } from "#server/modules/inventory/index.ts";
import type { Credit, Discounted } from "#server/modules/promotions/index.ts";
import type { ItemReference, NewLine, SaleItem, WishedLine } from "#server/modules/purchasables/index.ts";

/** Seconds for which an unpaid order holds its stock. */
export const holdSeconds = 600;

/** True if an order is on hold for less than the usual time. */
export const isShortHold = ({
  createdAt,
  holdExpiresAt,
  holdGraceSeconds,
}: Record<"createdAt" | "holdExpiresAt", Date> & { holdGraceSeconds: number }): boolean =>
  holdExpiresAt.getTime() - createdAt.getTime() < (holdSeconds + holdGraceSeconds) * 1000;

/** Unpaid orders that one person can have at a time, so that nobody can block an event's tickets. */
export const maxLiveOrders = 5;

/** What is due by a payment: the total, less what other means pay for. Cents. */
export const dueCents = ({ totalCents }: { totalCents: number }): number => totalCents;

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
type PricedLine = NewLine & {
  /** How many of its units share its discount. */
  discountedUnits?: number;
};

/** A draft with its prices and all the stock it needs: for its items, what they draw on and its discount. */
export interface PricedOrder extends Pick<
  Quote,
  "subtotalCents" | "feeCents" | "discountCents" | "taxCents" | "shippingCents" | "totalCents" | "currency"
> {
  lines: PricedLine[];
  claims: ClaimLine[];
  /** The promo code that was applied. */
  code: Discounted["code"] | undefined;
  /** The promoter whose link it came from. */
  credit: Credit | undefined;
  /** The same promoter, also if their allocation has run out. */
  promoterId: number | null;
  /** What counts toward limits per person. */
  limits: PersonLimit[];
  /** Deadline for self-service refunds, by the current terms; null if one of its events doesn't allow them. */
  refundUntil: Date | null;
  refundFees: boolean;
  /** The tax on the shipping, a part of the order's tax. */
  shippingTaxCents: number;
  /** How its products get to the buyer; undefined if it has none, and before that is decided. */
  delivery: PreparedDelivery | undefined;
}

/** A number of units of a type of which one person can have at most `most` across all orders. */
export interface PersonLimit {
  stockId: number;
  most: number;
  quantity: number;
}

/** Why a draft can't become an order, and which part of it is wrong. */
interface Refusal {
  code: Extract<ErrorCode, "not_found" | "sales_closed" | "over_limit" | "invalid_input" | "code_invalid">;
  message: string;
  path: string;
}

/** What an order is priced from: its lines and its codes. */
export interface Wish extends Pick<OrderDraft, "promoCode" | "accessCode" | "via"> {
  lines: WishedLine[];
}

/** The most one order can cost, in cents: far above any order, far below what a column holds. */
const maxTotalCents = 50_000_000;

/**
 * Prices a draft from our own rows: every line, or the first error.
 *
 * Amounts are cents. Only open prices take an amount from the buyer, and never one below the minimum.
 */
export function priceOrder(draft: Wish, items: Map<string, SaleItem>): PricedOrder | Refusal {
  const lines: PricedLine[] = [];
  const claims: ClaimLine[] = [];
  const perItem = new Map<SaleItem, number>();
  let currency: string | undefined;
  for (const [index, wish] of draft.lines.entries()) {
    const path = `lines.${index}`;
    const item = items.get(itemKey(wish));
    if (item === undefined || !mayBuy(item, draft.accessCode)) {
      return { code: "not_found", message: `We can't find that ${wish.noun}`, path: `${path}.${wish.idField}` };
    }
    if (item.closed !== null) return { code: "sales_closed", message: `${item.name}: ${item.closed}`, path };
    currency ??= item.currency;
    if (currency !== item.currency) {
      return { code: "invalid_input", message: "Everything in an order must use the same currency", path };
    }
    const unit = unitPrice(item, wish.amountCents);
    if (typeof unit === "string") return { code: "invalid_input", message: unit, path: `${path}.amountCents` };
    lines.push(lineOf(item, wish.quantity, unit, item.feeCents));
    claims.push(...claimsOf(item, wish.quantity));
    perItem.set(item, (perItem.get(item) ?? 0) + wish.quantity);
  }
  const limit = overLimit(perItem);
  if (limit !== undefined) return limit;

  const sums = sumUp(lines);
  if (sums.subtotalCents > maxTotalCents) {
    return { code: "over_limit", message: "This order is over the maximum amount", path: "lines" };
  }
  return {
    lines,
    ...sums,
    shippingCents: 0,
    shippingTaxCents: 0,
    delivery: undefined,
    currency: currency!,
    claims,
    code: undefined,
    credit: undefined,
    promoterId: null,
    limits: personLimits(perItem),
    ...returnsOf([...perItem.keys()]),
  };
}

/** The self-service refund terms for these items: where they differ, the stricter ones. */
function returnsOf(items: SaleItem[]): Pick<PricedOrder, "refundUntil" | "refundFees"> {
  const refundableItems = items.filter((item) => item.refundUntil !== undefined);
  const first = Math.min(...refundableItems.map(({ refundUntil }) => refundUntil?.getTime() ?? -Infinity));
  const refundUntil = Number.isFinite(first) ? new Date(first) : null;
  return { refundUntil, refundFees: refundUntil !== null && refundableItems.every(({ refundFees }) => refundFees) };
}

/** An order with its promo code's discount applied; its claims include the redemption. */
export function withDiscount(order: PricedOrder, { code, lines: off }: Discounted): PricedOrder {
  const lines = order.lines.map((line, index) => ({ ...line, ...off[index] }));
  const claims = [...order.claims, { stockId: code.stockId, quantity: 1 }];
  return { ...order, lines, ...sumUp(lines), claims, code };
}

/** An order with its shipping, and with the sales tax where it goes. */
export function withDelivery(
  order: PricedOrder,
  { shippingCents, shippingTaxCents, lineTaxCents }: DeliveryPrice,
  delivery?: PreparedDelivery,
): PricedOrder {
  const lines = order.lines.map((line, index) => ({ ...line, taxCents: lineTaxCents[index]! }));
  const { taxCents, totalCents, ...sums } = sumUp(lines);
  return {
    ...order,
    lines,
    ...sums,
    shippingCents,
    shippingTaxCents,
    taxCents: taxCents + shippingTaxCents,
    totalCents: totalCents + shippingCents + shippingTaxCents,
    delivery,
  };
}

/** An order credited to a promoter; its claims include the tickets that count. */
export function withCredit(order: PricedOrder, credit: Credit): PricedOrder {
  const claims = [...order.claims, { stockId: credit.link.stockId, quantity: credit.ticketCount }];
  return { ...order, claims, credit, promoterId: credit.link.id };
}

/** The same order as a direct sale, because the link's allocation has run out. */
export function withoutCredit(order: PricedOrder): PricedOrder {
  const claims = order.claims.filter(({ stockId }) => stockId !== order.credit?.link.stockId);
  return { ...order, claims, credit: undefined };
}

/** What of a selection counts toward limits per person. */
export function personLimits(perItem: Map<SaleItem, number>): PersonLimit[] {
  return [...perItem].flatMap(([{ stockId, maxPerPerson }, quantity]) =>
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
/** Key for what was ordered of a stock for the mailbox of an address. */
export const addressKey = (stockId: number, email: string) => `${stockId} mailbox ${mailboxOf(email)}`;

/** Totals of lines: cents, each discount never more than its line. */
export function sumUp(lines: PricedLine[]) {
  const sum = (part: "totalCents" | "feeCents" | "discountCents" | "taxCents") =>
    lines.reduce((all, line) => all + line[part], 0);
  const [subtotalCents, feeCents, discountCents] = [sum("totalCents"), sum("feeCents"), sum("discountCents")];
  const taxCents = sum("taxCents");
  return { subtotalCents, feeCents, discountCents, taxCents, totalCents: subtotalCents - discountCents + taxCents };
}

function mayBuy(item: SaleItem, accessCode: string | undefined): boolean {
  if (item.isHidden) return false;
  return item.accessCode === null || isSameCode(item.accessCode, accessCode);
}

function unitPrice({ unitCents, minimumCents }: SaleItem, amountCents: number | undefined): number | string {
  if (minimumCents === null) return unitCents;
  const amount = amountCents ?? minimumCents;
  return amount < minimumCents ? "This amount is below the minimum" : amount;
}

function overLimit(perItem: Map<SaleItem, number>): Refusal | undefined {
  for (const [item, quantity] of perItem) {
    if (quantity > item.maxPerOrder) {
      return { code: "over_limit", message: `${item.name}: maximum ${item.maxPerOrder} per order`, path: "lines" };
    }
    if (quantity < item.minPerOrder) {
      return { code: "over_limit", message: `${item.name}: minimum ${item.minPerOrder} per order`, path: "lines" };
    }
  }
  return undefined;
}

/** Names an item among all kinds. */
export const itemKey = ({ kind, itemId }: ItemReference): string => `${kind} ${itemId}`;

/** Everything that this many units of an item take: of its own stock, and of all other stock that it draws on. */
export function claimsOf(
  { stockId, saleVersion, draws }: Pick<SaleItem, "stockId" | "saleVersion" | "draws">,
  quantity: number,
): ClaimLine[] {
  return [
    { stockId, quantity, saleVersion },
    ...draws.map((draw) => ({ stockId: draw.stockId, quantity: quantity * draw.each })),
  ];
}

/** A line of an item at a price per unit and its fee, before any discount. Cents in the item's currency. */
export const lineOf = (item: SaleItem, quantity: number, unitCents: number, feeCents: number): NewLine => ({
  kind: item.kind,
  itemId: item.itemId,
  eventId: item.eventId,
  name: item.name,
  quantity,
  unitCents,
  feeCents: feeCents * quantity,
  totalCents: unitCents * quantity,
  discountCents: 0,
  taxCents: 0,
  piecesPerUnit: item.piecesPerUnit,
});
