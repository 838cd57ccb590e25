import { Bug } from "lucide-react";
import { adminSection } from "#web/admin-kit/admin-section.tsx";

export const adminPages = [
  adminSection({
    group: "Site",
    place: 40,
    name: "errors",
    label: "Errors",
    Icon: Bug,
    what: "The error list",
    load: async () => (await import("./error-reports-section.tsx")).ErrorReportsSection,
    matters: { openErrors: { words: ["open error", "open errors"] } },
  }),
];
