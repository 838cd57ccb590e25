import { createRunningSums, type Sums } from "#server/platform/db/running-sums.ts";
import type { Metric } from "#server/platform/metrics.ts";
import { ticketsRecords } from "#server/modules/tickets/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { purgeReplies } from "#server/platform/idempotency.ts";
import { defineModule } from "#server/platform/module.ts";
import { customerNotesRecords } from "./customers/service.ts";
import { orderSearches } from "./search.ts";
import "./domain-events.ts";
export type { OrderBuyer } from "./domain-events.ts";
import { orderAdminRoutes } from "./admin-routes.ts";
import { subscribeOrders } from "./complete.ts";
import { countPlaced, findBuyers, ordersTimeline } from "./records-store.ts";
import { ordersRecords } from "./records.ts";
import { ordersRoutes } from "./routes.ts";
import { purgeFreeOrderNetworks } from "./fair-share/store.ts";
import { processCompBatches } from "./comps/batches/work.ts";
import { compGuestRecords } from "./comps/batches/records.ts";
import { processEventRefunds } from "./refunds/event/service.ts";

export { issueGuestList } from "./comps/batches/service.ts";
export { createClaimLink } from "./comps/links/service.ts";
export { claimTickets } from "./comps/links/claim.ts";
export { createHost } from "./comps/hosts/service.ts";
export { issueComp, revokeComp } from "./comps/service.ts";
export { findPrintableComps, isCompOrder } from "./comps/store.ts";
export { resendOrder, refundPayment } from "./resend.ts";
export { listNotes } from "./notes/service.ts";
export { findDifferences } from "./refunds/plan.ts";
export { markPaidBack } from "./refunds/staff.ts";
export { findBuyers, findOrderIdsOf, forgottenAddress } from "./records-store.ts";
export { createReadOrder, readOrders, requireOrderAccess, type FoundOrder } from "./read.ts";
export { adminOrders } from "./admin/service.ts";
export { voidForRefund } from "./refunds/refund-tickets.ts";
export { quoteRefund, refundOrder } from "./refunds/staff.ts";
export { orderLinkKey } from "./read.ts";
export { createPlaceOrder } from "./place.ts";
export { createPayOrder } from "./pay.ts";
export { orderMoves } from "./rules.ts";
export { getAffectedBuyers } from "./affected-buyers/service.ts";

/** Orders from hold to delivery, refunds, comps, and what staff do with them. */
export const orders = defineModule("orders", ({ deps, services }) => {
  const readPlaced = createRunningSums(countPlaced);
  return {
    routes(context) {
      ordersRoutes(context, deps, services.payments);
      orderAdminRoutes(context, deps);
    },
    on: () => subscribeOrders(deps),
    jobs: [
      { name: "comp-batches", everyMs: 5_000, run: () => processCompBatches(deps) },
      { name: "event-refunds", everyMs: 5_000, run: () => processEventRefunds(deps) },
      { name: "idempotency-keys", everyMs: 3_600_000, run: () => inTransaction(deps.db, purgeReplies) },
      { name: "free-order-networks", everyMs: 3_600_000, run: () => inTransaction(deps.db, purgeFreeOrderNetworks) },
    ],
    timeline: ordersTimeline,
    // A person's tickets are found through their orders, so they are forgotten before these.
    personalData: {
      compGuests: compGuestRecords(deps),
      orders: ordersRecords(deps),
      tickets: ticketsRecords,
      customerNotes: customerNotesRecords,
    },
    staffActions: ["customer_note.added", "customer_note.deleted"],
    search: orderSearches(deps.db),
    findPeople: findBuyers,
    metrics: async (db) => [placedMetric(await readPlaced(db))],
  };
});

const placedMetric = (sums: Sums): Metric => ({
  name: "orders_placed_total",
  help: "Orders that reserved tickets, paid or not, with free ones",
  kind: "counter",
  values: Array.from(sums, ([currency, [value = 0]]) => ({ labels: { currency }, value })),
});
