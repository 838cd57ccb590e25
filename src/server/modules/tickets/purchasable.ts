import { findEventInfo, loadTypesOnSale, openPriceTiers } from "#server/modules/events/index.ts";
import type { Delivery, ItemCard, OrderParts, Purchasable, SoldUnit } from "#server/modules/purchasables/index.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { ticketKind, toSaleItem } from "./rules.ts";
import * as purchasableStore from "./purchasable-store.ts";
import { cancelTickets, freezeTickets, showTicket, unfreezeTickets } from "./service.ts";
import * as store from "./store.ts";

/** Tickets as orders sell them: an item is a ticket type, a piece of a unit is a ticket. */
export const ticketPurchasable = ({ keys }: Pick<Deps, "keys">): Purchasable => ({
  kind: ticketKind,
  idField: "ticketTypeId",
  noun: "ticket type",
  load: async (db, ids) => (await loadTypesOnSale(db, ids)).map(toSaleItem),
  describe: describeTypes,
  storeLines: purchasableStore.storeLines,
  lineDetails: purchasableStore.lineDetails,
  showLine: ({ itemId, eventId, piecesPerUnit }) => ({
    ticketTypeId: itemId,
    eventId: eventId!,
    ticketsPerUnit: piecesPerUnit,
  }),
  findEvents: findEventInfo,
  findStockOfEvents: purchasableStore.findStockOfEvents,
  findParts: (db, orders) => findParts(db, orders, keys["ticket-codes"]),
  findReturnable: purchasableStore.findReturnable,
  findOff: purchasableStore.findOff,
  lockCanceled: purchasableStore.lockCanceled,
  async deliver(tx, lines, onlyMissing = false) {
    // Their stock is locked and sold by now, which may end a price tier.
    if (!onlyMissing) await openPriceTiers(tx, [...new Set(lines.map(({ itemId }) => itemId))]);
    await store.issueTickets(tx, lines.map(ticketsOf), onlyMissing);
  },
  freeze: freezeTickets,
  unfreeze: unfreezeTickets,
  async voidOrders(tx, orderIds) {
    const unused = new Set(await cancelTickets(tx, orderIds));
    return orderIds.filter((id) => !unused.has(id));
  },
  lockUnits: store.lockTicketsOfOrder,
  findUnits: purchasableStore.findUnits,
  renewCodes,
  voidUnits: (tx, units) => store.voidRefundedTickets(tx, idsOf(units)),
  markStockReturned: (tx, units) => store.markSpotsReturned(tx, idsOf(units)),
});

async function describeTypes(db: Queryable, ids: number[]): Promise<Map<number, ItemCard>> {
  const types = await purchasableStore.findTypeNames(db, ids);
  const eventsById = await findEventInfo(db, [...new Set(types.map(({ eventId }) => eventId))]);
  return new Map(
    types.map(({ id, name, eventId }) => {
      const event = eventsById.get(eventId)!;
      const { title, slug, poster } = event;
      return [id, { title, name, path: `/events/${eventId}/${slug}`, picture: poster, event }];
    }),
  );
}

const idsOf = (units: SoldUnit[]) => units.map(({ ticketId }) => ticketId!);

/** The tickets that a paid line includes. */
const ticketsOf = (line: Delivery): store.TicketIssue => ({
  orderLineId: line.id,
  orderId: line.orderId,
  ticketTypeId: line.itemId,
  eventId: line.eventId!,
  ownerId: line.ownerId,
  holderName: line.buyerName,
  count: line.quantity * line.piecesPerUnit,
});

/** The tickets of paid orders, and the events that they admit to: staff may have moved them since the purchase. */
async function findParts(
  db: Parameters<NonNullable<Purchasable["findParts"]>>[0],
  orders: Parameters<NonNullable<Purchasable["findParts"]>>[1],
  codeKey: Buffer,
): Promise<Map<string, OrderParts>> {
  const paid = orders.filter(({ isPaid }) => isPaid).map(({ id }) => id);
  const tickets = Map.groupBy(paid.length > 0 ? await store.findTicketsOfOrders(db, paid) : [], (t) => t.orderId);
  const eventIds = new Map(
    orders.map(({ id, lines }) => {
      const own = tickets.get(id) ?? [];
      const valid = own.filter(({ status }) => status === "valid");
      const ids = [...valid, ...own, ...(own.length === 0 ? lines : [])].flatMap(({ eventId }) => eventId ?? []);
      return [id, [...new Set(ids)]] as const;
    }),
  );
  const eventsById = await findEventInfo(db, [...new Set([...eventIds.values()].flat())]);
  return new Map(
    orders.map(({ id }) => [
      id,
      {
        events: eventIds.get(id)!.flatMap((eventId) => eventsById.get(eventId) ?? []),
        tickets: (tickets.get(id) ?? []).map((ticket) => showTicket(ticket, codeKey)),
      },
    ]),
  );
}

async function renewCodes(tx: Tx, orderId: string): Promise<number> {
  const units = await purchasableStore.findUnits(tx, orderId);
  const usable = units.filter(({ status, isAdmitted }) => status === "valid" && !isAdmitted);
  for (const { ticketId, holderName } of usable) {
    await store.renameTicket(tx, ticketId!, holderName, true);
    await store.insertChange(tx, { ticketId: ticketId!, kind: "recoded", holderBefore: holderName });
  }
  return usable.length;
}
