import { CalendarDays } from "lucide-react";
import { adminSection } from "#web/admin-kit/admin-section.tsx";

export const adminPages = [
  adminSection({
    group: "Events",
    place: 10,
    name: "events",
    label: "Events",
    Icon: CalendarDays,
    what: "The event list",
    load: async () => (await import("./editor/events-section.tsx")).EventsSection,
  }),
];
