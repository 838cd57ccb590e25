import { createStore } from "#web/lib/store.ts";

/** Whether the cart's drawer is open. */
export const cartOpen = createStore(false);
