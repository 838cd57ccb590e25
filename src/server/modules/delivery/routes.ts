import * as contract from "#contract/delivery/settings.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { readDeliverySettings, saveDeliverySettings } from "./service.ts";

/** Routes for the shipping rates and sales tax that staff set. */
export function deliveryRoutes(context: RouteContext, deps: Deps): void {
  route(context, contract.getDelivery, () => readDeliverySettings(deps));
  route(context, contract.saveDelivery, ({ principal, body }) => saveDeliverySettings(deps, principal!, body));
}
