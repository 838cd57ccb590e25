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

export type Desk = {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** The part of /admin that it is; without one the path alone says where one stands. */
  section?: string;
};

/** Every desk, in groups by what they are about. A part of /admin also stands in `pages/admin/sections.ts`. */
export const deskGroups: { label: string; desks: Desk[] }[] = [
  {
    label: "The house",
    desks: [
      { to: paths.admin(), label: "Overview", Icon: LayoutDashboard },
      { to: paths.analytics(), label: "Analytics", Icon: BarChart3 },
      { to: paths.admin({ section: "money" }), label: "Money", Icon: Scale, section: "money" },
    ],
  },
  {
    label: "Nights",
    desks: [
      { to: paths.admin({ section: "events" }), label: "Nights", Icon: CalendarDays, section: "events" },
      { to: paths.ticketManagement(), label: "Tickets", Icon: Ticket },
      { to: paths.admin({ section: "promotions" }), label: "Promotions", Icon: Tag, section: "promotions" },
      { to: paths.freeTickets(), label: "Free tickets", Icon: Gift },
      { to: paths.admin({ section: "media" }), label: "Pictures", Icon: Images, section: "media" },
      { to: paths.ticketScanner(), label: "Scanner", Icon: ScanLine },
    ],
  },
  {
    label: "People",
    desks: [
      { to: paths.userManagement(), label: "People", Icon: Users, section: "users" },
      { to: paths.emailManagement(), label: "E-mail", Icon: Mail },
    ],
  },
  {
    label: "The site",
    desks: [
      { to: paths.admin({ section: "settings" }), label: "Settings", Icon: SlidersHorizontal, section: "settings" },
      { to: paths.admin({ section: "audit" }), label: "Audit log", Icon: ScrollText, section: "audit" },
      { to: paths.admin({ section: "errors" }), label: "Errors", Icon: Bug, section: "errors" },
    ],
  },
];

/** Whether an address is this desk's. */
export function standsAt(desk: Desk, pathname: string, section: string | null): boolean {
  const path = desk.to.split("?")[0];
  if (path !== pathname) return desk.section !== undefined && desk.section === section && pathname === "/admin";
  return pathname !== "/admin" || (desk.section ?? null) === section;
}
