import {
  BarChart3,
  Bug,
  CalendarDays,
  Gift,
  Images,
  LayoutDashboard,
  Mail,
  Scale,
  ScanLine,
  ScrollText,
  SlidersHorizontal,
  Tag,
  Ticket,
  Users,
  type LucideIcon,
} from "lucide-react";
import { paths } from "#web/lib/paths.ts";

export type AdminNavItem = {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** Its section of /admin; without one, the path alone decides whether it is current. */
  section?: string;
};

/** Every admin page, grouped by topic. Sections of /admin are also listed in `pages/admin/sections.ts`. */
export const adminNavGroups: { label: string; items: AdminNavItem[] }[] = [
  {
    label: "Brand",
    items: [
      { to: paths.admin(), label: "Overview", Icon: LayoutDashboard },
      { to: paths.analytics(), label: "Analytics", Icon: BarChart3 },
      { to: paths.admin({ section: "money" }), label: "Money", Icon: Scale, section: "money" },
    ],
  },
  {
    label: "Events",
    items: [
      { to: paths.admin({ section: "events" }), label: "Events", Icon: CalendarDays, section: "events" },
      { to: paths.ticketManagement(), label: "Orders", Icon: Ticket },
      { to: paths.admin({ section: "promotions" }), label: "Promotions", Icon: Tag, section: "promotions" },
      { to: paths.freeTickets(), label: "Comps", Icon: Gift },
      { to: paths.admin({ section: "media" }), label: "Images", Icon: Images, section: "media" },
      { to: paths.ticketScanner(), label: "Check-in", Icon: ScanLine },
    ],
  },
  {
    label: "Customers",
    items: [
      { to: paths.userManagement(), label: "Customers", Icon: Users, section: "users" },
      { to: paths.emailManagement(), label: "Email", Icon: Mail },
    ],
  },
  {
    label: "Site",
    items: [
      { to: paths.admin({ section: "settings" }), label: "Settings", Icon: SlidersHorizontal, section: "settings" },
      { to: paths.admin({ section: "audit" }), label: "Activity log", Icon: ScrollText, section: "audit" },
      { to: paths.admin({ section: "errors" }), label: "Errors", Icon: Bug, section: "errors" },
    ],
  },
];

/** Whether a URL belongs to this admin page. */
export function standsAt(item: AdminNavItem, pathname: string, section: string | null): boolean {
  const path = item.to.split("?")[0];
  if (path !== pathname) return item.section !== undefined && item.section === section && pathname === "/admin";
  return pathname !== "/admin" || (item.section ?? null) === section;
}
