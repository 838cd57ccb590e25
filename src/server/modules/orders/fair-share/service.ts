import { mailboxOf } from "#contract/email-address.ts";
import { findStockLevels, type Quotas } from "#server/modules/inventory/index.ts";
import { purchasablesOf, type SaleItem, type Sellers } from "#server/modules/purchasables/index.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { itemKey, type PricedOrder } from "../rules.ts";
import { shareKey, sharers, shareQuotas, wantedOf, type Claimant, type Shared } from "./rules.ts";
import * as store from "./store.ts";

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
 * locks of `shareLocks()` and of the stock.
 */
export async function readShareQuotas(sellers: Sellers, tx: Tx, orders: Sharing[], items: SaleItem[]): Promise<Quotas> {
  const ofHolder: Quotas["ofHolder"] = new Map();
  const used: Quotas["used"] = new Map();
  if (orders.length === 0) return { ofHolder, used };
  const stockOfEvents = await findStockOfEvents(sellers, tx, items);
  const wantedByOrder = orders.map(({ order }) => wantedOf(unitsOf(order, items), stockOfEvents));
  const shared = new Map(wantedByOrder.flat().map((demand) => [demand.name, demand]));
  const stockIds = [...new Set([...shared.values()].flatMap((each) => each.stockIds))];
  const levels = await findStockLevels(tx, stockIds);
  const unsoldOf = ({ stockIds: ids }: Shared) =>
    ids.reduce((sum, id) => sum + (levels.get(id)!.capacity - levels.get(id)!.sold), 0);
  orders.forEach((order, index) => {
    const quotas = wantedByOrder[index]!.map((demand) =>
      shareQuotas(order, demand, unsoldOf(demand), isFree(order.order)),
    );
    ofHolder.set(order.id, quotas.flat());
  });
  for (const { stockId, quantity, sharer } of await countShares(tx, stockIds, orders)) {
    for (const each of shared.values()) {
      if (!each.stockIds.includes(stockId)) continue;
      const key = shareKey(each, sharer);
      used.set(key, (used.get(key) ?? 0) + quantity);
    }
  }
  return { ofHolder, used };
}

/** What the buyers of some orders have of some stock, by the names of their shares. */
async function countShares(tx: Tx, stockIds: number[], orders: Sharing[]) {
  const networks = [...new Set(orders.map(({ network }) => network))];
  const userIds = [...new Set(orders.map(({ userId }) => userId))];
  const free = orders.filter(({ order }) => isFree(order));
  const ofNetworks = await store.findUnpaidOfNetworks(tx, stockIds, networks);
  const ofAccounts = await store.findUnpaidOfAccounts(tx, stockIds, userIds);
  const taken = free.length === 0 ? [] : await store.findFreeTaken(tx, stockIds, free);
  return [
    ...ofNetworks.map((row) => ({ ...row, sharer: sharers.unpaidNetwork(row.network) })),
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
