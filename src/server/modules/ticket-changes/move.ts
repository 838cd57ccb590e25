import { MoveChoices, type ChangedTicket } from "#contract/ticket-changes.ts";
import { loadTypesOnSale, openPriceTiers, type TypeOnSale, findEventById } from "#server/modules/events/index.ts";
import { exchangeSoldStock, findAvailable, stockIdsOf } from "#server/modules/inventory/index.ts";
import {
  findTicketToChange,
  moveTicket as rewriteTicket,
  showChanged,
  toSaleItem,
} from "#server/modules/tickets/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { isCompOrder } from "#server/modules/comps/index.ts";
import {
  claimsOf,
  createShortages,
  differenceOf,
  findHolding,
  findOrders,
  personLimits,
  personOf,
  readPersonQuotas,
  StockShortage,
  retryOnShortage,
} from "#server/modules/orders/index.ts";
import { paidOf, priceOf, refuseChange, refuseMove, refuseType } from "./rules.ts";
import { lockTicket, recordChange, require, type Changing, type Locked } from "./service.ts";
import * as store from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";

interface Moving extends Changing {
  ticketTypeId: number;
  waiveDifference: boolean;
}

/**
 * Moves a ticket to another type of the same or another event. One transaction takes the new spot and puts the old one
 * back on sale, through the allocator that sells; the ticket keeps its owner, and its old code is no longer valid. No
 * money moves: a more expensive type needs `waiveDifference`; for a cheaper one the organizer keeps the difference
 * until it is refunded, see `returnDifference()`.
 *
 * Safe under concurrency: the last spot goes to one. Moving a ticket to its current type changes nothing.
 *
 * @throws AppError `not_found` | `order_closed` | `ticket_admitted` | `payment_disputed` | `costs_more` | `sold_out`
 *   | `in_carts` | `over_limit` | `sales_closed`
 */
export function moveTicket(deps: Deps, moving: Moving): Promise<ChangedTicket> {
  return retryOnShortage(deps, () =>
    inTransaction(deps.db, async (tx) => moveInto(deps, tx, await lockTicket(tx, moving.ticketId), moving)),
  );
}

/**
 * Moves a locked ticket of a locked order, in the caller's transaction.
 *
 * @throws AppError as `moveTicket()` does
 */
export async function moveInto(deps: Deps, tx: Tx, locked: Locked, moving: Moving): Promise<ChangedTicket> {
  const { ticket, order } = locked;
  require(refuseChange(ticket, order.status));
  if (ticket.ticketTypeId === moving.ticketTypeId) return showChanged(ticket);
  const types = await loadTypesOnSale(tx, [ticket.ticketTypeId, moving.ticketTypeId]);
  const to = types.find(({ id }) => id === moving.ticketTypeId);
  const from = types.find(({ id }) => id === ticket.ticketTypeId)!;
  if (to === undefined) throw new AppError("not_found", { message: "We can't find that ticket type" });
  const event = (await findEventById(tx, to.eventId))!;
  const isComp = await isCompOrder(tx, order.id);
  const paidCents = paidOf(ticket, (await findHolding(deps, tx, order, ticket.id)).returnedCents);
  require(refuseMove(ticket, to, event, { currency: order.currency, isComp, paidCents, ...moving }));
  await exchange(tx, locked, { from, to, isComp, timeZone: event.timeZone });
  if (to.isAwaited) await openPriceTiers(tx, [to.id]);
  await rewriteTicket(tx, ticket.id, { ticketTypeId: to.id, eventId: to.eventId });
  return recordChange(deps, tx, moving, locked, {
    kind: "moved",
    fromTypeId: from.id,
    toTypeId: to.id,
    differenceCents: isComp ? 0 : priceOf(to) - paidCents,
    spotCents: priceOf(to),
    action: "ticket.moved",
    before: { type: ticket.typeName, event: ticket.eventTitle },
    after: { type: to.name, event: event.title },
    was: `${ticket.typeName} · ${ticket.eventTitle}`,
  });
}

/**
 * Takes a spot of the new type and releases the old one.
 *
 * @throws AppError `sold_out` | `in_carts` | `over_limit`
 */
async function exchange(
  tx: Tx,
  { order }: Locked,
  { from, to, isComp, timeZone }: { from: TypeOnSale; to: TypeOnSale; isComp: boolean; timeZone: string },
): Promise<void> {
  const limits = isComp ? [] : personLimits(new Map([[toSaleItem(to), 1]]));
  const claims = { holderId: order.id, give: claimsOf(from, 1), take: claimsOf(to, 1) };
  const readQuotas = () => readPersonQuotas(tx, [{ holderId: order.id, ...personOf(order), limits }]);
  const shortage = await exchangeSoldStock(tx, claims, readQuotas);
  if (shortage === undefined) return;
  const lacking = stockIdsOf([{ lines: claims.take }]);
  if (shortage.quota === undefined) throw await createShortages(tx)(shortage, { lacking, timeZone });
  throw new StockShortage(lacking, "over_limit", {
    message: "This customer has reached the limit for that ticket type",
  });
}

/**
 * Where a ticket can be moved: upcoming events, and the types of one of them with prices and what is left.
 *
 * @throws AppError `not_found` for an unknown ticket or event
 */
export async function listMoves(deps: Deps, ticketId: number, eventId?: number): Promise<MoveChoices> {
  const { db } = deps;
  const ticket = requireFound(await findTicketToChange(db, ticketId));
  const [order] = await findOrders(db, [ticket.orderId]);
  const asked = eventId ?? ticket.eventId;
  const event = await findEventById(db, asked);
  if (event === undefined) throw new AppError("not_found", { message: "We can't find that event" });
  const types = await loadTypesOnSale(db, await store.findTypeIds(db, asked));
  const left = await findAvailable(db, stockIdsOf(types.map((type) => ({ lines: claimsOf(type, 1) }))));
  const { left: held, returnedCents } = await findHolding(deps, db, order!, ticket.id);
  const paidCents = paidOf(ticket, returnedCents);
  const choices = types
    .filter(({ id }) => id !== ticket.ticketTypeId)
    .map((type) => ({
      ticketTypeId: type.id,
      name: type.name,
      priceCents: priceOf(type),
      differenceCents: priceOf(type) - paidCents,
      returnCents: differenceOf(held, priceOf(type))?.amountCents ?? 0,
      available: Math.min(
        ...claimsOf(type, 1).map((line) => Math.floor(left.get(line.stockId)!.available / line.quantity)),
      ),
      closed: refuseType(type, event)?.message ?? (type.currency === order!.currency ? null : "Different currency"),
    }));
  return shownAs(MoveChoices)({
    ticketId,
    currency: order!.currency,
    paidCents,
    isComp: await isCompOrder(db, ticket.orderId),
    eventId: asked,
    events: await store.findEventsToMoveTo(db, ticket.eventId),
    types: choices,
  });
}
