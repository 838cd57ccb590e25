import type { QueryClient } from "@tanstack/react-query";
import type { Cart } from "#contract/cart.ts";
import { CallError } from "#web/lib/call.ts";
import { storageKeys, writeStorage } from "#web/lib/safe-storage.ts";
import { cartQuery } from "./queries.ts";

let last: Promise<unknown> = Promise.resolve();
let underWay = 0;
/** The cart as the server last said, while changes are under way. */
let confirmed: Cart | undefined;

/**
 * Changes the cart: the page shows it at once, and the server is told one change after the other. When the last one is
 * answered, the page shows what the server said; after a failure that is the cart without the change that failed.
 *
 * @throws what `send` throws
 */
export async function changeCart(
  queryClient: QueryClient,
  expect: (cart: Cart) => Cart,
  send: () => Promise<Cart>,
): Promise<void> {
  const { queryKey } = cartQuery();
  // A read that was asked for before the change may answer after it.
  void queryClient.cancelQueries({ queryKey });
  const shown = queryClient.getQueryData<Cart>(queryKey);
  if (underWay++ === 0) confirmed = shown;
  if (shown) queryClient.setQueryData(queryKey, expect(shown));
  const mine = last.then(send);
  last = mine.catch(() => undefined);
  try {
    confirmed = await mine;
    // The next page asks for the cart: this browser has one.
    writeStorage(storageKeys.cart, "1");
  } finally {
    if (--underWay === 0) {
      if (confirmed) queryClient.setQueryData(queryKey, confirmed);
      else void queryClient.invalidateQueries({ queryKey });
    }
  }
}

/** Why a change failed, in one sentence. */
export function sayWhy(error: unknown): string {
  if (!(error instanceof CallError)) return "Check your internet connection and try again.";
  const { code, message } = error.answer;
  if (code === "over_limit" || code === "sales_closed" || code === "too_many_requests") return `${message}.`;
  if (code === "not_found") return "It isn't sold anymore.";
  return "Something went wrong on our side. Please try again.";
}
