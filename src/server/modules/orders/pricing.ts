import { AppError, fieldError } from "#server/platform/app-error.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { applyCode, creditLink, loadOffers, UnknownPromoCode, type Offers } from "#server/modules/promotions/index.ts";
import { quoteWithDelivery } from "./delivering.ts";
import { itemKey, priceOrder, withCredit, withDiscount, type PricedOrder, type Wish } from "./rules.ts";
import { Quote, type QuoteDraft } from "#contract/orders/orders.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { findAvailable } from "#server/modules/inventory/index.ts";
import { loadItems, toWished, type SaleItem, type Sellers } from "#server/modules/purchasables/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { shownAs } from "#server/platform/shown.ts";
import { toLine } from "./show.ts";
import * as redemptions from "./person-limits/store.ts";

/**
 * Prices order requests from our own rows: one query for all items of a kind and one for all codes.
 *
 * @returns in order, each price or what is wrong with the request; and every item involved
 */
export async function priceWishes(
  sellers: Sellers,
  db: Queryable,
  drafts: QuoteDraft[],
): Promise<{ priced: (PricedOrder | AppError)[]; items: SaleItem[] }> {
  const wishes = drafts.map((draft): Wish => ({ ...draft, lines: draft.lines.map((line) => toWished(sellers, line)) }));
  const loaded = await loadItems(
    sellers,
    db,
    wishes.flatMap(({ lines }) => lines),
  );
  const items = new Map(loaded.map((item) => [itemKey(item), item]));
  const offers = await loadOffers(db, wishes);
  const priced = wishes.map((wish) => {
    const order = priceOrder(wish, items);
    if (!("path" in order)) return promote(order, wish, offers);
    const { code, message, path } = order;
    return fieldError(path, message, code);
  });
  return { priced, items: loaded };
}

/** Applies the discount, then credits the promoter whose link it was for what is left to pay. */
function promote(order: PricedOrder, { promoCode, via }: Wish, offers: Offers): PricedOrder | AppError {
  const charged = promoCode ? discountOrder(order, promoCode, offers) : order;
  if (charged instanceof AppError) return charged;
  const credit = creditLink(offers, via, charged.lines);
  return credit === undefined ? charged : withCredit(charged, credit);
}

/** An order with its promo code's discount, or why the code doesn't apply to it. */
export function discountOrder(order: PricedOrder, promoCode: string, offers: Offers): PricedOrder | AppError {
  const applied = applyCode(offers, promoCode, order.lines, order.currency);
  if (!("message" in applied)) return withDiscount(order, applied);
  const { message, isUnknown } = applied;
  return isUnknown ? new UnknownPromoCode({ message, errors: [{ message, path: "promoCode" }] }) : codeRefused(message);
}

/** Why a promo code doesn't apply for this buyer, at the field where they typed it. */
export function codeRefused(message: string): AppError {
  return fieldError("promoCode", message, "code_invalid");
}

export const usedUp = "This code has no uses left";
export const usedByYou = "You've reached the limit for this code";

/** Refuses a code without uses left, or that this account has used as often as it can, as of now. */
export async function refuseUsedUp(db: Queryable, buyer: Principal, { code }: PricedOrder): Promise<void> {
  if (code === undefined) return;
  const left = (await findAvailable(db, [code.stockId])).get(code.stockId)?.available ?? 0;
  if (left < 1) throw codeRefused(usedUp);
  if (code.personLimit === null) return;
  const user = { codeId: code.id, userId: buyer.id, email: null };
  const [used] = await redemptions.countRedemptions(db, [user]);
  if (used! >= code.personLimit) throw codeRefused(usedByYou);
}

/**
 * What an order would cost this buyer right now, promo code included. Holds nothing: the code can run out before the
 * order is placed, and placing the order decides.
 *
 * @throws AppError `not_found` | `sales_closed` | `over_limit` | `invalid_input` | `code_invalid`
 */
export async function quoteOrder(deps: Deps, buyer: Principal, draft: QuoteDraft): Promise<Quote> {
  const { db } = deps;
  const { priced, items } = await priceWishes(deps, db, [draft]);
  const found = priced[0]!;
  if (found instanceof AppError) throw found;
  await refuseUsedUp(db, buyer, found);
  const { order, options } = await quoteWithDelivery(deps, found, draft.delivery, items);
  const lines = order.lines.map((line) => toLine(deps, line));
  return shownAs(Quote)({ ...order, lines, promoCode: found.code?.code ?? null, deliveryOptions: options });
}

/** An order, unless its total isn't the one that its buyer saw: then the refusal, with the new figures. */
export function asShown(order: PricedOrder | AppError, shownTotalCents: number | undefined): PricedOrder | AppError {
  if (order instanceof AppError || shownTotalCents === undefined || order.totalCents === shownTotalCents) return order;
  const { subtotalCents, feeCents, taxCents, shippingCents, discountCents, totalCents, currency, code } = order;
  const promoCode = code?.code ?? null;
  return new AppError("total_changed", {
    totals: { subtotalCents, feeCents, taxCents, shippingCents, discountCents, promoCode, totalCents, currency },
  });
}
