import { AdminTicketType, Pool, StockCounts, TicketSetup } from "#contract/events/ticket-types.ts";
import { findStockLevels } from "#server/modules/inventory/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { shownAs } from "#server/platform/shown.ts";
import { getRecord } from "../editing/store.ts";
import { typeStatus } from "../rules.ts";
import { findSale, stocksOf } from "./save.ts";
import { readUnitsLeft } from "./shown.ts";

/**
 * Everything that an event sells, with its current sales.
 *
 * @throws AppError `not_found`
 */
export async function readSetup(db: Queryable, eventId: number): Promise<TicketSetup> {
  const sale = await findSale(db, await getRecord(db, eventId));
  const { event, types, pools } = sale;
  const levels = await findStockLevels(db, stocksOf(sale));
  const leftOf = await readUnitsLeft(db, types);
  const countsOf = (stockId: number) => shownAs(StockCounts)(levels.get(stockId)!);
  return {
    event: shownAs(TicketSetup.shape.event)({
      ...event,
      people: event.stockId === null ? null : countsOf(event.stockId),
    }),
    types: types.map((row) => {
      const left = leftOf(row);
      const status = typeStatus(row.status, left, row.minPerOrder);
      const { available } = left;
      return shownAs(AdminTicketType)({ ...row, stock: countsOf(row.stockId), available, status });
    }),
    pools: pools.map((pool) => shownAs(Pool)({ ...pool, stock: countsOf(pool.stockId) })),
  };
}
