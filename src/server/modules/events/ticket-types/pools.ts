import type { PoolInput } from "#contract/events/ticket-types.ts";
import { fieldError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { raiseSaleVersion, createStock, deleteStock, setCapacity } from "#server/modules/inventory/index.ts";
import { createCapacity } from "../editing/service.ts";
import { openPriceTiers } from "./sale-store.ts";
import { findDrawing, lockSale, recount, type Sale } from "./save.ts";
import * as store from "./store.ts";

/** The column's maximum. */
const maxOfAStock = 2 ** 31 - 1;

const typeStocks = (sale: Sale) => sale.types.map((type) => type.stockId);

function requireFreeName({ pools }: Sale, name: string, ownId?: number): void {
  if (!pools.some((pool) => pool.id !== ownId && pool.name.toLowerCase() === name.toLowerCase())) return;
  throw fieldError("name", "This event already has shared capacity with that name", "already_exists");
}

/**
 * Adds a pool to an event.
 *
 * @returns its id
 * @throws AppError `not_found` | `already_exists`
 */
export async function savePool(tx: Tx, eventId: number, input: PoolInput): Promise<number> {
  return addPool(tx, await lockSale(tx, eventId), input);
}

/** Adds a pool; types draw on it once they name it. */
export async function addPool(tx: Tx, sale: Sale, { name, counts, capacity }: PoolInput): Promise<number> {
  requireFreeName(sale, name);
  const stockId = await createStock(tx, { kind: "pool", capacity });
  return store.insertPool(tx, { eventId: sale.event.id, stockId, name, counts });
}

/**
 * Changes a pool while it is on sale. If it counts differently than before, recounts it.
 *
 * @throws AppError `already_exists` | `capacity_taken`
 */
export async function changePool(tx: Tx, sale: Sale, pool: store.PoolRow, input: PoolInput): Promise<void> {
  requireFreeName(sale, input.name, pool.id);
  await store.updatePool(tx, pool.id, input.name, input.counts);
  // A new way of counting takes more or fewer spots: only the recount shows whether the capacity is enough.
  if (pool.counts === input.counts) await setCapacity(tx, pool.stockId, input.capacity);
  else {
    await setCapacity(tx, pool.stockId, maxOfAStock);
    await recount(tx, { ...pool, counts: input.counts }, await findDrawing(tx, pool));
    await setCapacity(tx, pool.stockId, input.capacity);
    await raiseSaleVersion(tx, typeStocks(sale));
  }
  await openNext(tx, sale);
}

/** Deletes a pool: its types keep their own stock. */
export async function removePool(tx: Tx, sale: Sale, pool: store.PoolRow): Promise<void> {
  await store.deletePool(tx, pool.id);
  await deleteStock(tx, pool.stockId);
  await raiseSaleVersion(tx, typeStocks(sale));
}

/**
 * Sets how many people an event can take, across all of its types; null removes the limit.
 *
 * @throws AppError `capacity_taken`
 */
export async function setPeople(tx: Tx, sale: Sale, capacity: number | null): Promise<void> {
  const { id, stockId } = sale.event;
  if (stockId !== null && capacity !== null) await setCapacity(tx, stockId, capacity);
  else if (stockId !== capacity) {
    const created = await createCapacity(tx, capacity);
    await store.setPeopleStock(tx, id, created);
    const admitting = sale.types.filter(({ isStreamPass }) => !isStreamPass);
    if (created !== null) await recount(tx, { stockId: created, counts: "people" }, admitting);
    if (stockId !== null) await deleteStock(tx, stockId);
    await raiseSaleVersion(tx, typeStocks(sale));
  }
  await openNext(tx, sale);
}

/** A smaller capacity may have ended a price tier. */
async function openNext(tx: Tx, { types }: Sale): Promise<void> {
  await openPriceTiers(
    tx,
    types.map((type) => type.id),
  );
}
