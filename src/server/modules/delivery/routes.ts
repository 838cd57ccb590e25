import * as contract from "#contract/delivery-settings.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { saveDeliverySettings } from "./service.ts";
import { findSettings } from "./store.ts";

/** Routes for the shipping rates and sales tax that staff set. */
export function deliveryRoutes(context: RouteContext, deps: Deps): void {
  route(context, contract.getDelivery, () => findSettings(deps.db));
  route(context, contract.saveDelivery, ({ principal, body }) => saveDeliverySettings(deps, principal!, body));
}
