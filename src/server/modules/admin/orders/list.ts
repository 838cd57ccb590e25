import { AdminOrder } from "#contract/admin/orders.ts";
import { afterRefunds, takenBack } from "#contract/figures.ts";
import { defineList } from "#server/platform/db/list.ts";
import * as store from "./list-store.ts";
import { formatSheetTime } from "#server/platform/format.ts";
import { shownAs } from "#server/platform/shown.ts";

const zoneOf = (event: AdminOrder["event"], { timeZone }: store.OrderQuery) => event?.timeZone ?? timeZone ?? "UTC";

/**
 * Orders as staff search them. In spreadsheets, times are in the event's own time zone, or in the brand's, `timeZone`, if
 * the order is for none; money is in whole units of the order's currency.
 */
export const adminOrders = defineList(store.adminOrders, shownAs(AdminOrder), {
  Placed: ({ createdAt, event }, query) => formatSheetTime(createdAt, zoneOf(event, query)),
  Order: "number",
  Status: "status",
  Comp: (order) => (order.isComp ? "yes" : "no"),
  Buyer: (order) => order.buyer.name,
  Email: (order) => order.buyer.email,
  Event: (order) => order.event?.title ?? "",
  Items: "what",
  Tickets: "ticketCount",
  Total: (order) => order.totalCents / 100,
  [takenBack]: (order) => order.refundedCents / 100,
  [afterRefunds]: (order) => order.netCents / 100,
  Fees: (order) => order.feeCents / 100,
  Tax: (order) => order.taxCents / 100,
  Shipping: (order) => order.shippingCents / 100,
  "Payment method": "paymentMethod",
  Currency: "currency",
  Paid: ({ paidAt, event }, query) => formatSheetTime(paidAt, zoneOf(event, query)),
  "Time zone": ({ event }, query) => zoneOf(event, query),
  Discount: (order) => order.discountCents / 100,
  "Promo code": "promoCode",
  Promoter: "promoter",
  "Order ID": "id",
  "Buyer ID": (order) => order.buyer.id,
  "Event ID": (order) => order.event?.id,
});
