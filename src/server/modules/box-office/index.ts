import { defineModule } from "#server/platform/module.ts";
import { customerNotesRecords, subscribeToAddresses } from "./customers/service.ts";
import { boxOfficeRoutes } from "./routes.ts";
import { orderSearches } from "./search.ts";
import { ordersTimeline } from "./timeline-store.ts";

export { adminOrders } from "./orders/service.ts";

/** How staff find orders and customers: lists, files, search, a person's timeline. */
export const boxOffice = defineModule("box-office", ({ deps }) => ({
  routes(context) {
    boxOfficeRoutes(context, deps);
  },
  on: () => subscribeToAddresses(deps),
  timeline: ordersTimeline,
  personalData: { customerNotes: customerNotesRecords },
  staffActions: ["customer_note.added", "customer_note.deleted"],
  search: orderSearches(deps.db),
}));
