import type { Line } from "#web/features/tickets/picks.ts";
import { useAddToCart } from "./add-to-cart.ts";

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
