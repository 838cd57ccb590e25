import { inTransaction, type Database, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Facts } from "#server/platform/facts.ts";
import { allocate, mergeLines, type Claim, type ClaimLine, type Shortage } from "./rules.ts";
import * as store from "./store.ts";

export type StockKind = "ticket_type" | "event" | "variant";

/** Creates a counted thing with so many units to give. */
export function createStock(tx: Queryable, stock: { kind: StockKind; capacity: number }): Promise<number> {
  return store.insertStock(tx, stock.kind, stock.capacity);
}

/**
 * Sets stock aside for a batch of holders, in order of arrival: each gets all of its lines or none.
 *
 * The one allocator for everything scarce. Stock rows are locked in id order, so batches of several nodes take turns and
 * cannot deadlock; the decision is made from the locked rows and the table's check refuses what should never come up.
 *
 * @param holdSeconds how long the holds last, by the database clock
 * @returns per claim undefined when held, or what was short
 */
export async function holdStock(tx: Tx, claims: Claim[], holdSeconds: number): Promise<(Shortage | undefined)[]> {
  const levels = await store.lockStock(tx, stockIdsOf(claims));
  const { shortages, taken } = allocate(levels, claims);
  const holds = claims.flatMap((claim, index) =>
    shortages[index] === undefined
      ? mergeLines(claim.lines).map((line) => ({ holderId: claim.holderId, ...line }))
      : [],
  );
  if (holds.length > 0) await store.insertHolds(tx, taken, holds, holdSeconds);
  return shortages;
}

/** Every stock that a batch of claims touches. */
export function stockIdsOf(claims: { lines: ClaimLine[] }[]): number[] {
  return [...new Set(claims.flatMap((claim) => claim.lines.map((line) => line.stockId)))];
}

/**
 * Exempts holders from lapsing while their payment is under way.
 *
 * @returns the holders that still had their stock; the others came too late
 */
export async function keepHolds(tx: Tx, holderIds: string[]): Promise<Set<string>> {
  return new Set(await store.stopClock(tx, holderIds));
}

/** Lets holds lapse again, at the deadline they had: their payment came to nothing. */
export function unkeepHolds(tx: Tx, holders: { holderId: string; expiresAt: Date }[]): Promise<void> {
  return store.startClock(tx, holders);
}

/** Locks the stock of holders, in id order, before anything of theirs is locked. */
export async function lockHolders(tx: Tx, holderIds: string[]): Promise<void> {
  await store.lockStockOfHolders(tx, holderIds);
}

/** Gives back what holders have not paid for. Stock is locked before holds, as everywhere. */
export async function releaseHolds(tx: Tx, holderIds: string[]): Promise<void> {
  await store.lockStockOfHolders(tx, holderIds);
  await store.releaseRows(tx, holderIds, false);
}

/**
 * Turns holds into sales. A holder whose hold was already given back is served from what is left now, first come first
 * served; where that is not enough the holder is left out.
 *
 * @returns the holders that have their stock
 */
export async function sellHeldStock(tx: Tx, holderIds: string[]): Promise<Set<string>> {
  const levels = await store.lockStockOfHolders(tx, holderIds);
  const sold = new Set((await store.consumeRows(tx, holderIds)).map((row) => row.holder_id));
  const late = holderIds.filter((holderId) => !sold.has(holderId));
  if (late.length === 0) return sold;

  const released = await store.findReleased(tx, late);
  const claims = late
    .map((holderId) => ({
      holderId,
      lines: released
        .filter((row) => row.holder_id === holderId)
        .map((row) => ({ stockId: row.stock_id, quantity: row.quantity })),
    }))
    .filter((claim) => claim.lines.length > 0);
  // Consuming moved units from held to sold: their sum, and so what is left, is as it was when the rows were locked.
  const { shortages } = allocate(levels, claims);
  const fitting = claims.filter((_, index) => shortages[index] === undefined).map((claim) => claim.holderId);
  if (fitting.length > 0) await store.reclaimRows(tx, fitting);
  for (const holderId of fitting) sold.add(holderId);
  return sold;
}

/** Puts sold stock of holders back on sale: what they had was taken back. Doing it again changes nothing. */
export async function returnSoldStock(tx: Tx, holderIds: string[]): Promise<void> {
  await store.lockStockOfHolders(tx, holderIds);
  await store.returnRows(tx, holderIds);
}

/**
 * Puts the stock of holders who did not pay in time back on sale and tells `hold.lapsed` in the same transaction.
 *
 * @param stockIds only holders of these, when a claim just failed for want of them
 * @returns how many holders lapsed
 */
export async function lapseHolds(db: Database, facts: Facts, stockIds?: number[], limit = 200): Promise<number> {
  const candidates = await store.findLapsed(db, limit, stockIds);
  if (candidates.length === 0) return 0;
  return inTransaction(db, async (tx) => {
    await store.lockStockOfHolders(tx, candidates);
    const released = await store.releaseRows(tx, candidates, true);
    const holders = [...new Set(released.map((row) => row.holder_id))];
    await facts.tell(
      tx,
      "hold.lapsed",
      holders.map((holderId) => ({ holderId })),
    );
    return holders.length;
  });
}

/** What can be held right now; lapsed holds count as free although nobody has cleared them yet. */
export async function findAvailable(
  db: Queryable,
  stockIds: number[],
): Promise<Map<number, { capacity: number; available: number }>> {
  const rows = await store.findLevels(db, stockIds);
  return new Map(rows.map((row) => [row.id, { capacity: row.capacity, available: Math.max(0, row.available) }]));
}
