import type { z } from "zod";
import type { listAdminOrders as contract, AdminOrder, AdminOrderQuery } from "#contract/box-office.ts";
import { csvPageSize } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { SheetSource } from "#server/platform/sheet.ts";
import * as store from "./store.ts";

/** Orders as staff search them, one page at a time. */
export async function listAdminOrders(db: Database, query: AdminOrderQuery): Promise<z.input<typeof contract.reply>> {
  const { rows, ...page } = await store.findAdminOrders(db, query);
  return { items: rows.map(toAdminOrder), ...page };
}

/** All orders that match, for spreadsheets: times are in UTC, money is in whole units of the order's currency. */
export function adminOrderFile(db: Database, query: AdminOrderQuery): SheetSource<store.AdminOrderRow> {
  return {
    header: [
      "Placed",
      "Order",
      "Status",
      "Comp",
      "Buyer",
      "Email",
      "Event",
      "Items",
      "Tickets",
      "Total",
      "Currency",
      "Paid",
      "Discount",
      "Promo code",
      "Promoter",
    ],
    readPage: (cursor) => store.findAdminOrders(db, { ...query, cursor }, csvPageSize),
    toCells: (row) => [
      row.createdAt.toISOString(),
      row.number,
      row.status,
      row.isComp ? "yes" : "no",
      row.buyerName,
      row.buyerEmail,
      row.eventTitle,
      row.what,
      row.ticketCount,
      row.totalCents / 100,
      row.currency,
      row.paidAt?.toISOString(),
      row.discountCents / 100,
      row.promoCode,
      row.promoter,
    ],
  };
}

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
