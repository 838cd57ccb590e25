import { Gift } from "lucide-react";
import type { PlacedPage } from "#web/admin-kit/admin-pages.ts";
import { paths } from "#web/lib/paths.ts";

export const adminPages: PlacedPage[] = [
  { group: "Events", place: 50, to: paths.freeTickets(), label: "Comps", Icon: Gift, grants: ["box_office"] },
];
