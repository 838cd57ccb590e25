import { defineModule } from "#server/platform/module.ts";
import { countLeftPickups, countToShip } from "./list-store.ts";
import { fulfillmentRecords, fulfillmentTimeline } from "./records-store.ts";
import { showForBuyer } from "./show.ts";
import { fulfillmentEmails } from "./emails.ts";
import { fulfillmentRoutes } from "./routes.ts";
import { subscribeFulfillment } from "./service.ts";
import { findSentUnits } from "./store.ts";
import type { OrderBuyer } from "#server/modules/orders/index.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** A parcel is on its way, or its tracking number has changed: `change` is 0 for a new parcel. */
    "order.shipped": OrderBuyer & { shipmentId: string; change: number };
  }
}

export { pickupCode } from "./pickup-codes.ts";
export { handOverAtDoor } from "./pickups.ts";
export { quoteReturn, recordReturn } from "./returns.ts";
export { createShipment } from "./sending.ts";

/** What of orders is shipped, picked up, downloaded and returned. */
export const fulfillment = defineModule("fulfillment", { emails: fulfillmentEmails }, ({ deps }) => ({
  routes: (context) => fulfillmentRoutes(context, deps),
  findPickup: async (db, orderId) => (await showForBuyer(deps, db, orderId)).pickup,
  on: () => subscribeFulfillment(deps),
  findSent: findSentUnits,
  timeline: fulfillmentTimeline,
  personalData: { fulfillment: fulfillmentRecords },
  attention: { ordersToShip: countToShip, pickupsLeft: countLeftPickups },
}));
