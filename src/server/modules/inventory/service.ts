import { inTransaction, StartAnew, type Database, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Facts } from "#server/platform/facts.ts";
import { allocate, isUpToDate, mergeLines, type Allocation, type Claim, type ClaimLine, type Quota } from "./rules.ts";
import * as store from "./store.ts";

export type StockKind = "ticket_type" | "event" | "variant" | "pool" | "promo" | "promoter";

/** Creates a counted thing with so many units to give. */
export function createStock(tx: Queryable, stock: { kind: StockKind; capacity: number }): Promise<number> {
  return store.insertStock(tx, stock.kind, stock.capacity);
}

/**
 * Changes how many units a stock has in all. It never goes under what is held and sold, however many buy meanwhile: the
 * change and its condition are one statement.
 *
 * @returns false when more than that is taken already; nothing is changed then
 */
export function resizeStock(tx: Tx, stockId: number, capacity: number): Promise<boolean> {
  return store.setCapacity(tx, stockId, capacity);
}

/** Takes the locks that a batch of claims will need, in the one order, for what has to be counted before it is held. */
export async function lockClaims(tx: Tx, claims: { lines: ClaimLine[] }[]): Promise<void> {
  await store.lockStock(tx, stockIdsOf(claims));
}

/**
 * Sets stock aside for a batch of holders, in order of arrival: each gets all of its lines or none.
 *
 * The one allocator for everything scarce. Stock rows are locked in id order, so batches of several nodes take turns and
 * cannot deadlock; the decision is made from the locked rows and the table's check refuses what should never come up.
 *
 * A claim that was made under terms that have changed since starts the transaction anew, so that it is made again.
 *
 * @param holdSeconds how long the holds last, by the database clock
 * @param countUsed what persons have of their quotas; asked once the stock is locked, so that it cannot change
 * @returns per claim undefined when held, or what was short; and what each stock has left
 */
export async function holdStock(
  tx: Tx,
  claims: Claim[],
  holdSeconds: number,
  countUsed: (quotas: Quota[]) => Promise<Map<string, number>> = async () => new Map(),
): Promise<Pick<Allocation, "shortages" | "left">> {
  const levels = await store.lockStock(tx, stockIdsOf(claims));
  if (!isUpToDate(levels, claims)) throw new StartAnew("The terms of a sale changed while it was priced");
  const quotas = claims.flatMap((claim) => claim.quotas ?? []);
  const used = quotas.length === 0 ? undefined : await countUsed(quotas);
  const { shortages, taken, left } = allocate(levels, claims, used);
  const holds = claims.flatMap((claim, index) =>
    shortages[index] === undefined
      ? mergeLines(claim.lines).map((line) => ({ holderId: claim.holderId, ...line }))
      : [],
  );
  if (holds.length > 0) await store.insertHolds(tx, taken, holds, holdSeconds);
  return { shortages, left };
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
 * served; where that is not enough, or would be more than one person may have, the holder is left out.
 *
 * @param quotasOf what persons may have and do have, asked for holders that come late, once the stock is locked
 * @returns the holders that have their stock, and those of them that got it anew
 */
export async function sellHeldStock(
  tx: Tx,
  holderIds: string[],
  quotasOf: (lateIds: string[]) => Promise<{ quotas: Map<string, Quota[]>; used: Map<string, number> }>,
): Promise<{ served: Set<string>; anew: string[] }> {
  const levels = await store.lockStockOfHolders(tx, holderIds);
  const sold = new Set((await store.consumeRows(tx, holderIds)).map((row) => row.holder_id));
  const late = holderIds.filter((holderId) => !sold.has(holderId));
  if (late.length === 0) return { served: sold, anew: [] };

  const { quotas, used } = await quotasOf(late);
  const released = await store.findReleased(tx, late);
  const claims = late
    .map((holderId) => ({
      holderId,
      quotas: quotas.get(holderId),
      lines: released
        .filter((row) => row.holder_id === holderId)
        .map((row) => ({ stockId: row.stock_id, quantity: row.quantity })),
    }))
    .filter((claim) => claim.lines.length > 0);
  // Consuming moved units from held to sold: their sum, and so what is left, is as it was when the rows were locked.
  const { shortages } = allocate(levels, claims, used);
  const fitting = claims.filter((_, index) => shortages[index] === undefined).map((claim) => claim.holderId);
  if (fitting.length > 0) await store.reclaimRows(tx, fitting);
  for (const holderId of fitting) sold.add(holderId);
  return { served: sold, anew: fitting };
}

/** Puts sold stock of holders back on sale: what they had was taken back. Doing it again changes nothing. */
export async function returnSoldStock(tx: Tx, holderIds: string[]): Promise<void> {
  await store.lockStockOfHolders(tx, holderIds);
  await store.returnRows(tx, holderIds);
}

/**
 * Puts parts of what a holder bought back on sale, so many units of each stock. Its stock is locked in id order first.
 *
 * A part that was counted under terms that have changed since starts the transaction anew, so that it is counted again.
 */
export async function returnSoldUnits(tx: Tx, holderId: string, lines: ClaimLine[]): Promise<void> {
  const levels = await store.lockStock(tx, stockIdsOf([{ lines }]));
  if (!isUpToDate(levels, [{ holderId, lines }]))
    throw new StartAnew("The terms of a sale changed while it was counted");
  const units = mergeLines(lines);
  if ((await store.returnUnits(tx, holderId, units)) !== units.length) {
    throw new Error(`Holder ${holderId} does not have what it gives back`);
  }
}

/** Puts the sold stock of some kinds that a holder has back on sale. Doing it again changes nothing. */
export async function returnSoldKinds(tx: Tx, holderId: string, kinds: StockKind[]): Promise<void> {
  await store.lockStockOfHolders(tx, [holderId]);
  await store.returnRows(tx, [holderId], kinds);
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
