import * as contract from "#contract/carts.ts";
import type { Deps } from "#server/platform/deps.ts";
import { routes, type Call, type RouteContext } from "#server/platform/http/route.ts";
import { clearCartCookie, readCartToken, setCartCookie } from "./cookie.ts";
import type { CookieChange, Visitor } from "./owners.ts";
import { changeCart, readCart } from "./service.ts";

type AnyCall = Pick<Call<typeof contract.getCart>, "request" | "reply" | "principal">;

/** The cart of whoever calls: of the signed-in user, or of the browser. */
export function cartRoutes(context: RouteContext, deps: Deps): void {
  const visitor = ({ request, principal }: AnyCall): Visitor => ({
    user: principal,
    tokenHash: readCartToken(request, deps.config),
  });
  async function answer<Result extends { cookie: CookieChange; cart: contract.Cart }>(
    { reply }: AnyCall,
    work: Promise<Result>,
  ): Promise<contract.Cart> {
    const { cart, cookie } = await work;
    if (cookie === null) clearCartCookie(reply, deps.config);
    else if (cookie !== undefined) setCartCookie(reply, deps.config, cookie);
    return cart;
  }
  routes(context, contract, {
    getCart: (call) => answer(call, readCart(deps, visitor(call))),
    addToCart: (call) => answer(call, changeCart(deps, visitor(call), call.body, "add")),
    setCartLine: (call) => answer(call, changeCart(deps, visitor(call), call.body, "set")),
  });
}
