import type { DeskTicketType, Standing, TicketSetup } from "#contract/ticket-types.ts";
import { findAvailable, findStanding } from "#server/modules/inventory/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { typeStatus, unitsLeft, type Level } from "../rules.ts";
import * as store from "./store.ts";

/**
 * Everything that a night sells and how it stands now.
 *
 * @throws AppError `not_found`
 */
export async function readSetup(db: Queryable, eventId: number): Promise<TicketSetup> {
  const event = await store.findEvent(db, eventId);
  if (event === undefined) throw new AppError("not_found");
  const types = await store.findDeskTypes(db, eventId);
  const pools = await store.findPools(db, eventId);
  const stockIds = [...types, ...pools].map(({ stockId }) => stockId);
  if (event.stockId !== null) stockIds.push(event.stockId);
  const standing = await findStanding(db, stockIds);
  const levels = await findAvailable(db, stockIds);
  const standingOf = (stockId: number): Standing => {
    const { capacity, sold, held } = standing.get(stockId)!;
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
      people: event.stockId === null ? null : standingOf(event.stockId),
    },
    types: types.map((row) => toDeskType(row, standingOf(row.stockId), leftOf(row, levels))),
    pools: pools.map(({ id, version, name, counts, stockId }) => ({
      id,
      version,
      name,
      counts,
      standing: standingOf(stockId),
    })),
  };
}

function leftOf({ stockId, draws }: store.DeskTypeRow, levels: Map<number, Level>): Level {
  return unitsLeft(
    levels.get(stockId)!,
    draws.map((draw) => ({ level: levels.get(draw.stockId)!, each: draw.each })),
  );
}

function toDeskType(row: store.DeskTypeRow, standing: Standing, left: Level): DeskTicketType {
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
    standing,
    available: left.available,
    status: typeStatus(row.byClock, left, row.minPerOrder),
    hasOrders: row.hasOrders,
  };
}
