import type { Cart, CartLine } from "#contract/cart.ts";
import { lineName } from "#web/features/cart/use-cart.ts";

/** The lines that an order of the cart has now. */
export const buyableLines = ({ lines }: Cart): CartLine[] => lines.filter(({ buyable }) => buyable > 0);

/** They in the API's form. */
export const draftOfCart = (cart: Cart) =>
  buyableLines(cart).map(({ kind, itemId, buyable }) => ({ kind, itemId, quantity: buyable }));

/** What they cost before a promo code, shipping and tax. */
export const sumsOfCart = (cart: Cart) => ({
  lines: buyableLines(cart).map((line) => ({
    name: lineName(line),
    quantity: line.buyable,
    totalCents: line.totalCents,
    feeCents: 0,
  })),
  totalCents: cart.subtotalCents,
  currency: cart.currency,
});

/** What has changed since the visitor filled the cart, a sentence or two for each line. */
export const changesOf = (cart: Cart): string[] =>
  cart.lines.flatMap((line) => {
    const { noticeText, buyable, quantity } = line;
    if (noticeText === null) return [];
    const consequence =
      buyable === 0
        ? " It isn't part of this order."
        : buyable < quantity
          ? ` We changed your quantity to ${buyable}.`
          : "";
    return [`${lineName(line)}: ${noticeText.charAt(0).toLowerCase()}${noticeText.slice(1)}${consequence}`];
  });
