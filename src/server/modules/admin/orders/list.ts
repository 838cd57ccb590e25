import { AdminOrder } from "#contract/admin/orders.ts";
import { defineList } from "#server/platform/db/list.ts";
import * as store from "./list-store.ts";
import { formatSheetTime } from "#server/platform/format.ts";
import { shownAs } from "#server/platform/shown.ts";

/** For orders that are for no event. */
const plainZone = "UTC";

/**
 * Orders as staff search them. In spreadsheets, times are in the event's own time zone, or in UTC if the order is for
 * none; money is in whole units of the order's currency.
 */
export const adminOrders = defineList(store.adminOrders, shownAs(AdminOrder), {
  Placed: ({ createdAt, event }) => formatSheetTime(createdAt, event?.timeZone ?? plainZone),
  Order: "number",
  Status: "status",
  Comp: (order) => (order.isComp ? "yes" : "no"),
  Buyer: (order) => order.buyer.name,
  Email: (order) => order.buyer.email,
  Event: (order) => order.event?.title ?? "",
  Items: "what",
  Tickets: "ticketCount",
  Total: (order) => order.totalCents / 100,
  Currency: "currency",
  Paid: ({ paidAt, event }) => formatSheetTime(paidAt, event?.timeZone ?? plainZone),
  "Time zone": ({ event }) => event?.timeZone ?? plainZone,
  Discount: (order) => order.discountCents / 100,
  "Promo code": "promoCode",
  Promoter: "promoter",
});
