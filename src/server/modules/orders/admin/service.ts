import { AdminOrder } from "#contract/box-office.ts";
import { defineList } from "#server/platform/db/list.ts";
import * as store from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";

/** Orders as staff search them. In spreadsheets, times are in UTC, money is in whole units of the order's currency. */
export const adminOrders = defineList(store.adminOrders, shownAs(AdminOrder), {
  Placed: (order) => order.createdAt,
  Order: (order) => order.number,
  Status: (order) => order.status,
  Comp: (order) => (order.isComp ? "yes" : "no"),
  Buyer: (order) => order.buyer.name,
  Email: (order) => order.buyer.email,
  Event: (order) => order.event.title,
  Items: (order) => order.what,
  Tickets: (order) => order.ticketCount,
  Total: (order) => order.totalCents / 100,
  Currency: (order) => order.currency,
  Paid: (order) => order.paidAt,
  Discount: (order) => order.discountCents / 100,
  "Promo code": (order) => order.promoCode,
  Promoter: (order) => order.promoter,
});
