import * as contract from "#contract/delivery/settings.ts";
import { route } from "#server/platform/http/route.ts";
import { defineModule } from "#server/platform/module.ts";
import { readDeliverySettings, saveDeliverySettings } from "./service.ts";
import { forgetUnpaidAddresses } from "./store.ts";

export {
  prepareDelivery,
  quoteDelivery,
  taxPlacedDelivery,
  type DeliveryPrice,
  type PreparedDelivery,
} from "./prepare.ts";
export { needsDelivery, type ParcelLine } from "#contract/delivery/rules.ts";
export { findAddressLines, findDeliveries, findUntilFreeShipping } from "./service.ts";
export { forgetAddresses, storeDeliveries, type NewDelivery } from "./store.ts";

const sixHoursMs = 6 * 60 * 60 * 1000;

/** By then no payment of an order can arrive anymore. */
const unpaidDays = 30;

/** How products get to their buyers: shipping rates, pickups at events, sales tax. */
export const delivery = defineModule("delivery", ({ deps }) => ({
  routes(context) {
    route(context, contract.getDelivery, () => readDeliverySettings(deps));
    route(context, contract.saveDelivery, ({ principal, body }) => saveDeliverySettings(deps, principal!, body));
  },
  jobs: [{ name: "unpaid-addresses", everyMs: sixHoursMs, run: () => forgetUnpaidAddresses(deps.db, unpaidDays) }],
}));
