import { useQueryClient } from "@tanstack/react-query";
import type { Cart } from "#contract/cart.ts";
import { callJson } from "#web/lib/call.ts";
import { toast } from "#web/ui/toast.ts";
import { cartOpen } from "./cart-state.ts";
import { changeCart, sayWhy } from "./change-cart.ts";

/** What is added: which item, how many, and the price of one that the visitor saw. */
export type CartItem = { kind: string; itemId: number; quantity: number; unitCents: number };

/**
 * Adds to the cart and opens its drawer. The count changes at once; if the server refuses, the cart is as before and a
 * toast says why. It never rejects.
 */
export function useAddToCart(): (item: CartItem) => Promise<void> {
  const queryClient = useQueryClient();
  return async (item) => {
    cartOpen.set(true);
    try {
      await changeCart(
        queryClient,
        (cart) => ({ ...cart, count: cart.count + item.quantity }),
        () => callJson<Cart>("POST", "/api/cart", { body: item }),
      );
    } catch (error) {
      toast({ title: "We couldn't add it to your cart", description: sayWhy(error), tone: "bad" });
    }
  };
}
