import { AppError } from "#server/platform/app-error.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { StockLevel } from "./rules.ts";
import * as store from "./store.ts";

/** What one unit of another stock takes of a shared one. */
export interface Draw {
  stockId: number;
  each: number;
}

/** Locks stock in id order, as every sale does: until the transaction ends nothing of it can be held or sold. */
export async function lockStock(tx: Tx, stockIds: number[]): Promise<Map<number, StockLevel>> {
  return new Map((await store.lockStock(tx, stockIds)).map((level) => [level.id, level]));
}

/** How stock stands: what it can give in all, and what of it is held and sold. */
export async function findStanding(db: Queryable, stockIds: number[]): Promise<Map<number, StockLevel>> {
  return new Map((await store.findStanding(db, stockIds)).map((level) => [level.id, level]));
}

/**
 * Changes how much a stock can give, while it sells. Never less than what is sold and held; more is for sale at once.
 *
 * @throws AppError `capacity_taken`, with the number that has to stay
 */
export async function setCapacity(tx: Tx, stockId: number, capacity: number): Promise<void> {
  if (await store.setCapacity(tx, stockId, capacity)) return;
  const [level] = await store.findStanding(tx, [stockId]);
  throw capacityTaken(level!.sold, level!.held);
}

/** Says that orders priced until now have to be priced again. The stock is locked. */
export function changeTerms(tx: Tx, stockIds: number[]): Promise<void> {
  return store.raiseTerms(tx, stockIds);
}

/**
 * Counts a shared stock anew from those that draw on it, with everything that was sold and held of them before they did.
 * All of them are locked.
 *
 * @throws AppError `capacity_taken` when more is sold and held already than it can give
 */
export async function countShared(tx: Tx, stockId: number, draws: Draw[]): Promise<void> {
  const { capacity, held, sold } = await store.sumDraws(tx, stockId, draws);
  if (held + sold > capacity) throw capacityTaken(sold, held);
  await store.dropHolds(tx, stockId);
  await store.insertDraws(tx, stockId, draws);
}

/** Takes a counted thing away that nobody draws on any more, with what it counted. */
export async function deleteStock(tx: Tx, stockId: number): Promise<void> {
  await store.dropHolds(tx, stockId);
  await store.deleteStock(tx, stockId);
}

function capacityTaken(sold: number, held: number): AppError {
  const least = sold + held;
  const parts = [sold > 0 && `${sold} sold`, held > 0 && `${held} held by open orders`].filter(Boolean);
  const message = `At least ${least}: ${parts.join(" and ")}`;
  return new AppError("capacity_taken", { message, errors: [{ message, path: "capacity" }] });
}
