import { Package } from "lucide-react";
import { adminSection } from "#web/admin-kit/admin-section.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";

export const adminPages = [
  adminSection({
    group: "Events",
    place: 30,
    name: "fulfillment",
    label: "Fulfillment",
    Icon: Package,
    what: "The list of orders to send",
    load: async () => (await import("./fulfillment-section.tsx")).FulfillmentSection,
    matters: {
      ordersToShip: { words: ["order to ship", "orders to ship"] },
      pickupsLeft: {
        words: ["pickup that nobody came for", "pickups that nobody came for"],
        to: withQuery(paths.admin({ section: "fulfillment" }), { show: "to_pick_up" }),
      },
    },
  }),
];
