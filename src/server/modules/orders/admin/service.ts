import type { AdminOrder } from "#contract/box-office.ts";
import { defineList } from "#server/platform/db/list.ts";
import * as store from "./store.ts";

/** Orders as staff search them. In spreadsheets, times are in UTC, money is in whole units of the order's currency. */
export const adminOrders = defineList(store.adminOrders, toAdminOrder, {
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

function toAdminOrder(row: store.AdminOrderRow): AdminOrder {
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    isComp: row.isComp,
    buyer: { id: row.buyerId, name: row.buyerName, email: row.buyerEmail },
    event: { id: row.eventId, title: row.eventTitle, startsAt: row.startsAt.toISOString(), timeZone: row.timeZone },
    what: row.what,
    ticketCount: row.ticketCount,
    totalCents: row.totalCents,
    discountCents: row.discountCents,
    promoCode: row.promoCode,
    promoter: row.promoter,
    currency: row.currency,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
  };
}
