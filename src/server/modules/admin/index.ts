import { defineModule } from "#server/platform/module.ts";
import { adminRoutes } from "./admin-routes.ts";
import { customerNotesRecords, subscribeToAddresses } from "./customers/service.ts";
import { ordersTimeline } from "./orders/timeline-store.ts";
import { adminSearches } from "./search.ts";

export { adminOrders } from "./orders/list.ts";
export { checkContent } from "./readiness/service.ts";

/** What staff see of several modules at once: the overview, orders, customers, and a person's timeline. */
export const admin = defineModule("admin", (host) => ({
  routes: () => adminRoutes(host),
  on: () => subscribeToAddresses(host.deps),
  timeline: ordersTimeline,
  personalData: { customerNotes: customerNotesRecords },
  staffActions: ["customer_note.added", "customer_note.deleted"],
  search: adminSearches(host.deps.db),
}));
