import type { z } from "zod";
import type { listOfficeOrders as contract, OfficeOrder, OfficeOrderQuery } from "#contract/box-office.ts";
import { csvPageSize } from "#server/platform/csv.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { SheetSource } from "#server/platform/sheet.ts";
import * as store from "./store.ts";

/** Orders as staff look for them, a page at a time. */
export async function listOfficeOrders(db: Database, query: OfficeOrderQuery): Promise<z.input<typeof contract.reply>> {
  const { rows, ...page } = await store.findOfficeOrders(db, query);
  return { items: rows.map(toOfficeOrder), ...page };
}

/** The orders that fit, whole, for spreadsheets: instants in UTC, money in whole units of the order's currency. */
export function officeOrderFile(db: Database, query: OfficeOrderQuery): SheetSource<store.OfficeOrderRow> {
  return {
    header: [
      "Placed",
      "Order",
      "State",
      "Comp",
      "Buyer",
      "E-mail",
      "Night",
      "What",
      "Tickets",
      "Total",
      "Currency",
      "Paid",
      "Discount",
      "Promo code",
      "Promoter",
    ],
    readPage: (cursor) => store.findOfficeOrders(db, { ...query, cursor }, csvPageSize),
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

function toOfficeOrder(row: store.OfficeOrderRow): OfficeOrder {
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
