import { Radio } from "lucide-react";
import { adminSection } from "#web/admin-kit/admin-section.tsx";

export const adminPages = [
  adminSection({
    group: "Events",
    place: 60,
    name: "live",
    label: "Live",
    Icon: Radio,
    what: "The live section",
    load: async () => (await import("./studio/live-section.tsx")).LiveSection,
  }),
];
