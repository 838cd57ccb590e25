import { forgetAddressesOf } from "#server/modules/delivery/index.ts";
import { createRunningSums, type Sums } from "#server/platform/db/running-sums.ts";
import type { Metric } from "#server/platform/metrics.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { purgeReplies } from "#server/platform/idempotency.ts";
import { redirectMails } from "#server/modules/email/index.ts";
import { defineModule } from "#server/platform/module.ts";
import { buyerCodeEmail } from "./emails/buyer-code.ts";
import { confirmationEmail } from "./emails/confirmation-email.ts";
import { findTicketsEmails } from "./emails/find-tickets.ts";
import { ownEmailEmails } from "./emails/own-email-mails.ts";
import { refundEmails } from "./emails/refund-mails.ts";
import { checkOrderNotes, checkOrders } from "./scope-store.ts";
import { orderEmailRoutes } from "./emails/routes.ts";
import { mailRecords, mailTimeline } from "./emails/whose-mails.ts";
import "./domain-events.ts";
export type { OrderBuyer } from "./domain-events.ts";
import { orderAdminRoutes } from "./admin-routes.ts";
import { subscribeOrders } from "./complete.ts";
import { countPlaced, findBuyers, findPayingAddresses, mailedOrders, unpaidOrders } from "./records-store.ts";
import { ordersRecords } from "./records.ts";
import { processEventRefunds } from "./refunds/events/service.ts";
import { ordersRoutes } from "./routes.ts";
import { purgeConfirmedMailboxes, purgeFreeOrderNetworks } from "./fair-share/store.ts";
import { nameRows } from "#server/platform/target-names.ts";

export { isOrderOf } from "./scope-store.ts";
export { resendOrder, refundPayment } from "./resend.ts";
export { defineOrderEmail, draftToBuyer, eventValues, eventVariables } from "./emails/about-order.ts";
export { exampleOrder, exampleOrderLink } from "./emails/examples.ts";
export { listNotes } from "./notes/store.ts";
export { findDifferences, findHolding, hasUnitsToRefund } from "./refunds/plan.ts";
export { fitsDoorSearch } from "./store.ts";
export { findOrderIdsOf, forgottenAddress } from "./records-store.ts";
export { createReadOrder, readOrders, requireOrderAccess } from "./read.ts";
export { lockForRefund, recordRefund, refundTickets, sendMoney, voidForRefund } from "./refunds/refund-tickets.ts";
export { differenceOf } from "./refunds/rules.ts";
export { markPaidBack, quoteRefund, readRefund, refundOrder } from "./refunds/staff.ts";
export { insertRefund } from "./refunds/store.ts";
export { orderLinkKey } from "./read.ts";
export { createPlaceOrder } from "./place.ts";
export { createPayOrder } from "./pay.ts";
export { claimsOf, lineOf, orderMoves, personLimits } from "./rules.ts";
export { completeOrders } from "./complete.ts";
export { personOf, readPersonQuotas } from "./person-limits/service.ts";
export { createShortages, StockShortage, retryOnShortage } from "./stock-shortage.ts";
export {
  countLiveOrders,
  findOrders,
  insertOrders,
  lockBuyers,
  lockOrders,
  moveOrders,
  toBuyer,
  type OrderRow,
} from "./store.ts";

/** The emails about orders. Later modules have those about what they do with an order. */
const emails = [confirmationEmail, ...refundEmails, ...ownEmailEmails, buyerCodeEmail, ...findTicketsEmails];

/** Orders from hold to delivery, refunds, and what staff do with them. */
export const orders = defineModule("orders", { emails }, ({ deps, services }) => {
  const readPlaced = createRunningSums(countPlaced);
  return {
    scopes: { order: checkOrders, order_note: checkOrderNotes },
    targetNames: { order: nameRows("orders", "number", { type: "uuid" }) },
    routes(context) {
      ordersRoutes(context, deps, services.payments);
      orderAdminRoutes(context, deps);
      orderEmailRoutes(context, deps);
    },
    on(bus) {
      subscribeOrders(deps);
      bus.on("order.email_changed", redirectMails);
    },
    timeline: mailTimeline(deps),
    jobs: [
      { name: "event-refunds", everyMs: 5_000, run: () => processEventRefunds(deps) },
      { name: "idempotency-keys", everyMs: 3_600_000, run: () => inTransaction(deps.db, purgeReplies) },
      { name: "unpaid-addresses", everyMs: 6 * 3_600_000, run: () => forgetAddressesOf(deps.db, unpaidOrders) },
      { name: "free-order-networks", everyMs: 3_600_000, run: () => inTransaction(deps.db, purgeFreeOrderNetworks) },
      { name: "confirmed-mailboxes", everyMs: 3_600_000, run: () => inTransaction(deps.db, purgeConfirmedMailboxes) },
    ],
    personalData: {
      orders: ordersRecords(deps),
      // Forgotten before the orders through which they are found.
      mails: mailRecords(deps),
    },
    findPeople: findBuyers,
    confirmedAddresses: findPayingAddresses,
    mailedOrders,
    metrics: async (db) => [placedMetric(await readPlaced(db))],
  };
});

const placedMetric = (sums: Sums): Metric => ({
  name: "orders_placed_total",
  help: "Orders that reserved tickets, paid or not, with free ones",
  kind: "counter",
  values: Array.from(sums, ([currency, [value = 0]]) => ({ labels: { currency }, value })),
});
