import { BarChart3 } from "lucide-react";
import type { PlacedPage } from "#web/admin-kit/admin-pages.ts";
import { paths } from "#web/lib/paths.ts";

export const adminPages: PlacedPage[] = [
  { group: "Brand", place: 20, to: paths.analytics(), label: "Analytics", Icon: BarChart3, grants: ["finance"] },
];
