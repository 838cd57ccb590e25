import { mailboxOf } from "#contract/email-address.ts";
import type { Quota, QuotaKind } from "#server/modules/inventory/index.ts";
import type { SaleItem } from "#server/modules/purchasables/index.ts";
import type { Claimant, Shared, Wanted } from "./claimant.ts";

/** The share of what nobody has paid for that one network can have unpaid, or get for free in a day. */
const networkShare = 0.1;

/** The share of what is unsold that one network can get for free in a day by orders with a proof, and all others. */
const provenFreeShare = 0.5;

/** However little is left: what one account or network can have unpaid, in orders of the largest size. */
const fullOrders = 2;

/** What the unknown buyers of a network hold together once too much of what they held expired: two units. */
const fewUnits = 2;

/**
 * What an order wants of everything that is shared fairly: of each stock that its items draw on, in that stock's units,
 * and of each event over all of its items.
 *
 * @param stockOfEvents the stock of everything sold for them, by event
 */
export function wantedOf(perItem: Map<SaleItem, number>, stockOfEvents: Map<number, number[]>): Wanted[] {
  const demands = new Map<string, Wanted>();
  const add = (shared: Shared, quantity: number, perOrder: number, each: number) => {
    const before = demands.get(shared.name);
    demands.set(shared.name, {
      ...shared,
      quantity: quantity * each + (before?.quantity ?? 0),
      perOrder: Math.max(perOrder * each, before?.perOrder ?? 0),
      each: Math.max(each, before?.each ?? 0),
    });
  };
  for (const [{ eventId, stockId, draws, maxPerOrder }, quantity] of perItem) {
    if (eventId !== null)
      add({ name: `event ${eventId}`, stockIds: stockOfEvents.get(eventId) ?? [stockId] }, quantity, maxPerOrder, 1);
    for (const draw of [{ stockId, each: 1 }, ...draws]) {
      const shared = { name: `stock ${draw.stockId}`, stockIds: [draw.stockId] };
      add(shared, quantity, maxPerOrder, draw.each);
    }
  }
  return [...demands.values()];
}

/** Names whose share it is; what they have is counted under the same name. */
export const sharers = {
  unpaidAccount: (userId: number) => `unpaid account ${userId}`,
  unpaidNetwork: (network: string) => `unpaid network ${network}`,
  unpaidEmail: (counted: string) => `unpaid email ${counted}`,
  unproven: (network: string) => `unproven network ${network}`,
  freeAccount: (userId: number) => `free account ${userId}`,
  freeEmail: (email: string) => `free mailbox ${mailboxOf(email)}`,
  // Orders without a confirmed email don't use up what those with one can have.
  freeNetwork: (network: string, emailConfirmed: boolean) =>
    `free network ${network} ${emailConfirmed ? "confirmed" : "unconfirmed"}`,
};

/** Key for what somebody has of something shared. */
export const shareKey = ({ name }: Shared, sharer: string) => `${name}, ${sharer}`;

/** What a confirmed email can have on hold: a mailbox as much as an account, a domain as much as a network. */
export const emailUnits = ({ isDomain }: Pick<Claimant, "isDomain">, { perOrder }: Wanted, unsold: number): number =>
  Math.max(fullOrders * perOrder, isDomain ? Math.floor(networkShare * unsold) : 0);

/**
 * The quotas that an order uses of one thing that is shared fairly. A first order always fits: the limits per order
 * decide on it.
 *
 * @param state how many units nobody has paid for, and whether the buyers of the network get only a few of them
 * @param isFree true if the order is complete without a payment, so that it takes tickets for good
 */
export function shareQuotas(
  claimant: Claimant,
  demand: Wanted,
  state: { unsold: number; isHeldBack: boolean },
  isFree: boolean,
): Quota[] {
  const { userId, email, emailConfirmed, network, isProven = false, counted, isKnown, canConfirm } = claimant;
  const { quantity, perOrder, stockIds } = demand;
  const baseUnits = fullOrders * perOrder;
  const ofNetwork = (share: number) => Math.max(baseUnits, Math.floor(share * state.unsold));
  const quota = (kind: QuotaKind, sharer: string, most: number): Quota => {
    return { kind, key: shareKey(demand, sharer), stockId: stockIds[0]!, most, quantity, allowsFirst: true };
  };
  const unpaid = [quota("unpaid_account", sharers.unpaidAccount(userId), baseUnits)];
  if (!isProven && !isKnown) {
    unpaid.push(quota("unpaid_network", sharers.unpaidNetwork(counted), ofNetwork(networkShare)));
  }
  if (isKnown)
    unpaid.push(quota("unpaid_account", sharers.unpaidEmail(counted), emailUnits(claimant, demand, state.unsold)));
  if (state.isHeldBack) {
    const most = canConfirm ? fewUnits * demand.each : ofNetwork(networkShare);
    unpaid.push({ ...quota("unproven", sharers.unproven(counted), most), allowsFirst: !canConfirm });
  }
  if (!isFree) return unpaid;
  return [
    ...(emailConfirmed ? [] : [quota("free", sharers.freeEmail(email), perOrder)]),
    quota("free", sharers.freeAccount(userId), baseUnits),
    quota(
      isProven ? "free" : "free_network",
      sharers.freeNetwork(network, emailConfirmed),
      ofNetwork(isProven ? provenFreeShare : networkShare),
    ),
    ...unpaid,
  ];
}
