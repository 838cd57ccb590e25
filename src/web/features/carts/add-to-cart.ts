import { useQueryClient } from "@tanstack/react-query";
import type { Cart } from "#contract/carts.ts";
import { callJson } from "#web/lib/call.ts";
import { track } from "#web/lib/track.ts";
import { openCart } from "./cart-state.ts";
import { changeCart } from "./change-cart.ts";

/** What is added: which item, how many, and the price of one that the visitor saw. */
export type CartItem = { kind: string; itemId: number; quantity: number; unitCents: number };

/** The product that analytics counts; a ticket has none. */
type Counted = { productId?: number | undefined };

/**
 * Adds to the cart and opens its drawer. The count changes at once; if the server refuses, the cart is as before and the
 * drawer says why. Never rejects.
 *
 * @returns from the returned function: true if it was added
 */
export function useAddToCart(): (item: CartItem, counted?: Counted) => Promise<boolean> {
  const queryClient = useQueryClient();
  return async (item, { productId } = {}) => {
    openCart();
    const isAdded = await changeCart(
      queryClient,
      (cart) => ({ ...cart, count: cart.count + item.quantity }),
      () => callJson<Cart>("POST", "/api/cart", { body: item }),
    );
    if (isAdded && productId !== undefined) track.cartAdd(productId);
    return isAdded;
  };
}
