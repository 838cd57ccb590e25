import { ScanLine } from "lucide-react";
import type { PlacedPage } from "#web/admin-kit/admin-pages.ts";
import { paths } from "#web/lib/paths.ts";

export const adminPages: PlacedPage[] = [
  {
    group: "Events",
    place: 80,
    to: paths.ticketScanner(),
    label: "Check-in",
    Icon: ScanLine,
    forStaff: true,
    grants: ["door", "box_office"],
  },
];
