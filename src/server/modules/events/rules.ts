import type { EventSaleStatus, TicketType } from "#contract/events/events.ts";

/** A ticket type's status by the clock alone; whether any are left is another question. */
export type ClockStatus = "on_sale" | "scheduled" | "ended";

/** Units of a stock: the total, how many can be held now, and how many nobody has paid for. */
export interface Level {
  capacity: number;
  available: number;
  unsold: number;
}

/** A stock that several types draw on, and what one unit takes of it: the event's capacity, or a pool. */
interface SharedLevel {
  level: Level;
  each: number;
}

/** What can be bought of a ticket type: limited by its own stock, and by everything it shares with others. */
export function unitsLeft(ownLevel: Level, shared: SharedLevel[]): Level {
  const least = (part: keyof Level) =>
    Math.min(ownLevel[part], ...shared.map(({ level, each }) => Math.floor(level[part] / each)));
  return { capacity: least("capacity"), available: least("available"), unsold: least("unsold") };
}

const fewUnits = 10;
const fewShare = 0.1;

/** True when a tenth or less is left, or at most ten, unless more than half of a small allotment is left. */
export function isNearlyGone({ capacity, available }: Omit<Level, "unsold">): boolean {
  if (available === 0) return false;
  return available <= capacity * fewShare || (available <= fewUnits && available * 2 <= capacity);
}

/**
 * A ticket type's status for a buyer: if too few are left for one order, it is sold out; but while unpaid orders have
 * enough of it on hold, it's in their carts.
 */
export function typeStatus(
  byClock: ClockStatus,
  { available, unsold }: Omit<Level, "capacity">,
  minPerOrder: number,
): TicketType["status"] {
  const least = Math.max(1, minPerOrder);
  if (byClock !== "on_sale" || available >= least) return byClock;
  return unsold >= least ? "in_carts" : "sold_out";
}

/** What a badge and a "from" price need of a ticket type. */
export type Offer = Pick<TicketType, "status" | "nearlyGone" | "pricing" | "priceCents" | "minimumCents">;

/** The least a buyer pays for one unit. */
function leastCents({ pricing, priceCents, minimumCents }: Omit<Offer, "status" | "nearlyGone">): number {
  return pricing === "open" ? (minimumCents ?? 0) : priceCents;
}

/** The lowest price of what can be bought; null if nothing can. */
export function fromCents(offers: Offer[]): number | null {
  const buyable = offers.filter((offer) => offer.status === "on_sale");
  return buyable.length === 0 ? null : Math.min(...buyable.map(leastCents));
}

/**
 * An event's sale status, from its public ticket types. What can be bought decides first, then what may come back from
 * carts, then what will be on sale, then what was.
 */
export function saleStatus(offers: Offer[], isOver: boolean): EventSaleStatus {
  if (isOver) return "ended";
  const buyable = offers.filter((offer) => offer.status === "on_sale");
  if (buyable.length > 0) {
    if (buyable.every((offer) => offer.nearlyGone)) return "nearly_gone";
    const isFree =
      buyable.some((offer) => offer.pricing === "free") && buyable.every((offer) => offer.pricing !== "fixed");
    return isFree ? "free" : "on_sale";
  }
  if (offers.some((offer) => offer.status === "in_carts")) return "in_carts";
  if (offers.some((offer) => offer.status === "scheduled")) return "scheduled";
  if (offers.some((offer) => offer.status === "sold_out")) return "sold_out";
  return offers.length === 0 ? "scheduled" : "ended";
}

/** The fields that differ between two states, for the activity log: before and after. */
export function differences<Fields extends object>(
  was: Fields,
  is: Fields,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(is)) {
    const old = (was as Record<string, unknown>)[name];
    if (JSON.stringify(old) === JSON.stringify(value)) continue;
    before[name] = old;
    after[name] = value;
  }
  return { before, after };
}
