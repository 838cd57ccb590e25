import { Tag } from "lucide-react";
import { adminSection } from "#web/admin-kit/admin-section.tsx";

export const adminPages = [
  adminSection({
    group: "Events",
    place: 40,
    name: "promotions",
    label: "Promotions",
    Icon: Tag,
    what: "The promotions section",
    load: async () => (await import("./promotions-section.tsx")).PromotionsSection,
  }),
];
