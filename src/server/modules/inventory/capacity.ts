import { fieldError, type AppError } from "#server/platform/app-error.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { Draw, StockLevel } from "./rules.ts";
import * as store from "./store.ts";

/** Locks stock in id order, as every sale does: until the transaction ends none of it can be held or sold. */
export async function lockStock(tx: Tx, stockIds: number[]): Promise<Map<number, StockLevel>> {
  return new Map((await store.lockStock(tx, stockIds)).map((level) => [level.id, level]));
}

/** The state of stock: its capacity, and how much of it is held and sold. */
export async function findStockLevels(db: Queryable, stockIds: number[]): Promise<Map<number, StockLevel>> {
  return new Map((await store.findStockLevels(db, stockIds)).map((level) => [level.id, level]));
}

/**
 * Changes a stock's capacity while it is on sale. Never less than what is sold and held; additional units are on sale
 * at once.
 *
 * @throws AppError `capacity_taken`, with the minimum
 */
export async function setCapacity(tx: Tx, stockId: number, capacity: number): Promise<void> {
  if (await store.resizeStock(tx, stockId, capacity)) return;
  const [level] = await store.findStockLevels(tx, [stockId]);
  throw capacityTaken(level!.sold, level!.held);
}

/**
 * Recounts a shared stock from those that draw on it, including everything sold and held of them before they did. All
 * of them are locked.
 *
 * @throws AppError `capacity_taken` when more is already sold and held than its capacity
 */
export async function countShared(tx: Tx, stockId: number, draws: Draw[]): Promise<void> {
  const { capacity, held, sold } = await store.sumDraws(tx, stockId, draws);
  if (held + sold > capacity) throw capacityTaken(sold, held);
  await store.dropHolds(tx, stockId);
  await store.insertDraws(tx, stockId, draws);
}

/** Deletes a stock that nothing draws on anymore, with its counts. */
export async function deleteStock(tx: Tx, stockId: number): Promise<void> {
  await store.dropHolds(tx, stockId);
  await store.deleteUnusedStock(tx, [stockId]);
}

function capacityTaken(sold: number, held: number): AppError {
  const least = sold + held;
  const parts = [sold > 0 && `${sold} sold`, held > 0 && `${held} on hold`].filter(Boolean);
  return fieldError("capacity", `Capacity can't be below ${least}: ${parts.join(" and ")}`, "capacity_taken");
}
