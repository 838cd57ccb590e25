import { defineModule } from "#server/platform/module.ts";
import "./domain-events.ts";
import { countLeftPickups, countToShip } from "./list-store.ts";
import { fulfillmentRecords, fulfillmentTimeline } from "./records-store.ts";
import { fulfillmentRoutes } from "./routes.ts";
import { subscribeFulfillment } from "./service.ts";

export { pickupCode } from "./pickup-codes.ts";
export { handOverAtDoor } from "./pickups.ts";
export { quoteReturn, recordReturn } from "./returns.ts";
export { createShipment } from "./sending.ts";
export { showForBuyer } from "./show.ts";

/** What of orders is shipped, picked up, downloaded and returned. */
export const fulfillment = defineModule("fulfillment", ({ deps }) => ({
  routes: (context) => fulfillmentRoutes(context, deps),
  on: () => subscribeFulfillment(deps),
  timeline: fulfillmentTimeline,
  personalData: { fulfillment: fulfillmentRecords },
  attention: { ordersToShip: countToShip, pickupsLeft: countLeftPickups },
}));
