import { LayoutDashboard, Scale, SlidersHorizontal, Ticket, UserRoundCog, Users } from "lucide-react";
import type { PlacedPage } from "#web/admin-kit/admin-pages.ts";
import { adminSection } from "#web/admin-kit/admin-section.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";

const money = (view: string) => paths.admin({ section: "money", view });

export const adminPages: PlacedPage[] = [
  { group: "Brand", place: 10, to: paths.admin(), label: "Overview", Icon: LayoutDashboard },
  adminSection({
    group: "Brand",
    place: 30,
    name: "money",
    label: "Money",
    Icon: Scale,
    grants: ["finance"],
    what: "The money section",
    load: async () => (await import("./money-section.tsx")).MoneySection,
    matters: {
      openDiscrepancies: { words: ["payment discrepancy", "payment discrepancies"], to: money("discrepancies") },
      openDisputes: { words: ["open dispute", "open disputes"], to: money("disputes") },
      brokenInvariants: { words: ["failed check", "failed checks"], to: money("checks") },
    },
  }),
  {
    group: "Events",
    place: 20,
    to: paths.ticketManagement(),
    label: "Orders",
    Icon: Ticket,
    grants: ["box_office", "finance"],
    matters: {
      silentPayments: {
        words: ["stalled payment", "stalled payments"],
        to: withQuery(paths.ticketManagement(), { status: "paying" }),
      },
    },
  },
  adminSection({
    group: "Customers",
    place: 10,
    name: "customers",
    label: "Customers",
    Icon: Users,
    what: "The customer list",
    load: async () => (await import("./customers/customers-section.tsx")).CustomersSection,
  }),
  adminSection({
    group: "Customers",
    place: 20,
    name: "users",
    to: paths.userManagement(),
    label: "Accounts",
    Icon: UserRoundCog,
    what: "The account list",
    load: async () => (await import("./people/people-section.tsx")).PeopleSection,
  }),
  adminSection({
    group: "Site",
    place: 10,
    name: "settings",
    label: "Settings",
    Icon: SlidersHorizontal,
    what: "The settings page",
    load: async () => (await import("./settings-section.tsx")).SettingsSection,
    matters: {
      noMoneyAlertRecipient: { words: "Add a contact email to get alerts about failed refunds and disputes" },
    },
  }),
];
