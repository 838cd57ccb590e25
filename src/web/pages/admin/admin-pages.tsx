import {
  BarChart3,
  Bug,
  CalendarDays,
  FolderOpen,
  Gift,
  Images,
  LayoutDashboard,
  Mail,
  MessagesSquare,
  Package,
  Radio,
  Scale,
  ScanLine,
  ScrollText,
  Shirt,
  SlidersHorizontal,
  Tag,
  Ticket,
  Truck,
  UserRoundCog,
  Users,
  type LucideIcon,
} from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { type AdminPage, type AdminPageGroup, AdminPages, pagesFor } from "#web/admin-kit/admin-pages.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { FreshProof } from "#web/features/accounts/security/fresh-proof.tsx";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import type { PageModule } from "#web/lib/page.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PartBoundary } from "#web/ui/part-boundary.tsx";

/** Keeps the admin navigation around the notice that a section didn't load. */
const MissingSection = ({ children }: { children: ReactNode }) => (
  <AdminShell title="Admin" description="This admin section didn't load.">
    {children}
  </AdminShell>
);

const inSection = (callout: ReactNode) => <MissingSection>{callout}</MissingSection>;

/** A section of /admin, which loads when it is opened. @param what the start of a sentence: "The event list" */
const section = (
  name: string,
  label: string,
  Icon: LucideIcon,
  what: string,
  load: () => Promise<ComponentType>,
  matters: AdminPage["matters"] = {},
): AdminPage => ({
  to: paths.admin({ section: name }),
  label,
  Icon,
  section: name,
  View: lazyPart(what, load, MissingSection),
  matters,
});

const money = (view: string) => paths.admin({ section: "money", view });

/** Every admin page, grouped by topic. */
export const adminPages: AdminPageGroup[] = [
  {
    label: "Brand",
    pages: [
      { to: paths.admin(), label: "Overview", Icon: LayoutDashboard },
      { to: paths.analytics(), label: "Analytics", Icon: BarChart3 },
      section(
        "money",
        "Money",
        Scale,
        "The money section",
        async () => (await import("#web/features/admin/money-section.tsx")).MoneySection,
        {
          openDiscrepancies: {
            words: ["payment discrepancy", "payment discrepancies"],
            to: money("discrepancies"),
          },
          openDisputes: { words: ["open dispute", "open disputes"], to: money("disputes") },
          brokenInvariants: { words: ["failed check", "failed checks"], to: money("checks") },
        },
      ),
    ],
  },
  {
    label: "Events",
    pages: [
      section(
        "events",
        "Events",
        CalendarDays,
        "The event list",
        async () => (await import("#web/features/events/editor/events-section.tsx")).EventsSection,
      ),
      {
        to: paths.ticketManagement(),
        label: "Orders",
        Icon: Ticket,
        matters: {
          silentPayments: {
            words: ["stalled payment", "stalled payments"],
            to: withQuery(paths.ticketManagement(), { status: "paying" }),
          },
        },
      },
      section(
        "fulfillment",
        "Fulfillment",
        Package,
        "The list of orders to send",
        async () => (await import("#web/features/fulfillment/fulfillment-section.tsx")).FulfillmentSection,
        {
          ordersToShip: { words: ["order to ship", "orders to ship"] },
          pickupsLeft: {
            words: ["pickup that nobody came for", "pickups that nobody came for"],
            to: withQuery(paths.admin({ section: "fulfillment" }), { show: "to_pick_up" }),
          },
        },
      ),
      section(
        "promotions",
        "Promotions",
        Tag,
        "The promotions section",
        async () => (await import("#web/features/promotions/promotions-section.tsx")).PromotionsSection,
      ),
      { to: paths.freeTickets(), label: "Comps", Icon: Gift },
      section(
        "live",
        "Live",
        Radio,
        "The live section",
        async () => (await import("#web/features/streams/studio/live-section.tsx")).LiveSection,
      ),
      section(
        "media",
        "Images",
        Images,
        "The image library",
        async () => (await import("#web/features/media/media-section.tsx")).MediaSection,
      ),
      { to: paths.ticketScanner(), label: "Check-in", Icon: ScanLine, forStaff: true },
    ],
  },
  {
    label: "Shop",
    pages: [
      section(
        "products",
        "Products",
        Shirt,
        "The product list",
        async () => (await import("#web/features/shop/admin/products-section.tsx")).ProductsSection,
        {
          lowStock: {
            words: ["variant low on stock", "variants low on stock"],
            to: withQuery(paths.admin({ section: "products" }), { show: "low" }),
          },
        },
      ),
      section(
        "collections",
        "Collections",
        FolderOpen,
        "The collection list",
        async () => (await import("#web/features/shop/admin/collections-section.tsx")).CollectionsSection,
      ),
    ],
  },
  {
    label: "Customers",
    pages: [
      section(
        "customers",
        "Customers",
        Users,
        "The customer list",
        async () => (await import("#web/features/admin/customers/customers-section.tsx")).CustomersSection,
      ),
      {
        ...section(
          "users",
          "Accounts",
          UserRoundCog,
          "The account list",
          async () => (await import("#web/features/admin/people/people-section.tsx")).PeopleSection,
        ),
        to: paths.userManagement(),
      },
      {
        ...section(
          "community",
          "Community",
          MessagesSquare,
          "The community section",
          async () => (await import("#web/features/community/admin/community-section.tsx")).CommunitySection,
          { communityReview: { words: ["post to review", "posts to review"] } },
        ),
        forStaff: true,
      },
      {
        to: paths.emailManagement(),
        label: "Email",
        Icon: Mail,
        matters: {
          failedMails: {
            words: ["failed email", "failed emails"],
            to: withQuery(paths.emailManagement(), { section: "messages", status: "failed" }),
          },
          refusedMails: {
            words: ["email refused by your email server", "emails refused by your email server"],
            to: paths.emailManagement(),
          },
          refusedCampaigns: {
            words: [
              "campaign paused because your email server refused it",
              "campaigns paused because your email server refused them",
            ],
            to: withQuery(paths.emailManagement(), { section: "campaigns", status: "paused" }),
          },
        },
      },
    ],
  },
  {
    label: "Site",
    pages: [
      section(
        "settings",
        "Settings",
        SlidersHorizontal,
        "The settings page",
        async () => (await import("#web/features/admin/settings-section.tsx")).SettingsSection,
        {
          noMoneyAlertRecipient: { words: "Add a contact email to get alerts about failed refunds and disputes" },
        },
      ),
      section(
        "delivery",
        "Shipping & tax",
        Truck,
        "Shipping and tax",
        async () => (await import("#web/features/delivery/settings/delivery-editor.tsx")).DeliverySection,
      ),
      section(
        "audit",
        "Activity log",
        ScrollText,
        "The activity log",
        async () => (await import("#web/features/audit/audit-list.tsx")).AuditSection,
      ),
      section(
        "errors",
        "Errors",
        Bug,
        "The error list",
        async () => (await import("#web/features/error-reports/error-reports-section.tsx")).ErrorReportsSection,
        { openErrors: { words: ["open error", "open errors"] } },
      ),
    ],
  },
];

/** A page of the admin area. */
export const adminPage = (Component: ComponentType): PageModule => ({
  Component: () => {
    const { isAdmin } = useUser();
    return (
      <AdminPages value={pagesFor(adminPages, isAdmin)}>
        <FreshProof>
          <PartBoundary frame={inSection}>
            <Component />
          </PartBoundary>
        </FreshProof>
      </AdminPages>
    );
  },
});
