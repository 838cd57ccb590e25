import type { Cart } from "#contract/carts.ts";
import { lineName } from "#web/features/carts/use-cart.ts";

/** What has changed since the visitor filled the cart, and what that means for the order: a text for each line. */
export const changesOf = (cart: Pick<Cart, "lines">): string[] =>
  cart.lines.flatMap((line) => {
    const { problemText, buyable, quantity } = line;
    if (problemText === null) return [];
    const text = `${lineName(line)}: ${problemText.charAt(0).toLowerCase()}${problemText.slice(1)}`;
    if (buyable === 0) return [`${text} It isn't part of this order.`];
    return [buyable < quantity ? `${text} We changed your quantity to ${buyable}.` : text];
  });
