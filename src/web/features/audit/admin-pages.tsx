import { ScrollText } from "lucide-react";
import { adminSection } from "#web/admin-kit/admin-section.tsx";

export const adminPages = [
  adminSection({
    group: "Site",
    place: 30,
    name: "audit",
    label: "Activity log",
    Icon: ScrollText,
    what: "The activity log",
    load: async () => (await import("./audit-list.tsx")).AuditSection,
  }),
];
