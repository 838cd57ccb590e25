import type { PoolInput } from "#contract/ticket-types.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { changeTerms, countShared, createStock, deleteStock, setCapacity } from "#server/modules/inventory/index.ts";
import { openReleases } from "../releases/service.ts";
import { lockNight, recount, type LockedNight } from "./save.ts";
import * as store from "./store.ts";

/** What the column can hold. */
const mostOfAStock = 2 ** 31 - 1;

const typeStocks = (night: LockedNight) => night.types.map((type) => type.stockId);

function requireFreeName({ pools }: LockedNight, name: string, ownId?: number): void {
  if (!pools.some((pool) => pool.id !== ownId && pool.name.toLowerCase() === name.toLowerCase())) return;
  const message = "The night has a pool of this name";
  throw new AppError("already_exists", { message, errors: [{ message, path: "name" }] });
}

/** Adds a pool of places to a night. @returns its id. @throws AppError `not_found` | `already_exists` */
export async function savePool(tx: Tx, eventId: number, input: PoolInput): Promise<number> {
  return addPool(tx, await lockNight(tx, eventId), input);
}

/** Adds a pool of places; types draw on it once they name it. */
export async function addPool(tx: Tx, night: LockedNight, { name, counts, capacity }: PoolInput): Promise<number> {
  requireFreeName(night, name);
  const stockId = await createStock(tx, { kind: "pool", capacity });
  return store.insertPool(tx, { eventId: night.event.id, stockId, name, counts });
}

/**
 * Changes a pool while it sells. One that counts otherwise than before is counted anew.
 *
 * @throws AppError `already_exists` | `capacity_taken`
 */
export async function changePool(tx: Tx, night: LockedNight, pool: store.PoolRow, input: PoolInput): Promise<void> {
  requireFreeName(night, input.name, pool.id);
  await store.updatePool(tx, pool.id, input.name, input.counts);
  // Counted otherwise more or fewer places are taken: whether the capacity is enough shows after it.
  if (pool.counts === input.counts) await setCapacity(tx, pool.stockId, input.capacity);
  else {
    await setCapacity(tx, pool.stockId, mostOfAStock);
    await recount(tx, { ...pool, counts: input.counts }, night.event.id);
    await setCapacity(tx, pool.stockId, input.capacity);
    await changeTerms(tx, typeStocks(night));
  }
  await openNext(tx, night);
}

/** Takes a pool away: its types go on with what they have of their own. */
export async function removePool(tx: Tx, night: LockedNight, pool: store.PoolRow): Promise<void> {
  await store.deletePool(tx, pool.id);
  await deleteStock(tx, pool.stockId);
  await changeTerms(tx, typeStocks(night));
}

/**
 * Sets how many people a night can take, over all of its types; null counts them no more.
 *
 * @throws AppError `capacity_taken`
 */
export async function setPeople(tx: Tx, night: LockedNight, capacity: number | null): Promise<void> {
  const { id, stockId } = night.event;
  if (stockId !== null && capacity !== null) await setCapacity(tx, stockId, capacity);
  if (stockId === null && capacity !== null) {
    const created = await createStock(tx, { kind: "event", capacity });
    await store.setPeopleStock(tx, id, created);
    await countShared(
      tx,
      created,
      night.types.map((type) => ({ stockId: type.stockId, each: type.ticketsPerUnit })),
    );
    await changeTerms(tx, typeStocks(night));
  }
  if (stockId !== null && capacity === null) {
    await store.setPeopleStock(tx, id, null);
    await deleteStock(tx, stockId);
    await changeTerms(tx, typeStocks(night));
  }
  await openNext(tx, night);
}

/** A smaller capacity may have been the end of a release. */
async function openNext(tx: Tx, { types }: LockedNight): Promise<void> {
  await openReleases(
    tx,
    types.map((type) => type.id),
  );
}
