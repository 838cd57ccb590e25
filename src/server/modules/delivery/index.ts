import * as contract from "#contract/delivery/settings.ts";
import { route } from "#server/platform/http/route.ts";
import { defineModule } from "#server/platform/module.ts";
import { readDeliverySettings, saveDeliverySettings } from "./service.ts";

export {
  prepareDelivery,
  quoteDelivery,
  taxPlacedDelivery,
  type DeliveryPrice,
  type PreparedDelivery,
} from "./prepare.ts";
export { needsDelivery, type ParcelLine } from "#contract/delivery/rules.ts";
export { findAddressLines, findDeliveries, findUntilFreeShipping } from "./service.ts";
export { forgetAddresses, forgetAddressesOf, storeDeliveries, type NewDelivery } from "./store.ts";

/** How products get to their buyers: shipping rates, pickups at events, sales tax. */
export const delivery = defineModule("delivery", ({ deps }) => ({
  routes(context) {
    route(context, contract.getDelivery, () => readDeliverySettings(deps));
    route(context, contract.saveDelivery, ({ principal, body }) => saveDeliverySettings(deps, principal!, body));
  },
}));
