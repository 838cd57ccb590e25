import type { QueryClient } from "@tanstack/react-query";
import type { Cart } from "#contract/carts.ts";
import { CallError } from "#web/lib/call.ts";
import { cartQuery, cartState } from "./queries.ts";

let last: Promise<unknown> = Promise.resolve();
let underWay = 0;
/** The cart as the server last said, while changes are under way. */
let confirmed: Cart | undefined;

/** True while the server hasn't answered a change. */
export const isChanging = () => underWay > 0;

/**
 * Changes the cart: the page shows it at once, and the server is told one change after the other. When the last one is
 * answered, the page shows what the server said. After a failure that is the cart without the change that failed, and
 * the drawer says why.
 *
 * @returns true if the server made the change
 */
export async function changeCart(
  queryClient: QueryClient,
  expect: (cart: Cart) => Cart,
  send: () => Promise<Cart>,
): Promise<boolean> {
  const { queryKey } = cartQuery();
  cartState.set({ ...cartState.current(), problem: undefined });
  // A read that was asked for before the change may answer after it.
  void queryClient.cancelQueries({ queryKey });
  const shown = queryClient.getQueryData<Cart>(queryKey);
  if (underWay++ === 0) confirmed = shown;
  if (shown) queryClient.setQueryData(queryKey, expect(shown));
  const mine = last.then(send);
  last = mine.catch(() => undefined);
  try {
    confirmed = await mine;
    return true;
  } catch (error) {
    cartState.set({ ...cartState.current(), problem: formatFailure(error) });
    return false;
  } finally {
    if (--underWay === 0) await showConfirmed(queryClient);
  }
}

/** Shows what the server said last. A read that began meanwhile may answer later, with the cart from before: it is given up. */
async function showConfirmed(queryClient: QueryClient): Promise<void> {
  const { queryKey } = cartQuery();
  const said = confirmed;
  await queryClient.cancelQueries({ queryKey });
  if (isChanging()) return;
  if (said) queryClient.setQueryData(queryKey, said);
  else void queryClient.invalidateQueries({ queryKey });
}

/** Why a change failed. The messages of these refusals name the number or the reason. */
function formatFailure(error: unknown): string {
  if (!(error instanceof CallError)) return "Nothing was changed. Check your internet connection and try again.";
  const { code = "", message } = error.answer;
  if (["over_limit", "sales_closed", "too_many_requests"].includes(code)) return `${message}`;
  return code === "not_found" ? "We don't sell that anymore." : "Something went wrong on our side. Please try again.";
}
