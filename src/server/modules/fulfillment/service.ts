import { FulfillmentRow, type PickQuery, type PickLine } from "#contract/fulfillment/admin.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { CsvCell, SheetFile } from "#server/platform/csv.ts";
import type { Deps } from "#server/platform/deps.ts";
import { defineList } from "#server/platform/db/list.ts";
import { shownAs } from "#server/platform/shown.ts";
import { findPickLines, fulfillmentRows } from "./list-store.ts";
import { refreshStatus } from "./order-state.ts";
import * as store from "./store.ts";

/** Orders with products, for those who pack and hand over. */
export const fulfillmentList = defineList(fulfillmentRows, shownAs(FulfillmentRow), {
  Paid: "paidAt",
  Order: (row) => row.order.number,
  Buyer: "buyerName",
  Items: "what",
  "To send": "toSend",
  Status: "status",
  "On hold": (row) => (row.isOnHold ? "yes" : "no"),
  "Ships from": "readyOn",
  Event: (row) => row.event?.title,
  "Order ID": (row) => row.order.id,
  "Event ID": (row) => row.event?.id,
});

/** What to pack for all open orders together. */
export const getPickList = async (db: Queryable, query: PickQuery): Promise<{ items: PickLine[] }> => ({
  items: await findPickLines(db, query),
});

/** The same as a spreadsheet file. */
export function pickListFile(db: Queryable, query: PickQuery): SheetFile {
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    yield (await findPickLines(db, query)).map(({ sku, name, units, orders }) => [sku, name, units, orders]);
  }
  return { header: ["SKU", "Item", "Units", "Orders"], pages: pages() };
}

/** Follows what happens to orders, in the transactions in which it happens. */
export function subscribeFulfillment({ bus }: Pick<Deps, "bus">): void {
  bus.on("products.sold", (tx, sold) =>
    store.insertFulfillments(
      tx,
      sold.map(({ orderId }) => orderId),
    ),
  );
  bus.on("order.refund_made", (tx, refunds) => refreshAll(tx, refunds));
  bus.on("order.refund_done", (tx, refunds) => refreshAll(tx, refunds));
  bus.on("payment.dispute_closed", (tx, closed) =>
    refreshAll(
      tx,
      closed.map(({ subjectId }) => ({ orderId: subjectId })),
    ),
  );
}

async function refreshAll(tx: Tx, orders: { orderId: string }[]): Promise<void> {
  for (const id of new Set(orders.map(({ orderId }) => orderId))) await refreshStatus(tx, id);
}
