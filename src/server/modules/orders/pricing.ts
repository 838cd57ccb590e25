import { AppError, fieldError } from "#server/platform/app-error.ts";
import type { Queryable, Database } from "#server/platform/db/database.ts";
import { loadTypesOnSale, type TypeOnSale } from "#server/modules/events/index.ts";
import { applyCode, creditLink, loadOffers, UnknownPromoCode, type Offers } from "#server/modules/promotions/index.ts";
import { priceOrder, withCredit, withDiscount, type PricedOrder, type Wish } from "./rules.ts";
import { Quote, type QuoteDraft } from "#contract/orders.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { findAvailable } from "#server/modules/inventory/index.ts";
import { shownAs } from "#server/platform/shown.ts";
import * as redemptions from "./person-limits/store.ts";

/**
 * Prices order requests from our own rows: one query for all ticket types and one for all codes.
 *
 * @returns in order, each price or what is wrong with the request; every event and every ticket type involved
 */
export async function priceWishes(
  db: Queryable,
  wishes: Wish[],
): Promise<{ priced: (PricedOrder | AppError)[]; eventIds: number[]; types: TypeOnSale[] }> {
  const typeIds = new Set(wishes.flatMap(({ lines }) => lines.map((line) => line.ticketTypeId)));
  const rows = await loadTypesOnSale(db, [...typeIds]);
  const types = new Map(rows.map((type) => [type.id, type]));
  const offers = await loadOffers(db, wishes);
  const priced = wishes.map((wish) => {
    const order = priceOrder(wish, types);
    if (!("path" in order)) return promote(order, wish, offers);
    const { code, message, path } = order;
    return fieldError(path, message, code);
  });
  return { priced, eventIds: [...new Set(rows.map((type) => type.eventId))], types: rows };
}

/** Applies the discount, then credits the promoter whose link it was for what is left to pay. */
function promote(order: PricedOrder, { promoCode, via }: Wish, offers: Offers): PricedOrder | AppError {
  const applied = promoCode ? applyCode(offers, promoCode, order.lines, order.currency) : undefined;
  if (applied !== undefined && "message" in applied) {
    const { message, isUnknown } = applied;
    return isUnknown
      ? new UnknownPromoCode({ message, errors: [{ message, path: "promoCode" }] })
      : codeRefused(message);
  }
  const charged = applied === undefined ? order : withDiscount(order, applied);
  const credit = creditLink(offers, via, charged.lines);
  return credit === undefined ? charged : withCredit(charged, credit);
}

/** Why a promo code doesn't apply for this buyer, at the field where they typed it. */
export function codeRefused(message: string): AppError {
  return fieldError("promoCode", message, "code_invalid");
}

export const usedUp = "This code has no uses left";
export const usedByYou = "You've reached the limit for this code";

/**
 * What an order would cost this buyer right now, promo code included. Holds nothing: the code can run out before the
 * order is placed, and placing the order decides.
 *
 * @throws AppError `not_found` | `sales_closed` | `over_limit` | `invalid_input` | `code_invalid`
 */
export async function quoteOrder(db: Database, buyer: Principal, draft: QuoteDraft): Promise<Quote> {
  const {
    priced: [order],
  } = await priceWishes(db, [draft]);
  if (order instanceof AppError) throw order;
  const { code } = order!;
  if (code !== undefined) {
    const left = (await findAvailable(db, [code.stockId])).get(code.stockId)?.available ?? 0;
    if (left < 1) throw codeRefused(usedUp);
    if (code.personLimit !== null) {
      const user = { codeId: code.id, userId: buyer.id, email: null };
      const [used] = await redemptions.countRedemptions(db, [user]);
      if (used! >= code.personLimit) throw codeRefused(usedByYou);
    }
  }
  return shownAs(Quote)({ ...order!, taxCents: 0, shippingCents: 0, promoCode: code?.code ?? null });
}
