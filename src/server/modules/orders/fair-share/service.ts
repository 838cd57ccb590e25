import { mailboxOf } from "#contract/email-address.ts";
import {
  allNetworks,
  findHoldCounts,
  findStockLevels,
  type HoldCounts,
  type Quotas,
} from "#server/modules/inventory/index.ts";
import { purchasablesOf, type SaleItem, type Sellers } from "#server/modules/purchasables/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { itemKey, type PricedOrder } from "../rules.ts";
import { comesSecond, isHeldBack, isShort, isSpent, type Counted, type ShareState } from "./pressure-rules.ts";
import type { Claimant, Shared } from "./claimant.ts";
import { emailUnits, shareKey, sharers, shareQuotas, wantedOf } from "./rules.ts";
import * as store from "./store.ts";

/** Seconds for which a hold lasts that others are waiting for: see `isShort()`. */
export const shortHoldSeconds = 180;

/** An order that counts toward its buyer's fair share. */
export interface Sharing extends Claimant {
  id: string;
  order: PricedOrder;
}

/** True if an order is complete without a payment. */
export const isFree = ({ totalCents }: PricedOrder): boolean => totalCents === 0;

/**
 * The names of the locks that an order needs besides its buyer's, so that orders of one network or email for one event
 * take turns even if they are for different items.
 */
export function shareLocks({ network, email }: Pick<Claimant, "network" | "email">, order: PricedOrder): string[] {
  const eventIds = [...new Set(order.lines.flatMap((line) => line.eventId ?? []))];
  const sharerNames = [`network ${network}`, ...(isFree(order) ? [`mailbox ${mailboxOf(email)}`] : [])];
  return eventIds.flatMap((eventId) => sharerNames.map((name) => `event ${eventId} ${name}`));
}

/**
 * What accounts, networks and emails can have of an event unpaid or for free, and what they have. The caller holds the
 * locks of `shareLocks()` and of the stock. An order whose confirmed email stands for too much already becomes that of an
 * unknown buyer.
 */
export async function readShareQuotas(sellers: Sellers, tx: Tx, orders: Sharing[], items: SaleItem[]): Promise<Quotas> {
  const ofHolder: Quotas["ofHolder"] = new Map();
  const used: Quotas["used"] = new Map();
  const reserved: NonNullable<Quotas["reserved"]> = new Map();
  const seconds: NonNullable<Quotas["seconds"]> = new Map();
  if (orders.length === 0) return { ofHolder, used, reserved, seconds };
  const stockOfEvents = await findStockOfEvents(sellers, tx, items);
  const wantedByOrder = orders.map(({ order }) => wantedOf(unitsOf(order, items), stockOfEvents));
  const shared = new Map(wantedByOrder.flat().map((demand) => [demand.name, demand]));
  const stockIds = [...new Set([...shared.values()].flatMap((each) => each.stockIds))];
  const readState = await createStates(tx, stockIds, orders);
  orders.forEach((order, index) => {
    const readAll = () => wantedByOrder[index]!.map((demand) => ({ demand, state: readState(demand, order.counted) }));
    let wanted = readAll();
    const isSpentNow = wanted.some(({ demand, state }) =>
      isSpent(state, demand, emailUnits(order, demand, state.unsold)),
    );
    if (order.isKnown && isSpentNow) {
      Object.assign(order, { isKnown: false, isDomain: false, counted: order.network, isSpent: true });
      wanted = readAll();
    }
    const quotas = wanted.map(({ demand, state }) => {
      const held = { unsold: state.unsold, isHeldBack: isHeldBack(order, demand, state) };
      return shareQuotas(order, demand, held, isFree(order.order));
    });
    ofHolder.set(order.id, quotas.flat());
    if (wanted.some(({ demand, state }) => isShort(order, demand, state))) seconds.set(order.id, shortHoldSeconds);
    if (wanted.some(({ state }) => comesSecond(order, state))) reserved.set(order.id, readState.freed);
    for (const { demand, state } of wanted) {
      state.all.held += demand.quantity;
      state.network.held += demand.quantity;
    }
  });
  for (const { stockId, quantity, sharer } of await countShares(tx, stockIds, orders, readState.counts)) {
    for (const each of shared.values()) {
      if (!each.stockIds.includes(stockId)) continue;
      const key = shareKey(each, sharer);
      used.set(key, (used.get(key) ?? 0) + quantity);
    }
  }
  return { ofHolder, used, reserved, seconds };
}

