import { RestartTransaction, type Tx } from "#server/platform/db/database.ts";
import { lockStock } from "./store.ts";
import { addSold, takeOff } from "./exchange-store.ts";
import { allocate, isUpToDate, mergeLines, type ClaimLine, type Quota, type Shortage } from "./rules.ts";
import { stockIdsOf } from "./service.ts";

/** What a holder returns of what it bought, and what it takes instead; either may be nothing. */
export interface Exchange {
  holderId: string;
  give: ClaimLine[];
  take: ClaimLine[];
  quotas?: Quota[];
}

/**
 * Exchanges sold stock in one transaction: either everything wanted is available and taken, and what it replaces is
 * back on sale, or nothing changes. What is on both sides, such as a spot in the event's capacity, stays as it is.
 *
 * The stock of both sides is locked together in id order, and the one allocator decides: the last unit goes to one
 * buyer or exchange. If the terms have changed since, the transaction restarts.
 *
 * @param countUsed what people have of the quotas; called once the stock is locked
 * @returns what was short; undefined when it is done
 */
export async function exchangeSoldStock(
  tx: Tx,
  { holderId, give, take, quotas = [] }: Exchange,
  countUsed: (quotas: Quota[]) => Promise<Map<string, number>> = async () => new Map(),
): Promise<Shortage | undefined> {
  const lines = [...give, ...take];
  const levels = await lockStock(tx, stockIdsOf([{ lines }]));
  if (!isUpToDate(levels, [{ holderId, lines }])) throw new RestartTransaction("The terms of a sale have changed");
  const { more, less } = netOf(give, take);
  const used = quotas.length === 0 ? undefined : await countUsed(quotas);
  const [shortage] = allocate(levels, [{ holderId, lines: more, quotas }], used).shortages;
  if (shortage !== undefined) return shortage;
  if (less.length > 0 && (await takeOff(tx, holderId, less)) !== less.length) {
    throw new Error(`Holder ${holderId} doesn't have the stock it returns`);
  }
  if (more.length > 0) await addSold(tx, holderId, more);
  return undefined;
}

/** What is left of both sides after removing the stock they share. */
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
