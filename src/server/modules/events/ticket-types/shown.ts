import type { TicketType } from "#contract/events.ts";
import { findAvailable } from "#server/modules/inventory/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { isSameCode } from "#contract/access-codes.ts";
import { isNearlyGone, typeStatus, unitsLeft, type Level } from "../rules.ts";
import * as store from "./store.ts";

/** What showing an event's types needs to know about it. */
export interface OfferedEvent {
  id: number;
  currency: string;
  hideCounts: boolean;
}

/** An event's ticket types for one visitor. */
export interface ShownTypes {
  /** Those that everyone sees. */
  open: TicketType[];
  /** The same, plus those that the visitor's code reveals. */
  shown: TicketType[];
}

/**
 * Ticket types of some events, each with its status by the clock and by all stock it draws on. The work is the same
 * whether a code is right, wrong or missing, so timing reveals nothing about codes.
 */
export async function loadTicketTypes(
  db: Queryable,
  events: OfferedEvent[],
  accessCode?: string,
): Promise<Map<number, ShownTypes>> {
  const result = new Map(events.map(({ id }): [number, ShownTypes] => [id, { open: [], shown: [] }]));
  if (events.length === 0) return result;
  const eventById = new Map(events.map((event) => [event.id, event]));
  const rows = await store.findTypes(db, [...eventById.keys()]);
  const stockIds = rows.flatMap((row) => [row.stockId, ...row.draws.map((draw) => draw.stockId)]);
  const levels = await findAvailable(db, [...new Set(stockIds)]);
  const visible = new Map<number, string>();
  for (const row of rows) {
    const isOpen = row.accessCode === null;
    const isNamed = isSameCode(row.accessCode ?? "", accessCode);
    if (isOpen || isNamed) visible.set(row.id, row.name);
  }
  for (const row of rows) {
    const event = eventById.get(row.eventId)!;
    const shared = row.draws.map(({ stockId, each }) => ({ level: levels.get(stockId)!, each }));
    const left = unitsLeft(levels.get(row.stockId)!, shared);
    const type = toTicketType(row, event, left, visible);
    const types = result.get(row.eventId)!;
    if (row.accessCode === null) types.open.push(type);
    if (visible.has(row.id)) types.shown.push(type);
  }
  return result;
}

function toTicketType(row: store.TypeRow, event: OfferedEvent, left: Level, visible: Map<number, string>): TicketType {
  // Don't name a price tier that the visitor can't see.
  const before = row.byClock === "scheduled" && row.waitsForId !== null ? visible.get(row.waitsForId) : undefined;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    priceCents: row.priceCents,
    feeCents: row.feeCents,
    currency: event.currency,
    pricing: row.pricing,
    minimumCents: row.minimumCents,
    available: event.hideCounts ? null : left.available,
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
