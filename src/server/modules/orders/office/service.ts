import type { OfficeOrder, OfficeOrderQuery } from "#contract/box-office.ts";
import type { Database } from "#server/platform/db/database.ts";
import { pageOf, staffPageSize } from "#server/platform/db/paging.ts";
import * as store from "./store.ts";

/** Orders as staff look for them, a page at a time. */
export async function listOfficeOrders(
  db: Database,
  query: OfficeOrderQuery,
): Promise<{ items: OfficeOrder[]; total: number; page: number; pageSize: number }> {
  const { rows, total } = await store.findOfficeOrders(db, query, pageOf(query.page));
  return { items: rows.map(toOfficeOrder), total, page: query.page ?? 1, pageSize: staffPageSize };
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
    currency: row.currency,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
  };
}
