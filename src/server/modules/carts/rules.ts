import type { Cart, CartChange, CartLine, CartProblem } from "#contract/carts.ts";
import { maxCartLines } from "#contract/carts.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { Availability } from "#server/modules/inventory/index.ts";
import type { ItemCard, ItemReference, OrderEvent, SaleItem } from "#server/modules/purchasables/index.ts";
import type { formatMoney } from "#server/platform/format.ts";

/** A line as stored: what the visitor wants, and the price in cents that they saw. */
export interface StoredLine extends ItemReference {
  quantity: number;
  unitCents: number | null;
}

/** Units of a stock that an unpaid order of the visitor has on hold. */
export interface OwnHold {
  orderId: string;
  stockId: number;
  quantity: number;
}

/** An item of a cart as it is sold now, with the units that can be bought and those that nobody has paid for. */
interface OfferedItem {
  item: SaleItem;
  card: ItemCard;
  available: number;
  unsold: number;
  /** Units that could be bought too if the visitor released their unpaid orders, and the latest of these orders. */
  ownHold?: { units: number; orderId: string } | undefined;
}

/** The most units of one line, whatever the item's own limits are. */
const maxUnits = 100;

/** Units of an item by all stock that one takes. */
export function unitsOf(
  { stockId, draws }: Pick<SaleItem, "stockId" | "draws">,
  levels: Map<number, Availability>,
): Pick<OfferedItem, "available" | "unsold"> {
  const all = [{ stockId, each: 1 }, ...draws];
  const least = (part: "available" | "unsold") =>
    Math.min(...all.map(({ stockId: id, each }) => Math.floor((levels.get(id)?.[part] ?? 0) / each)));
  return { available: least("available"), unsold: least("unsold") };
}

/** What the visitor's own unpaid orders have on hold of an item. */
export function ownUnitsOf(
  item: Pick<SaleItem, "stockId" | "draws">,
  levels: Map<number, Availability>,
  holds: OwnHold[],
): OfferedItem["ownHold"] {
  const stockIds = [item.stockId, ...item.draws.map(({ stockId }) => stockId)];
  const [latest, ...others] = holds.filter(({ stockId }) => stockIds.includes(stockId));
  if (latest === undefined) return undefined;
  const released = new Map(levels);
  for (const { stockId, quantity } of [latest, ...others]) {
    const level = released.get(stockId);
    if (level !== undefined) released.set(stockId, { ...level, available: level.available + quantity });
  }
  const units = unitsOf(item, released).available - unitsOf(item, levels).available;
  return units > 0 ? { units, orderId: latest.orderId } : undefined;
}

/** The most units of an item that one order of one person can have. */
const limitOf = ({ maxPerOrder, maxPerPerson }: Pick<SaleItem, "maxPerOrder" | "maxPerPerson">): number =>
  Math.min(maxPerOrder, maxPerPerson ?? maxUnits, maxUnits);

/** A line as its visitor sees it: priced now, with everything that has changed since it was added. */
export function showLine(
  line: StoredLine,
  { item, card, available, unsold, ownHold }: OfferedItem,
  money: typeof formatMoney,
): CartLine {
  const { quantity, unitCents: seenCents } = line;
  const { unitCents, minPerOrder, currency } = item;
  const maxQuantity = Math.min(limitOf(item), available);
  const found =
    findBuyingProblem(item, { available, unsold, ownHold }) ??
    findQuantityProblem(quantity, item, { available, ownHold });
  const buyable = found?.buyable ?? quantity;
  const wasCents = seenCents !== null && seenCents !== unitCents && buyable > 0 ? seenCents : null;
  const texts = [
    found?.text,
    wasCents === null ? undefined : `Price changed from ${money(wasCents, currency)} to ${money(unitCents, currency)}.`,
  ].filter((text) => text !== undefined);
  const { kind, itemId } = line;
  const { title, name, path, picture, event } = card;
  return {
    kind,
    itemId,
    title,
    name,
    path,
    picture,
    event: event === undefined ? null : showEvent(event),
    quantity,
    buyable,
    maxQuantity,
    unitCents,
    wasCents,
    minQuantity: minPerOrder,
    totalCents: buyable * unitCents,
    problem: found?.problem ?? (wasCents === null ? null : "price"),
    problemText: texts.length > 0 ? texts.join(" ") : null,
    heldOrderId: found?.isOwn === true ? ownHold!.orderId : null,
    isPhysical: item.handling === "ship",
  };
}

