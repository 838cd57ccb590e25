import { isSameCode } from "#contract/events/ticket-types.ts";
import { TicketType } from "#contract/events/events.ts";
import { findAvailable } from "#server/modules/inventory/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { shownAs } from "#server/platform/shown.ts";
import { isNearlyGone, typeStatus, unitsLeft, type Level } from "../rules.ts";
import type { PublishedEvent } from "../store.ts";
import { findFreeTimes, latest } from "#server/modules/inventory/index.ts";
import { findShownTypes, type ShownType } from "./sale-store.ts";

/** What showing an event's types needs to know about it. */
type OfferedEvent = Pick<PublishedEvent, "id" | "currency" | "hideCounts">;

/** An event's ticket types for one visitor. */
interface ShownTypes {
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
  const rows = await findShownTypes(db, [...eventById.keys()]);
  const leftOf = await readUnitsLeft(db, rows);
  const moreAt = await findMoreTimes(db, rows, leftOf);
  const visible = new Map<number, string>();
  for (const row of rows) {
    const isOpen = row.accessCode === null;
    const isNamed = isSameCode(row.accessCode ?? "", accessCode);
    if (isOpen || isNamed) visible.set(row.id, row.name);
  }
  for (const row of rows) {
    const type = toTicketType(
      row,
      eventById.get(row.eventId)!,
      { left: leftOf(row), moreAt: moreAt.get(row.id) },
      visible,
    );
    const types = result.get(row.eventId)!;
    if (row.accessCode === null) types.open.push(type);
    if (visible.has(row.id)) types.shown.push(type);
  }
  return result;
}

/** What can be bought of some ticket types now, by all stock that each draws on. */
export async function readUnitsLeft(db: Queryable, rows: ShownType[]): Promise<(row: ShownType) => Level> {
  const stockIds = rows.flatMap((row) => [row.stockId, ...row.draws.map((draw) => draw.stockId)]);
  const levels = await findAvailable(db, [...new Set(stockIds)]);
  return ({ stockId, draws }) =>
    unitsLeft(
      levels.get(stockId)!,
      draws.map((draw) => ({ level: levels.get(draw.stockId)!, each: draw.each })),
    );
}

/** For types that are all in carts: when there could be enough again for the smallest order. */
async function findMoreTimes(
  db: Queryable,
  rows: ShownType[],
  leftOf: (row: ShownType) => Level,
): Promise<Map<number, Date | null>> {
  const full = rows.filter((row) => typeStatus(row.status, leftOf(row), row.minPerOrder) === "in_carts");
  const needs = full.flatMap((row) => {
    const all = [{ stockId: row.stockId, each: 1 }, ...row.draws];
    return all.map(({ stockId, each }) => ({ typeId: row.id, stockId, quantity: row.minPerOrder * each }));
  });
  const at = await findFreeTimes(db, needs);
  return new Map(full.map(({ id }) => [id, latest(at.filter((_, index) => needs[index]!.typeId === id))]));
}

interface Supply {
  left: Level;
  moreAt: Date | null | undefined;
}

function toTicketType(
  row: ShownType,
  event: OfferedEvent,
  { left, moreAt }: Supply,
  visible: Map<number, string>,
): TicketType {
  const { status, waitsForId, maxPerOrder } = row;
  // Don't name a price tier that the visitor can't see.
  const before = status === "scheduled" && waitsForId !== null ? visible.get(waitsForId) : undefined;
  return shownAs(TicketType)({
    ...row,
    currency: event.currency,
    available: event.hideCounts ? null : left.available,
    nearlyGone: status === "on_sale" && isNearlyGone(left),
    status: typeStatus(status, left, row.minPerOrder),
    maxPerOrder: Math.min(maxPerOrder, row.maxPerPerson ?? maxPerOrder),
    opensAfter: before ?? null,
    moreAt: moreAt ?? null,
  });
}
