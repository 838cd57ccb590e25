import * as contract from "#contract/shop/shop.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { askBackInStock } from "./back-in-stock/service.ts";
import { getProduct, listEventProducts, listProducts, readShopTime } from "./catalog/service.ts";

/** Routes of the shop for visitors. */
export function shopRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  route(context, contract.listProducts, ({ query }) => listProducts(db, query));
  route(context, contract.getProduct, ({ params }) => getProduct(db, params.slug));
  route(context, contract.listEventProducts, ({ params }) => listEventProducts(db, params.id));
  route(context, contract.readShopTime, () => readShopTime(db));
  route(context, contract.askBackInStock, ({ params, body, principal }) =>
    askBackInStock(deps, principal, params.id, body.email),
  );
}
