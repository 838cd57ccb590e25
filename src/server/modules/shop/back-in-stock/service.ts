import { requireFound } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { RecordSource } from "#server/platform/personal-records.ts";
import * as store from "./store.ts";

/** How many variants one address can wait for, so that nobody can have a stranger's inbox filled. */
const maxWaiting = 20;

/** How many are told in one transaction. */
const batchSize = 500;

/**
 * Stores that an address wants one email when a variant can be bought again. It never says whether the address is
 * known: nothing changes for one that waits already, or waits for too much.
 *
 * @throws AppError `not_found` for a variant that visitors can't see
 */
export async function askBackInStock(
  { db, nudge }: Deps,
  variantId: number,
  wish: { email: string; userId: number | null },
): Promise<void> {
  requireFound(await store.findShownVariant(db, variantId));
  await store.insertWish(db, { variantId, ...wish, most: maxWaiting });
  nudge("back-in-stock");
}

/**
 * Emails everyone whose variant can be bought again, by the database's clock, each once: the mark and the email are one
 * transaction. Safe on several nodes at once.
 *
 * @returns true when more are waiting
 */
export async function sendBackInStockAlerts({ db, bus }: Deps): Promise<boolean> {
  const variantIds = await store.findReturned(db);
  if (variantIds.length === 0) return false;
  const notifiedCount = await inTransaction(db, async (tx) => {
    const due = await store.claimDue(tx, variantIds, batchSize);
    await bus.emit(tx, "variant.back_in_stock", due);
    return due.length;
  });
  return notifiedCount === batchSize;
}

/** The alerts of an account, and those of its confirmed address. */
export const backInStockRecords: RecordSource = {
  read: (db, owner) => store.findWishesOf(db, owner),
  forget: (tx, owner) => store.deleteWishesOf(tx, owner),
};
