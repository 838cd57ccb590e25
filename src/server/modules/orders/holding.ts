import { mailboxOf } from "#contract/email-address.ts";
import type { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { holdStock, lockClaims, type Quotas, type Shortage } from "#server/modules/inventory/index.ts";
import type { SaleItem, Sellers } from "#server/modules/purchasables/index.ts";
import { insertRedemptions } from "#server/modules/promotions/index.ts";
import { codeRefused, usedByYou } from "./pricing.ts";
import { lockUnusedProofs, markProofsUsed, personVisitor, type ProofAsk } from "#server/platform/proof/index.ts";
import { isFree, readShareQuotas, type Sharing } from "./fair-share/service.ts";
import type { Trust } from "./fair-share/trust.ts";
import { insertFreeOrderNetworks } from "./fair-share/store.ts";
import { readPersonQuotas } from "./person-limits/service.ts";
import { holdSeconds, withoutCredit, type LimitedPerson, type PricedOrder } from "./rules.ts";
import { isNetworkQuota } from "./stock-shortage.ts";
import { countRedemptions, type CodeRedeemer } from "./person-limits/store.ts";

/** An order that needs its stock. */
export interface Claiming extends LimitedPerson, Trust {
  id: string;
  /** The network that it came from; undefined if limits are off. */
  network: string | undefined;
  order: PricedOrder;
  /** True if the site can email a code that makes the buyer known. */
  canConfirm: boolean;
  /** True if the buyer confirmed an email that stands for too much already. */
  isSpent?: boolean;
  /** For how many seconds it is held, once it is. */
  holdSeconds?: number;
  /** What a proof of its buyer would be for; undefined if it can't have one. */
  ask?: ProofAsk;
  /** True once its buyer has paid the price of a full network. */
  isProven?: boolean;
}

/** Whose hold it counts with; nobody's without limits. */
const countedOf = ({ network, counted }: Claiming) => (network === undefined ? undefined : counted);

const claimOf = (wish: Claiming) => ({ holderId: wish.id, lines: wish.order.claims, network: countedOf(wish) });

const isSharing = (wish: Claiming): wish is Claiming & Sharing => wish.network !== undefined;

/** What buyers can have and do have: by the limits per person, and by their fair share. */
async function readQuotas(sellers: Sellers, tx: Tx, wishes: Claiming[], items: SaleItem[]): Promise<Quotas> {
  const person = await readPersonQuotas(
    tx,
    wishes.map((wish) => ({ ...wish, holderId: wish.id, limits: wish.order.limits })),
  );
  const share = await readShareQuotas(sellers, tx, wishes.filter(isSharing), items);
  const both = wishes.map(({ id }) => [...person.ofHolder.get(id)!, ...(share.ofHolder.get(id) ?? [])]);
  return {
    ofHolder: new Map(wishes.map(({ id }, index) => [id, both[index]!])),
    used: new Map([...person.used, ...share.used]),
    reserved: share.reserved,
    seconds: share.seconds,
  };
}

/**
 * Refuses buyers who have used their code as often as one person can, in order of arrival. Locks the stock of all
 * orders first: two orders of one person, on any nodes, meet at their code's own row, and the second sees the first.
 *
 * @returns per order the refusal; undefined if nothing refuses it
 */
export async function refuseOverPersonLimit(tx: Tx, claiming: Claiming[]): Promise<(AppError | undefined)[]> {
  const limited = claiming.filter(({ order }) => (order.code?.personLimit ?? null) !== null);
  if (limited.length === 0) return claiming.map(() => undefined);
  await lockClaims(tx, claiming.map(claimOf));
  // As with tickets: what others order under a confirmed email never counts for its owner.
  const users = limited.map(({ userId, email, emailConfirmed, order }): CodeRedeemer => {
    return { codeId: order.code!.id, userId, email: emailConfirmed ? null : mailboxOf(email) };
  });
  const counts = await countRedemptions(tx, users);
  const letIn: CodeRedeemer[] = [];
  const refused = new Map<Claiming, AppError>();
  limited.forEach((wish, index) => {
    const user = users[index]!;
    const before = letIn.filter((other) => isSame(other, user)).length;
    if (counts[index]! + before >= wish.order.code!.personLimit!) refused.set(wish, codeRefused(usedByYou));
    else letIn.push(user);
  });
  return claiming.map((wish) => refused.get(wish));
}

const isSame = (a: CodeRedeemer, b: CodeRedeemer) =>
  a.codeId === b.codeId && (a.userId === b.userId || (a.email !== null && a.email === b.email));

/**
 * Holds what orders need, each all or nothing, within the limit per person and its buyer's fair share. Whose network's
 * share is used up gets it for a proof of work that nobody used yet, and each proof once. If only a promoter's
 * allocation is short, the order is placed anyway, as a direct sale.
 *
 * @returns per order what was short; undefined when it is held. `claiming` then says what it is held as
 */
export async function holdOrders(
  sellers: Sellers,
  tx: Tx,
  claiming: Claiming[],
  items: SaleItem[],
): Promise<(Shortage | undefined)[]> {
  const shortages = new Map<Claiming, Shortage | undefined>();
  const hold = async (wishes: Claiming[]) => {
    if (wishes.length === 0) return;
    const claims = wishes.map(claimOf);
    const found = await holdStock(tx, claims, holdSeconds, async () => {
      const quotas = await readQuotas(sellers, tx, wishes, items);
      wishes.forEach((wish, index) => {
        wish.holdSeconds = quotas.seconds?.get(wish.id) ?? holdSeconds;
        claims[index]!.network = countedOf(wish);
      });
      return quotas;
    });
    wishes.forEach((wish, index) => shortages.set(wish, found[index]));
  };
  const shortBy = (isCause: (shortage: Shortage, wish: Claiming) => boolean) =>
    claiming.filter((wish) => shortages.get(wish) !== undefined && isCause(shortages.get(wish)!, wish));
  await hold(claiming);
  const proofs = await findProofs(tx, shortBy(isNetworkQuota));
  await hold([...proofs.keys()]);
  const uncredited = shortBy(({ stockId }, { order }) => stockId === order.credit?.link.stockId);
  for (const wish of uncredited) wish.order = withoutCredit(wish.order);
  await hold(uncredited);
  const used = [...proofs].flatMap(([wish, nonce]) =>
    nonce === undefined || shortages.get(wish) !== undefined ? [] : { nonce, usedBy: wish.id },
  );
  if (used.length > 0) await markProofsUsed(tx, used);
  return claiming.map((wish) => shortages.get(wish));
}

/**
 * Finds what lets orders through although their network's share is used up, and marks them: an unused proof of their
 * buyer, or none if the buyer is known.
 */
async function findProofs(tx: Tx, wishes: Claiming[]): Promise<Map<Claiming, string | undefined>> {
  const found = new Map<Claiming, string | undefined>();
  if (wishes.length === 0) return found;
  const asked = wishes.flatMap((wish) =>
    wish.ask === undefined ? [] : { wish, bond: { ...wish.ask, visitor: personVisitor(wish.userId) } },
  );
  const unused = await lockUnusedProofs(
    tx,
    asked.map(({ bond }) => bond),
  );
  for (const { wish, bond } of asked) {
    const place = unused.findIndex(
      ({ visitor, purpose, subject }) =>
        visitor === bond.visitor && purpose === bond.purpose && subject === bond.subject,
    );
    if (!wish.isKnown && place === -1) continue;
    wish.isProven = true;
    found.set(wish, wish.isKnown ? undefined : unused.splice(place, 1)[0]!.nonce);
  }
  return found;
}

/** Records the networks that free orders came from, for as long as these orders count for them. */
export async function recordFreeOrders(tx: Tx, held: Claiming[]): Promise<void> {
  const free = held.filter(isSharing).filter(({ order }) => isFree(order));
  if (free.length > 0) await insertFreeOrderNetworks(tx, free);
}

/** Tickets of an order; what is for no event is none. */
const ticketsIn = ({ lines }: PricedOrder): number =>
  lines.reduce((sum, line) => sum + (line.eventId === null ? 0 : line.quantity * line.piecesPerUnit), 0);

/** Stores the code redemptions and promoter credit of held orders. */
export function recordRedemptions(tx: Tx, held: Claiming[]): Promise<void> {
  return insertRedemptions(
    tx,
    held
      .filter(({ order }) => order.code !== undefined || order.credit !== undefined)
      .map(({ id, order }) => ({
        orderId: id,
        eventId: order.lines.find((line) => line.eventId !== null)?.eventId ?? null,
        promoCodeId: order.code?.id ?? null,
        promoterId: order.credit?.link.id ?? null,
        ticketCount: ticketsIn(order),
        discountCents: order.discountCents,
        revenueCents: order.totalCents,
        commissionCents: order.credit?.commissionCents ?? 0,
        currency: order.currency,
      })),
  );
}
