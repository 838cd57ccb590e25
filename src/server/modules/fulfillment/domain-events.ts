import type { OrderBuyer } from "#server/modules/orders/index.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** A parcel is on its way, or its tracking number has changed: `change` is 0 for a new parcel. */
    "order.shipped": OrderBuyer & { shipmentId: string; change: number };
  }
}
