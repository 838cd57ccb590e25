import { Truck } from "lucide-react";
import { adminSection } from "#web/admin-kit/admin-section.tsx";

export const adminPages = [
  adminSection({
    group: "Site",
    place: 20,
    name: "delivery",
    label: "Shipping & tax",
    Icon: Truck,
    what: "Shipping and tax",
    load: async () => (await import("./settings/delivery-editor.tsx")).DeliverySection,
  }),
];
