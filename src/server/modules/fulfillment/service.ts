import { FulfillmentRow, type PickQuery, type PickLine } from "#contract/admin-fulfillment.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { CsvCell, SheetFile } from "#server/platform/csv.ts";
import type { Deps } from "#server/platform/deps.ts";
import { defineList } from "#server/platform/db/list.ts";
import { shownAs } from "#server/platform/shown.ts";
import { findDeliveries } from "./deliveries.ts";
import { findPickLines, fulfillmentRows } from "./list-store.ts";
import { refreshStatus } from "./order-state.ts";
import { firstReadyDay } from "./rules.ts";
import * as store from "./store.ts";

/** Orders with products, for those who pack and hand over. */
export const fulfillmentList = defineList(fulfillmentRows, shownAs(FulfillmentRow));

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
  bus.on("order.paid", (tx, paid) =>
    begin(
      tx,
      paid.map(({ orderId }) => orderId),
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

/** Paid orders with something to send are open from now on. Three statements, however many orders. */
async function begin(tx: Tx, orderIds: string[]): Promise<void> {
  const physical = (await store.findProductLines(tx, orderIds)).filter(({ kind }) => kind === "physical");
  if (physical.length === 0) return;
  const lines = Map.groupBy(physical, ({ orderId }) => orderId);
  const deliveries = await findDeliveries(tx, [...lines.keys()]);
  await store.insertFulfillments(
    tx,
    Array.from(lines, ([orderId, own]) => ({
      orderId,
      method: deliveries.get(orderId)?.method ?? "ship",
      eventId: deliveries.get(orderId)?.eventId ?? null,
      readyOn: firstReadyDay(own.map(({ shipsOn }) => shipsOn)),
    })),
  );
}

async function refreshAll(tx: Tx, orders: { orderId: string }[]): Promise<void> {
  for (const id of new Set(orders.map(({ orderId }) => orderId))) await refreshStatus(tx, id);
}
