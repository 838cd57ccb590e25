import type { OrderDraft, OrderStatus } from "#contract/orders.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { TypeOnSale } from "#server/modules/events/index.ts";
import type { ClaimLine } from "#server/modules/inventory/index.ts";

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
  ticketsPerUnit: number;
}

/** A draft with its prices and the stock that it needs. */
export interface PricedOrder {
  lines: PricedLine[];
  subtotalCents: number;
  feeCents: number;
  totalCents: number;
  currency: string;
  claims: ClaimLine[];
}

/** Why a draft cannot become an order, and which part of it is at fault. */
export interface Refusal {
  code: Extract<ErrorCode, "not_found" | "sales_closed" | "over_limit" | "invalid_input" | "code_invalid">;
  message: string;
  path: string;
}

/** Most that one order may cost, in cents: far above any night out, far below what a column holds. */
const maxTotalCents = 50_000_000;

/**
 * Prices a draft from our own rows: every line, or the first thing that is wrong with it.
 *
 * Amounts are cents. Only open prices take an amount from the buyer, and never one under the minimum.
 */
export function priceOrder(draft: OrderDraft, types: Map<number, TypeOnSale>): PricedOrder | Refusal {
  if (draft.promoCode) return { code: "code_invalid", message: "This promo code does not apply", path: "promoCode" };
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
      const message = type.status === "scheduled" ? "Sales have not started yet" : "Sales have ended";
      return { code: "sales_closed", message: `${type.name}: ${message.toLowerCase()}`, path };
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
      ticketsPerUnit: type.ticketsPerUnit,
    });
    claims.push({ stockId: type.stockId, quantity: wish.quantity });
    if (type.eventStockId !== null) {
      claims.push({ stockId: type.eventStockId, quantity: wish.quantity * type.ticketsPerUnit });
    }
    perType.set(type, (perType.get(type) ?? 0) + wish.quantity);
  }
  const limit = overLimit(perType);
  if (limit !== undefined) return limit;

  const subtotalCents = lines.reduce((sum, line) => sum + line.totalCents, 0);
  const feeCents = lines.reduce((sum, line) => sum + line.feeCents, 0);
  if (subtotalCents > maxTotalCents) {
    return { code: "over_limit", message: "One order cannot cost that much", path: "lines" };
  }
  return { lines, subtotalCents, feeCents, totalCents: subtotalCents, currency: currency!, claims };
}

function mayBuy(type: TypeOnSale, accessCode: string | undefined): boolean {
  if (type.visibility === "draft") return false;
  return type.accessCode === null || type.accessCode.toLowerCase() === accessCode?.toLowerCase();
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
