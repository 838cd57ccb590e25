import type { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { openPriceTiers, type TypeOnSale } from "#server/modules/events/index.ts";
import { holdStock, lockClaims, type Shortage } from "#server/modules/inventory/index.ts";
import { insertRedemptions } from "#server/modules/promotions/index.ts";
import { codeRefused, usedByYou } from "./pricing.ts";
import { countUsed } from "./person-limits/service.ts";
import { holdSeconds, quotasOf, withoutCredit, type PricedOrder } from "./rules.ts";
import { countRedemptions, type CodeRedeemer } from "./person-limits/store.ts";

/** An order that needs its stock. */
export interface Claiming {
  id: string;
  userId: number;
  email: string;
  order: PricedOrder;
}

const claimOf = ({ id, userId, email, order }: Claiming) => ({
  holderId: id,
  lines: order.claims,
  quotas: quotasOf({ userId, email }, order.limits),
});

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
  const users = limited.map(({ userId, email, order }): CodeRedeemer => ({ codeId: order.code!.id, userId, email }));
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
  a.codeId === b.codeId && (a.userId === b.userId || a.email === b.email);

/**
 * Holds what orders need, each all or nothing and within the limit per person. If only a promoter's allocation is
 * short, the order is placed anyway, as a direct sale. When this sells out a ticket type, the price tier that waits for
 * it opens.
 *
 * @returns per order what was short; undefined when it is held. `claiming` then says what it is held as
 */
export async function holdOrders(tx: Tx, claiming: Claiming[], types: TypeOnSale[]): Promise<(Shortage | undefined)[]> {
  const hold = (wishes: Claiming[]) =>
    holdStock(tx, wishes.map(claimOf), holdSeconds, (quotas) => countUsed(tx, quotas, wishes));
  const first = await hold(claiming);
  const { shortages } = first;
  const uncredited = claiming.filter(
    ({ order }, index) => shortages[index] !== undefined && shortages[index].stockId === order.credit?.link.stockId,
  );
  for (const wish of uncredited) wish.order = withoutCredit(wish.order);
  const again = uncredited.length === 0 ? undefined : await hold(uncredited);
  await openNext(tx, types, new Map([...first.left, ...(again?.left ?? [])]));
  return shortages.map((shortage, index) => {
    const place = uncredited.indexOf(claiming[index]!);
    return place === -1 ? shortage : again?.shortages[place];
  });
}

/**
 * Opens the price tiers that wait for a sold-out type. This first check uses the numbers at hand; the store checks
 * again.
 */
async function openNext(tx: Tx, types: TypeOnSale[], left: Map<number, number>): Promise<void> {
  const isShort = (stockId: number, units: number) => (left.get(stockId) ?? Infinity) < units;
  const gone = types.filter(
    ({ isAwaited, stockId, draws, minPerOrder }) =>
      isAwaited &&
      (isShort(stockId, minPerOrder) || draws.some((draw) => isShort(draw.stockId, minPerOrder * draw.each))),
  );
  if (gone.length > 0) {
    await openPriceTiers(
      tx,
      gone.map((type) => type.id),
    );
  }
}

/** Stores the code redemptions and promoter credit of held orders. */
export function noteRedemptions(tx: Tx, held: Claiming[]): Promise<void> {
  return insertRedemptions(
    tx,
    held
      .filter(({ order }) => order.code !== undefined || order.credit !== undefined)
      .map(({ id, order }) => ({
        orderId: id,
        eventId: order.lines[0]!.eventId,
        promoCodeId: order.code?.id ?? null,
        promoterId: order.credit?.link.id ?? null,
        ticketCount: order.lines.reduce((sum, line) => sum + line.quantity * line.ticketsPerUnit, 0),
        discountCents: order.discountCents,
        revenueCents: order.totalCents,
        commissionCents: order.credit?.commissionCents ?? 0,
        currency: order.currency,
      })),
  );
}