const showEvent = ({ id, title, startsAt, timeZone, status }: OrderEvent) => ({
  id,
  title,
  startsAt,
  timeZone,
  status,
});

/** What is wrong with a line; `buyable` is what can be bought of it. */
interface Problem {
  problem: CartProblem;
  text: string;
  buyable: number;
  /** Because of the visitor's own unpaid order. */
  isOwn?: boolean;
}

/** Why an item can't be bought with a cart, at this moment or at all. */
function findBuyingProblem(
  item: SaleItem,
  { available, unsold, ownHold }: Pick<OfferedItem, "available" | "unsold" | "ownHold">,
) {
  const none = (problem: CartProblem, text: string): Problem => ({ problem, text, buyable: 0 });
  const closed = closedReason(item);
  if (closed !== undefined) return none("closed", `${closed}.`);
  if (available >= item.minPerOrder) return undefined;
  if (ownHold !== undefined) return { ...none("in_carts", "These are on hold in your unpaid order."), isOwn: true };
  return unsold >= item.minPerOrder
    ? none("in_carts", "All of these are in checkout right now. More may come back in a few minutes.")
    : none("sold_out", "Sold out.");
}

/** Why not as many can be bought as the visitor wants. */
function findQuantityProblem(
  quantity: number,
  item: SaleItem,
  { available, ownHold }: Pick<OfferedItem, "available" | "ownHold">,
): Problem | undefined {
  const limit = limitOf(item);
  if (quantity < item.minPerOrder)
    return { problem: "over_limit", text: `The minimum order is ${item.minPerOrder}.`, buyable: 0 };
  if (quantity > Math.min(limit, available)) {
    const besides = ownHold === undefined ? "" : ", besides those on hold in your unpaid order";
    return available < limit
      ? {
          problem: "fewer",
          text: `Only ${available} left${besides}.`,
          buyable: available,
          isOwn: ownHold !== undefined,
        }
      : { problem: "over_limit", text: `You can order ${limit} of these at most.`, buyable: limit };
  }
  return undefined;
}

/** Why an item isn't for sale in a cart; undefined if it is. */
function closedReason(item: SaleItem): string | undefined {
  if (!isShown(item)) return "We don't sell this anymore";
  if (item.minimumCents !== null) return "Choose your price for these on the event's page";
  return item.closed === null ? undefined : item.closed.charAt(0).toUpperCase() + item.closed.slice(1);
}

/** True if visitors know of an item. One behind an access code is bought on its event's page. */
const isShown = ({ isHidden, accessCode }: SaleItem) => !isHidden && accessCode === null;

/** Why a change of a cart is refused. */
interface Refusal {
  code: Extract<ErrorCode, "not_found" | "sales_closed" | "over_limit">;
  message: string;
}

/**
 * Whether a line can have so many units. Fewer units than before are always fine; what is left in stock doesn't count,
 * because a cart holds none.
 *
 * @param had units that the cart has of it
 * @param lines how many lines the cart has
 */
export function refuseChange(
  item: SaleItem,
  { quantity, had, lines }: { quantity: number; had: number; lines: number },
): Refusal | undefined {
  if (!isShown(item)) return { code: "not_found", message: "We can't find that item" };
  if (quantity < item.minPerOrder) return { code: "over_limit", message: `The minimum order is ${item.minPerOrder}` };
  if (quantity <= had) return undefined;
  const closed = closedReason(item);
  if (closed !== undefined) return { code: "sales_closed", message: `${item.name}: ${lowered(closed)}` };
  const limit = limitOf(item);
  if (quantity > limit) return { code: "over_limit", message: `You can order ${limit} of these at most` };
  if (had === 0 && lines >= maxCartLines)
    return { code: "over_limit", message: `A cart has room for ${maxCartLines} different items` };
  return undefined;
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** A cart's lines summed up. Cents of its currency. */
export const showCart = (lines: CartLine[], currency: string, untilFreeShippingCents: number | null = null): Cart => ({
  lines,
  count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  subtotalCents: lines.reduce((sum, { totalCents }) => sum + totalCents, 0),
  currency,
  untilFreeShippingCents,
});

/** How a change is meant: as the new quantity, or on top of what the cart has. */
export type ChangeMode = "set" | "add";

/** The units that a line has after a change. */
export const quantityAfter = ({ quantity }: CartChange, mode: ChangeMode, had: number): number =>
  mode === "add" ? had + quantity : quantity;
