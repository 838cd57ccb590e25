import { useQueryClient } from "@tanstack/react-query";
import { callApi } from "#web/lib/api.ts";
import { track } from "#web/lib/track.ts";
import { openCart } from "./queries.ts";
import { changeCart } from "./change-cart.ts";
import type { Line } from "#web/features/tickets/picks.ts";

/** What is added: which item, how many, and the price of one that the visitor saw. */
type CartItem = { kind: string; itemId: number; quantity: number; unitCents: number };

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
      () => callApi("POST /api/cart", { body: item }),
    );
    if (isAdded && productId !== undefined) track.cartAdd(productId);
    return isAdded;
  };
}

/** True if a cart can have these tickets: not with a price that the buyer chooses. */
export const canAddTickets = (lines: Line[]) => lines.length > 0 && lines.every(({ type }) => type.pricing !== "open");

/** Adds the chosen tickets of an event to the cart, one type after the other. Calls back for each type that was added. */
export function useAddTickets(onAdded: (typeId: number) => void) {
  const add = useAddToCart();
  return async (lines: Line[]) => {
    for (const { type, quantity, unitCents } of lines) {
      if (await add({ kind: "ticket", itemId: type.id, quantity, unitCents })) onAdded(type.id);
    }
  };
}
