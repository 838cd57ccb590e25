import { useQueryClient } from "@tanstack/react-query";
import type { Cart, CartLine } from "#contract/carts.ts";
import { callApi } from "#web/lib/api.ts";
import { changeCart } from "./change-cart.ts";

/** The same item, whatever else has changed of the line. */
export const isSameItem = (a: CartLine, b: CartLine) => a.kind === b.kind && a.itemId === b.itemId;

/** What identifies a line in a list. */
export const lineKey = ({ kind, itemId }: CartLine) => `${kind} ${itemId}`;

/** "Yard Tee, Black / M". */
export const lineName = ({ title, name }: CartLine) => (name ? `${title}, ${name}` : title);

/** A cart as the server will answer after a line's quantity was set. */
function withQuantity(cart: Cart, line: CartLine, quantity: number): Cart {
  const buyable = line.maxQuantity === 0 ? 0 : Math.min(quantity, line.maxQuantity);
  const changed = { ...line, quantity, buyable, totalCents: buyable * line.unitCents };
  const isKnown = cart.lines.some((each) => isSameItem(each, line));
  const all = isKnown ? cart.lines.map((each) => (isSameItem(each, line) ? changed : each)) : [...cart.lines, changed];
  const lines = all.filter((each) => each.quantity > 0);
  const sum = (part: "quantity" | "totalCents") => lines.reduce((total, each) => total + each[part], 0);
  return { ...cart, lines, count: sum("quantity"), subtotalCents: sum("totalCents") };
}

/** Sets a line's quantity; 0 removes it. It shows at once; see `changeCart`. */
export function useSetLine() {
  const queryClient = useQueryClient();
  return (line: CartLine, quantity: number) => {
    const { kind, itemId, unitCents } = line;
    const body = { kind, itemId, quantity, unitCents };
    return changeCart(
      queryClient,
      (cart) => withQuantity(cart, line, quantity),
      () => callApi("PUT /api/cart/lines", { body }),
    );
  };
}
