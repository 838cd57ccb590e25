import { apiQuery } from "#web/lib/api.ts";
import { createStore } from "#web/lib/store.ts";

/** The visitor's cart. */
export const cartQuery = () => apiQuery("GET /api/cart");

type CartState = {
  /** Whether its drawer is open; undefined until it was opened once. */
  isOpen?: boolean;
  /** Why the last change didn't work. The drawer says it. */
  problem?: string | undefined;
};

/** The cart's drawer. */
export const cartState = createStore<CartState>({});

export const openCart = () => cartState.set({ ...cartState.current(), isOpen: true });
export const closeCart = () => cartState.set({ isOpen: false });
