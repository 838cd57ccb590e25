import {
  inTransaction,
  RestartTransaction,
  type Database,
  type Queryable,
  type Tx,
} from "#server/platform/db/database.ts";
import type { EventBus } from "#server/platform/domain-events.ts";
import {
  allocate,
  isUpToDate,
  mergeLines,
  type Claim,
  type ClaimLine,
  type Quotas,
  type StockKind,
  type Shortage,
} from "./rules.ts";
import * as store from "./store.ts";
import { addSold, reduceHold, subtractSold } from "./exchange-store.ts";

/** Takes the locks that a batch of claims will need, in the one order, so that the caller can count before it holds. */
export async function lockClaims(tx: Tx, claims: { lines: ClaimLine[] }[]): Promise<void> {
  await store.lockStock(tx, stockIdsOf(claims));
}

/**
 * Holds stock for a batch of holders, in order of arrival: each gets all of its lines or none.
 *
 * This is the one allocator for everything scarce. It locks stock rows in id order, so batches on several nodes take
 * turns and can't deadlock; it decides from the locked rows, and the table's check constraint is the last safeguard.
 *
 * If a claim was made under terms that have changed since, the transaction restarts so that the claim is made again.
 *
 * @param holdSeconds how long the holds last by the database clock, unless the quotas say otherwise
 * @param readQuotas what holders can have and do have; called once the stock is locked, so that it can't change
 * @returns per claim undefined when held, or what was short
 */
export async function holdStock(
  tx: Tx,
  claims: Claim[],
  holdSeconds: number,
  readQuotas?: () => Promise<Quotas>,
): Promise<(Shortage | undefined)[]> {
  const levels = await store.lockStock(tx, stockIdsOf(claims));
  if (!isUpToDate(levels, claims)) throw new RestartTransaction("The terms of a sale changed during pricing");
  const quotas = await readQuotas?.();
  const { shortages, taken } = allocate(levels, claims, quotas);
  const holds = claims.flatMap(({ holderId, network, lines }, index) => {
    const seconds = quotas?.seconds?.get(holderId) ?? holdSeconds;
    return shortages[index] === undefined
      ? mergeLines(lines).map((line) => ({ holderId, network, seconds, ...line }))
      : [];
  });
  if (holds.length > 0) await store.insertHolds(tx, taken, holds);
  return shortages;
}

/**
 * Gives units that one holder has on hold to others: each of them gets all of its lines or none, through the same
 * allocator. What the first holder gives away was reserved for them, so nobody else can take it in between.
 *
 * If a claim was made under terms that have changed since, the transaction restarts so that the claim is made again.
 *
 * @param holdSeconds how long the new holds last, by the database clock
 * @returns per claim undefined when held, or what was short
 * @throws Error when the first holder has less on hold than that
 */
export async function claimFromHold(
  tx: Tx,
  fromId: string,
  claims: Claim[],
  holdSeconds: number,
): Promise<(Shortage | undefined)[]> {
  const levels = await store.lockStock(tx, stockIdsOf(claims));
  if (!isUpToDate(levels, claims)) throw new RestartTransaction("The terms of a sale changed during pricing");
  const units = mergeLines(claims.flatMap(({ lines }) => lines));
  if ((await reduceHold(tx, fromId, units)) !== units.length)
    throw new Error(`Holder ${fromId} has too little on hold`);
  return holdStock(tx, claims, holdSeconds);
}

/** Puts part of what a holder has on hold back on sale. Its stock is locked. */
export async function returnHeldUnits(tx: Tx, holderId: string, lines: ClaimLine[]): Promise<void> {
  const units = mergeLines(lines);
  if ((await reduceHold(tx, holderId, units)) !== units.length) {
    throw new Error(`Holder ${holderId} doesn't have the stock it returns`);
  }
}

/** Every stock that a batch of claims involves. */
export function stockIdsOf(claims: { lines: ClaimLine[] }[]): number[] {
  return [...new Set(claims.flatMap((claim) => claim.lines.map((line) => line.stockId)))];
}

/** Releases unpaid holds. Locks stock before holds, as everywhere. */
export async function releaseHolds(tx: Tx, holderIds: string[]): Promise<void> {
  await store.lockHolders(tx, holderIds);
  await store.releaseRows(tx, holderIds, false);
}

/**
 * Turns holds into sales. A holder whose hold was already released gets what is left now, first come, first served; if
 * that isn't enough, or exceeds the limit per person, the holder is left out.
 *
 * @param readQuotas what people can have and do have, called for late holders once the stock is locked
 * @returns the holders that have their stock, and those of them that got it again
 */
