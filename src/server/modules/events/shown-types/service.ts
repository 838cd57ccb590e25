import type { TicketType } from "#contract/events.ts";
import { findAvailable } from "#server/modules/inventory/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { isSameCode } from "#contract/access-codes.ts";
import { isNearlyGone, typeStatus, unitsLeft, type Level } from "../rules.ts";
import * as store from "./store.ts";

/** What a night has to know of itself for its types to be shown. */
export interface SellingNight {
  id: number;
  currency: string;
  hideCounts: boolean;
}

/** A night's ticket types for one visitor. */
export interface ShownTypes {
  /** Those that everybody sees. */
  open: TicketType[];
  /** The same, with those that the visitor's code reveals among them. */
  shown: TicketType[];
}

/**
 * Ticket types of some nights, each as it stands by the clock and by all stock that it draws on. The work is the same
 * whether a code is right, wrong or not named: how long it takes tells nothing about codes.
 */
export async function loadTicketTypes(
  db: Queryable,
  nights: SellingNight[],
  accessCode?: string,
): Promise<Map<number, ShownTypes>> {
  const result = new Map(nights.map(({ id }): [number, ShownTypes] => [id, { open: [], shown: [] }]));
  if (nights.length === 0) return result;
  const nightById = new Map(nights.map((night) => [night.id, night]));
  const rows = await store.findTypes(db, [...nightById.keys()]);
  const stockIds = rows.flatMap((row) => [row.stockId, ...row.draws.map((draw) => draw.stockId)]);
  const levels = await findAvailable(db, [...new Set(stockIds)]);
  const visible = new Map<number, string>();
  for (const row of rows) {
    const isOpen = row.accessCode === null;
    const isNamed = isSameCode(row.accessCode ?? "", accessCode);
    if (isOpen || isNamed) visible.set(row.id, row.name);
  }
  for (const row of rows) {
    const night = nightById.get(row.eventId)!;
    const shared = row.draws.map(({ stockId, each }) => ({ level: levels.get(stockId)!, each }));
    const left = unitsLeft(levels.get(row.stockId)!, shared);
    const type = toTicketType(row, night, left, visible);
    const types = result.get(row.eventId)!;
    if (row.accessCode === null) types.open.push(type);
    if (visible.has(row.id)) types.shown.push(type);
  }
  return result;
}

function toTicketType(row: store.TypeRow, night: SellingNight, left: Level, visible: Map<number, string>): TicketType {
  // A release that the visitor cannot see is not named to them either.
  const before = row.byClock === "scheduled" && row.waitsForId !== null ? visible.get(row.waitsForId) : undefined;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    priceCents: row.priceCents,
    feeCents: row.feeCents,
    currency: night.currency,
    pricing: row.pricing,
    minimumCents: row.minimumCents,
    available: night.hideCounts ? null : left.available,
    nearlyGone: row.byClock === "on_sale" && isNearlyGone(left),
    ticketsPerUnit: row.ticketsPerUnit,
    status: typeStatus(row.byClock, left, row.minPerOrder),
    minPerOrder: row.minPerOrder,
    maxPerOrder: Math.min(row.maxPerOrder, row.maxPerPerson ?? row.maxPerOrder),
    maxPerPerson: row.maxPerPerson,
    salesStartAt: row.salesStartAt?.toISOString() ?? null,
    salesEndAt: row.salesEndAt?.toISOString() ?? null,
    opensAfter: before === undefined ? null : before,
  };
}
