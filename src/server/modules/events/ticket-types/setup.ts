import type { AdminTicketType, StockCounts, TicketSetup } from "#contract/ticket-types.ts";
import { findAvailable, findStockLevels } from "#server/modules/inventory/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { typeStatus, unitsLeft, type Level } from "../rules.ts";
import * as store from "./store.ts";

/**
 * Everything that an event sells, with its current sales.
 *
 * @throws AppError `not_found`
 */
export async function readSetup(db: Queryable, eventId: number): Promise<TicketSetup> {
  const event = await store.findEvent(db, eventId);
  if (event === undefined) throw new AppError("not_found");
  const types = await store.findAdminTicketTypes(db, eventId);
  const pools = await store.findPools(db, eventId);
  const stockIds = [...types, ...pools].map(({ stockId }) => stockId);
  if (event.stockId !== null) stockIds.push(event.stockId);
  const stock = await findStockLevels(db, stockIds);
  const levels = await findAvailable(db, stockIds);
  const countsOf = (stockId: number): StockCounts => {
    const { capacity, sold, held } = stock.get(stockId)!;
    return { capacity, sold, held };
  };
  return {
    event: {
      id: event.id,
      title: event.title,
      timeZone: event.timeZone,
      startsAt: event.startsAt.toISOString(),
      endsAt: event.endsAt.toISOString(),
      currency: event.currency,
      fees: event.fees,
      people: event.stockId === null ? null : countsOf(event.stockId),
    },
    types: types.map((row) => toAdminTicketType(row, countsOf(row.stockId), leftOf(row, levels))),
    pools: pools.map(({ id, version, name, counts, stockId }) => ({
      id,
      version,
      name,
      counts,
      stock: countsOf(stockId),
    })),
  };
}

function leftOf({ stockId, draws }: store.AdminTicketTypeRow, levels: Map<number, Level>): Level {
  return unitsLeft(
    levels.get(stockId)!,
    draws.map((draw) => ({ level: levels.get(draw.stockId)!, each: draw.each })),
  );
}

function toAdminTicketType(row: store.AdminTicketTypeRow, stock: StockCounts, left: Level): AdminTicketType {
  const { id, version, name, description, pricing, priceCents, feeCents, minimumCents, accessCode, doorColor } = row;
  return {
    id,
    version,
    name,
    description,
    pricing,
    priceCents,
    feeCents,
    minimumCents,
    ticketsPerUnit: row.ticketsPerUnit,
    minPerOrder: row.minPerOrder,
    maxPerOrder: row.maxPerOrder,
    maxPerPerson: row.maxPerPerson,
    salesStartAt: row.salesStartAt?.toISOString() ?? null,
    salesEndAt: row.salesEndAt?.toISOString() ?? null,
    opensAfterId: row.opensAfterId,
    openedAt: row.openedAt?.toISOString() ?? null,
    accessCode,
    isHidden: row.isHidden,
    doorColor,
    poolIds: row.poolIds,
    stock,
    available: left.available,
    status: typeStatus(row.byClock, left, row.minPerOrder),
    hasOrders: row.hasOrders,
  };
}