export async function sellHeldStock(
  tx: Tx,
  holderIds: string[],
  readQuotas: (lateIds: string[]) => Promise<Quotas>,
): Promise<{ served: Set<string>; reclaimed: string[] }> {
  const levels = await store.lockHolders(tx, holderIds);
  const sold = await store.consumeRows(tx, holderIds);
  const late = holderIds.filter((holderId) => !sold.has(holderId));
  if (late.length === 0) return { served: sold, reclaimed: [] };

  const quotas = await readQuotas(late);
  const released = await store.findReleased(tx, late);
  const claims = late
    .map((holderId) => ({
      holderId,
      lines: released
        .filter((row) => row.holder_id === holderId)
        .map((row) => ({ stockId: row.stock_id, quantity: row.quantity })),
    }))
    .filter((claim) => claim.lines.length > 0);
  // Consuming moved units from held to sold: their sum, and so what is left, is the same as when the rows were locked.
  const { shortages } = allocate(levels, claims, quotas);
  const fitting = claims.filter((_, index) => shortages[index] === undefined).map((claim) => claim.holderId);
  if (fitting.length > 0) await store.reclaimRows(tx, fitting);
  for (const holderId of fitting) sold.add(holderId);
  return { served: sold, reclaimed: fitting };
}

/** Puts sold stock of holders back on sale, because it was refunded or revoked. Repeating it changes nothing. */
export async function returnSoldStock(tx: Tx, holderIds: string[]): Promise<void> {
  await store.lockHolders(tx, holderIds);
  await store.returnRows(tx, holderIds);
}

/**
 * Puts part of what a holder bought back on sale, this many units of each stock. Locks its stock in id order first.
 *
 * If a part was counted under terms that have changed since, the transaction restarts so that it is counted again.
 */
export async function returnSoldUnits(tx: Tx, holderId: string, lines: ClaimLine[]): Promise<void> {
  const levels = await store.lockStock(tx, stockIdsOf([{ lines }]));
  if (!isUpToDate(levels, [{ holderId, lines }]))
    throw new RestartTransaction("The terms of a sale changed during counting");
  const units = mergeLines(lines);
  if ((await store.returnUnits(tx, holderId, units)) !== units.length) {
    throw new Error(`Holder ${holderId} doesn't have the stock it returns`);
  }
}

/** Puts a holder's sold stock of some kinds back on sale. Repeating it changes nothing. */
export async function returnSoldKinds(tx: Tx, holderId: string, kinds: StockKind[]): Promise<void> {
  await store.lockHolders(tx, [holderId]);
  await store.returnRows(tx, [holderId], kinds);
}

/**
 * Puts the stock of holders who didn't pay in time back on sale and emits `hold.expired` in the same transaction.
 *
 * @param stockIds only holders of these, when a claim just failed because they were short
 * @returns how many holds expired
 */
export async function expireHolds(db: Database, bus: EventBus, stockIds?: number[], limit = 200): Promise<number> {
  const candidates = await store.findExpired(db, limit, stockIds);
  if (candidates.length === 0) return 0;
  return inTransaction(db, async (tx) => {
    await store.lockHolders(tx, candidates);
    // Forgotten with the release.
    const networks = await store.findNetworks(tx, candidates);
    const holders = await store.releaseRows(tx, candidates, true);
    await bus.emit(
      tx,
      "hold.expired",
      holders.map((holderId) => ({ holderId, network: networks.get(holderId) })),
    );
    return holders.length;
  });
}

/** Units of a stock: all of them, those that can be held now, and those that are neither sold nor kept for somebody. */
export interface Availability {
  capacity: number;
  available: number;
  unsold: number;
}

/** What can be held right now; expired holds count as free even before a job has cleared them. */
export async function findAvailable(db: Queryable, stockIds: number[]): Promise<Map<number, Availability>> {
  const rows = await store.findLevels(db, stockIds);
  return new Map(rows.map(({ id, available, ...row }) => [id, { ...row, available: Math.max(0, available) }]));
}

/** What a holder returns of what it bought, and what it takes instead; either may be nothing. */
interface Exchange {
  holderId: string;
  give: ClaimLine[];
  take: ClaimLine[];
}

/**
 * Exchanges sold stock in one transaction: either everything wanted is available and taken, and what it replaces is
 * back on sale, or nothing changes. What is on both sides, such as a spot in the event's capacity, stays as it is.
 *
 * The stock of both sides is locked together in id order, and the one allocator decides: the last unit goes to one
 * buyer or exchange. If the terms have changed since, the transaction restarts.
 *
 * @param readQuotas what the holder can have and does have; called once the stock is locked
 * @returns what was short; undefined when it is done
 */
export async function exchangeSoldStock(
  tx: Tx,
  { holderId, give, take }: Exchange,
  readQuotas?: () => Promise<Quotas>,
): Promise<Shortage | undefined> {
  const lines = [...give, ...take];
  const levels = await store.lockStock(tx, stockIdsOf([{ lines }]));
  if (!isUpToDate(levels, [{ holderId, lines }])) throw new RestartTransaction("The terms of a sale have changed");
  const { more, less } = netOf(give, take);
  const [shortage] = allocate(levels, [{ holderId, lines: more }], await readQuotas?.()).shortages;
  if (shortage !== undefined) return shortage;
  if (less.length > 0 && (await subtractSold(tx, holderId, less)) !== less.length) {
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
