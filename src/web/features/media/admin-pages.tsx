import { Images } from "lucide-react";
import { adminSection } from "#web/admin-kit/admin-section.tsx";

export const adminPages = [
  adminSection({
    group: "Events",
    place: 70,
    name: "media",
    label: "Images",
    Icon: Images,
    what: "The image library",
    load: async () => (await import("./media-section.tsx")).MediaSection,
  }),
];
