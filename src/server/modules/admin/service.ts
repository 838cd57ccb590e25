import type { AdminEvent, AdminEventDetail, TicketTypeCounts } from "#contract/box-office.ts";
import { findAvailable } from "#server/modules/inventory/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import { isoDates } from "#server/platform/db/iso-rows.ts";
import { defineList } from "#server/platform/db/list.ts";
import * as store from "./store.ts";

/** Events with their sold, held and admitted tickets. */
export const adminEvents = defineList(store.adminEvents, isoDates<AdminEvent>);

/**
 * One event with each of its ticket types and its money.
 *
 * @throws AppError `not_found`
 */
export async function getAdminEvent(db: Database, id: number): Promise<AdminEventDetail> {
  const row = await store.findAdminEvent(db, id);
  if (row === undefined) throw new AppError("not_found");
  const types = await store.findTicketTypeCounts(db, id);
  const pools = types.flatMap((type) => [type.stockId, ...(type.eventStockId === null ? [] : [type.eventStockId])]);
  const levels = await findAvailable(db, [...new Set(pools)]);
  const takings = await store.findTakings(db, id);
  return { ...row, ...takings, types: types.map((type) => toType(type, levels)) };
}

function toType(
  { stockId, eventStockId, ...type }: store.TicketTypeCountsRow,
  levels: Map<number, { available: number }>,
): TicketTypeCounts {
  const own = levels.get(stockId)!.available;
  const pool = eventStockId === null ? undefined : levels.get(eventStockId)!.available;
  const fitting = pool === undefined ? own : Math.floor(pool / type.ticketsPerUnit);
  return { ...type, held: type.capacity - type.sold - own, available: Math.min(own, fitting) };
}
