import type { ChangedTicket, MoveChoices } from "#contract/ticket-changes.ts";
import { findEventInfo, loadTypesOnSale, openPriceTiers, type TypeOnSale } from "#server/modules/events/index.ts";
import {
  exchangeSoldStock,
  findAvailable,
  expireHolds,
  stockIdsOf,
  type Shortage,
} from "#server/modules/inventory/index.ts";
import { findTicketToChange, moveTicket as rewriteTicket } from "#server/modules/tickets/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { findCompIds } from "../comps/store.ts";
import { countUsed } from "../person-limits/service.ts";
import { claimsOf, personLimits, quotasOf } from "../rules.ts";
import { findHolding } from "../refunds/difference/holding.ts";
import { differenceOf } from "../refunds/difference/rules.ts";
import { findOrders } from "../store.ts";
import { paidOf, priceOf, refuseChange, refuseMove, refuseType } from "./rules.ts";
import { lockTicket, noteChange, require, toChanged, type Changing, type Locked } from "./service.ts";
import * as store from "./store.ts";

interface Moving extends Changing {
  ticketTypeId: number;
  waiveDifference: boolean;
}

/** The stock of the new type that is short. */
export interface Lacking {
  lacking: number[];
  shortage: Shortage;
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
 *   | `over_limit` | `sales_closed`
 */
export async function moveTicket(deps: Deps, moving: Moving): Promise<ChangedTicket> {
  return takeSpot(deps, () =>
    inTransaction(deps.db, async (tx) => moveInto(deps, tx, await lockTicket(tx, moving.ticketId), moving)),
  );
}

/**
 * Tries something that takes a spot, and tries again if expired holds were in its way.
 *
 * @throws AppError `sold_out` | `over_limit`
 */
export async function takeSpot<Done extends object>(deps: Deps, attempt: () => Promise<Done | Lacking>): Promise<Done> {
  const first = await attempt();
  if (!("lacking" in first)) return first;
  // A refusal stands only when no expired hold was in the way.
  if ((await expireHolds(deps.db, deps.bus, first.lacking)) === 0) throw short(first.shortage);
  const second = await attempt();
  if ("lacking" in second) throw short(second.shortage);
  return second;
}

function short({ available, isPersonal }: Shortage): AppError {
  if (isPersonal === true) {
    return new AppError("over_limit", { message: "This customer has reached the limit for that ticket type" });
  }
  return new AppError("sold_out", { message: available > 0 ? `Only ${available} left` : "Sold out" });
}

/**
 * Moves a locked ticket of a locked order, in the caller's transaction; if the new type is short, nothing changes.
 *
 * @throws AppError as `moveTicket()` does, except for shortages
 */
export async function moveInto(deps: Deps, tx: Tx, locked: Locked, moving: Moving): Promise<ChangedTicket | Lacking> {
  const { ticket, order } = locked;
  require(refuseChange(ticket, order.status));
  if (ticket.ticketTypeId === moving.ticketTypeId) return toChanged(ticket);
  const types = await loadTypesOnSale(tx, [ticket.ticketTypeId, moving.ticketTypeId]);
  const to = types.find(({ id }) => id === moving.ticketTypeId);
  const from = types.find(({ id }) => id === ticket.ticketTypeId)!;
  if (to === undefined) throw new AppError("not_found", { message: "We can't find that ticket type" });
  const event = (await findEventInfo(tx, [to.eventId])).get(to.eventId)!;
  const isComp = (await findCompIds(tx, [order.id])).has(order.id);
  const paidCents = paidOf(ticket, (await findHolding(tx, order, ticket.id)).returnedCents);
  require(refuseMove(ticket, to, event, { currency: order.currency, isComp, paidCents, ...moving }));
  const lacking = await exchange(tx, locked, from, to, isComp);
  if (lacking !== undefined) return lacking;
  if (to.isAwaited) await openPriceTiers(tx, [to.id]);
  await rewriteTicket(tx, ticket.id, { ticketTypeId: to.id, eventId: to.eventId });
  return noteChange(deps, tx, moving, locked, {
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

/** The shortage at the new type; undefined once its spot is taken and the old one is released. */
async function exchange(
  tx: Tx,
  { order }: Locked,
  from: TypeOnSale,
  to: TypeOnSale,
  isComp: boolean,
): Promise<Lacking | undefined> {
  const person = { userId: order.userId, email: order.buyerEmail };
  const quotas = isComp ? [] : quotasOf(person, personLimits(new Map([[to, 1]])));
  const claims = { holderId: order.id, give: claimsOf(from, 1), take: claimsOf(to, 1), quotas };
  const shortage = await exchangeSoldStock(tx, claims, (asked) => countUsed(tx, asked, [person]));
  return shortage && { lacking: stockIdsOf([{ lines: claims.take }]), shortage };
}

/**
 * Where a ticket can be moved: upcoming events, and the types of one of them with prices and what is left.
 *
 * @throws AppError `not_found` for an unknown ticket or event
 */
export async function listMoves(db: Database, ticketId: number, eventId?: number): Promise<MoveChoices> {
  const ticket = await findTicketToChange(db, ticketId);
  if (ticket === undefined) throw new AppError("not_found");
  const [order] = await findOrders(db, [ticket.orderId]);
  const asked = eventId ?? ticket.eventId;
  const event = (await findEventInfo(db, [asked])).get(asked);
  if (event === undefined) throw new AppError("not_found", { message: "We can't find that event" });
  const types = await loadTypesOnSale(db, await store.findTypeIds(db, asked));
  const left = await findAvailable(db, stockIdsOf(types.map((type) => ({ lines: claimsOf(type, 1) }))));
  const { left: held, returnedCents } = await findHolding(db, order!, ticket.id);
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
  return {
    ticketId,
    currency: order!.currency,
    paidCents,
    isComp: (await findCompIds(db, [ticket.orderId])).has(ticket.orderId),
    eventId: asked,
    events: await store.findEventsToMoveTo(db, ticket.eventId),
    types: choices,
  };
}