/** The state of things that are shared: how much there is of them, and what networks hold and let expire. */
async function createStates(tx: Tx, stockIds: number[], orders: Sharing[]) {
  const networks = [...new Set(orders.flatMap(({ counted, network }) => [counted, network]))];
  const levels = await findStockLevels(tx, stockIds);
  const counts = await findHoldCounts(tx, stockIds, networks);
  const ofNetworks = Map.groupBy(counts, ({ network }) => network);
  const sumOf = ({ stockIds: ids }: Shared, network: string): Counted => {
    const sum = { held: 0, expired: 0, paid: 0 };
    for (const count of ofNetworks.get(network) ?? []) {
      if (!ids.includes(count.stockId)) continue;
      sum.held += count.held;
      sum.expired += count.expired;
      sum.paid += count.paid;
    }
    return sum;
  };
  // Shared by the orders of a batch, each of which adds what it wants.
  const sums = new Map<string, Counted>();
  const sharedSum = (demand: Shared, network: string) => {
    const name = `${demand.name}, ${network}`;
    if (!sums.has(name)) sums.set(name, sumOf(demand, network));
    return sums.get(name)!;
  };
  const read = (demand: Shared, network: string): ShareState => ({
    unsold: demand.stockIds.reduce((sum, id) => sum + (levels.get(id)!.capacity - levels.get(id)!.sold), 0),
    all: sharedSum(demand, allNetworks),
    network: sharedSum(demand, network),
  });
  const freed = new Map(
    counts.flatMap(({ stockId, network, freed: units }) =>
      network === allNetworks ? [[stockId, units] as const] : [],
    ),
  );
  return Object.assign(read, { counts, freed });
}

/** What the buyers of some orders have of some stock, by the names of their shares. */
async function countShares(tx: Tx, stockIds: number[], orders: Sharing[], counts: HoldCounts[]) {
  const userIds = [...new Set(orders.map(({ userId }) => userId))];
  const free = orders.filter(({ order }) => isFree(order));
  const ofAccounts = await store.findUnpaidOfAccounts(tx, stockIds, userIds);
  const taken = free.length === 0 ? [] : await store.findFreeTaken(tx, stockIds, free);
  return [
    ...counts.flatMap(({ stockId, network, held }) =>
      [sharers.unpaidNetwork, sharers.unpaidEmail, sharers.unproven].map((nameOf) => {
        return { stockId, quantity: held, sharer: nameOf(network) };
      }),
    ),
    ...ofAccounts.map((row) => ({ ...row, sharer: sharers.unpaidAccount(row.userId) })),
    ...taken.flatMap((row) => [
      { ...row, sharer: sharers.freeAccount(row.userId) },
      ...(row.emailConfirmed ? [] : [{ ...row, sharer: sharers.freeEmail(row.email) }]),
      ...(row.network === null ? [] : [{ ...row, sharer: sharers.freeNetwork(row.network, row.emailConfirmed) }]),
    ]),
  ];
}

/** The stock of everything that is sold for the events of some items. */
async function findStockOfEvents(sellers: Sellers, tx: Tx, items: SaleItem[]): Promise<Map<number, number[]>> {
  const stockOfEvents = new Map<number, number[]>();
  const eventIds = [...new Set(items.flatMap(({ eventId }) => eventId ?? []))];
  if (eventIds.length === 0) return stockOfEvents;
  for (const purchasable of purchasablesOf(sellers, items)) {
    for (const { eventId, stockId } of (await purchasable.findStockOfEvents?.(tx, eventIds)) ?? []) {
      stockOfEvents.set(eventId, [...(stockOfEvents.get(eventId) ?? []), stockId]);
    }
  }
  return stockOfEvents;
}

function unitsOf(order: PricedOrder, items: SaleItem[]): Map<SaleItem, number> {
  const byKey = new Map(items.map((item) => [itemKey(item), item]));
  const units = new Map<SaleItem, number>();
  for (const line of order.lines) {
    const item = byKey.get(itemKey(line))!;
    units.set(item, (units.get(item) ?? 0) + line.quantity);
  }
  return units;
}
