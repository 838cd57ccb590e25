import type { z } from "zod";
import type { listOfficeNights as contract, OfficeNight, OfficeNightDetail, OfficeType } from "#contract/box-office.ts";
import type { DeskFigures } from "#contract/desk.ts";
import { findAvailable } from "#server/modules/inventory/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import * as store from "./store.ts";

/** Nights with what was sold, held and admitted, a page at a time. */
export async function listOfficeNights(
  db: Database,
  query: store.OfficeNightQuery,
): Promise<z.input<typeof contract.reply>> {
  const { rows, ...page } = await store.findOfficeNights(db, query);
  return { items: rows.map(toNight), ...page };
}

/**
 * One night with each of its ticket types and its money.
 *
 * @throws AppError `not_found`
 */
export async function getOfficeNight(db: Database, id: number): Promise<OfficeNightDetail> {
  const row = await store.findOfficeNight(db, id);
  if (row === undefined) throw new AppError("not_found");
  const types = await store.findOfficeTypes(db, id);
  const pools = types.flatMap((type) => [type.stockId, ...(type.eventStockId === null ? [] : [type.eventStockId])]);
  const levels = await findAvailable(db, [...new Set(pools)]);
  const takings = await store.findTakings(db, id);
  return { ...toNight(row), currency: row.currency, ...takings, types: types.map((type) => toType(type, levels)) };
}

/** What the last day brought, and what needs a look. */
export async function getDeskFigures(db: Database): Promise<DeskFigures> {
  const { orders, comps, tickets, money, nightsToCome, failed, waiting } = await store.findFigures(db);
  return { lastDay: { orders, comps, tickets, money }, nightsToCome, mails: { failed, waiting } };
}

function toNight(row: store.OfficeNightRow): OfficeNight {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    startsAt: row.startsAt.toISOString(),
    timeZone: row.timeZone,
    venue: { name: row.venueName, city: row.city },
    isOver: row.isOver,
    sold: row.sold,
    held: row.held,
    capacity: row.capacity,
    ticketCount: row.ticketCount,
    admittedCount: row.admittedCount,
  };
}

function toType(
  { stockId, eventStockId, ...type }: store.OfficeTypeRow,
  levels: Map<number, { available: number }>,
): OfficeType {
  const own = levels.get(stockId)!.available;
  const pool = eventStockId === null ? undefined : levels.get(eventStockId)!.available;
  const fitting = pool === undefined ? own : Math.floor(pool / type.ticketsPerUnit);
  return { ...type, held: type.capacity - type.sold - own, available: Math.min(own, fitting) };
}
