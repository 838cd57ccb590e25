import { StartAnew, type Tx } from "#server/platform/db/database.ts";
import { lockStock } from "./store.ts";
import { addSold, takeOff } from "./exchange-store.ts";
import { allocate, isUpToDate, mergeLines, type ClaimLine, type Quota, type Shortage } from "./rules.ts";
import { stockIdsOf } from "./service.ts";

/** What a holder gives back of what it bought, and what it wants instead; either may be nothing. */
export interface Exchange {
  holderId: string;
  give: ClaimLine[];
  take: ClaimLine[];
  quotas?: Quota[];
}

/**
 * Exchanges sold stock in one transaction: everything that is wanted is there and taken, and what it replaces is for sale
 * again, or nothing changes. What is on both sides, as a place among the night's people, stays as it is.
 *
 * The stock of both sides is locked in id order together, and the one allocator decides: the last unit goes to one, buyer
 * or exchange. Terms that have changed since start the transaction anew.
 *
 * @param countUsed what persons have of the quotas; asked once the stock is locked
 * @returns what was short; undefined when it is done
 */
export async function exchangeSoldStock(
  tx: Tx,
  { holderId, give, take, quotas = [] }: Exchange,
  countUsed: (quotas: Quota[]) => Promise<Map<string, number>> = async () => new Map(),
): Promise<Shortage | undefined> {
  const lines = [...give, ...take];
  const levels = await lockStock(tx, stockIdsOf([{ lines }]));
  if (!isUpToDate(levels, [{ holderId, lines }])) throw new StartAnew("The terms of a sale changed meanwhile");
  const { more, less } = netOf(give, take);
  const used = quotas.length === 0 ? undefined : await countUsed(quotas);
  const [shortage] = allocate(levels, [{ holderId, lines: more, quotas }], used).shortages;
  if (shortage !== undefined) return shortage;
  if (less.length > 0 && (await takeOff(tx, holderId, less)) !== less.length) {
    throw new Error(`Holder ${holderId} does not have what it gives back`);
  }
  if (more.length > 0) await addSold(tx, holderId, more);
  return undefined;
}

/** What is left of both sides once the same stock on each is taken off. */
function netOf(give: ClaimLine[], take: ClaimLine[]): { more: ClaimLine[]; less: ClaimLine[] } {
  const net = new Map<number, number>();
  for (const { stockId, quantity } of mergeLines(take)) net.set(stockId, quantity);
  for (const { stockId, quantity } of mergeLines(give)) net.set(stockId, (net.get(stockId) ?? 0) - quantity);
  const rows = Array.from(net, ([stockId, quantity]) => ({ stockId, quantity }));
  return {
    more: rows.filter(({ quantity }) => quantity > 0),
    less: rows.filter(({ quantity }) => quantity < 0).map((row) => ({ ...row, quantity: -row.quantity })),
  };
}
