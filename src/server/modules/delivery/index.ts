import { defineModule } from "#server/platform/module.ts";
import { deliveryRoutes } from "./routes.ts";

export { prepareDelivery, quoteDelivery, type DeliveryPrice, type PreparedDelivery } from "./prepare.ts";
export { needsDelivery, type ParcelLine } from "#contract/delivery-rules.ts";
export { findDeliveries, findUntilFreeShipping } from "./service.ts";
export { forgetAddresses, storeDeliveries, type NewDelivery } from "./store.ts";

/** How products get to their buyers: shipping rates, pickups at events, sales tax. */
export const delivery = defineModule("delivery", ({ deps }) => ({
  routes: (context) => deliveryRoutes(context, deps),
}));
