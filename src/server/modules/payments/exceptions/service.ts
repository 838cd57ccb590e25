import type { MoneyResolution } from "#contract/money-exceptions.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { closeExceptions, insertExceptions, type ExceptionSubject, type NewException } from "./store.ts";

/**
 * Tells staff of money that does not add up and will not by itself, in the transaction that found out. The same thing told
 * again keeps one exception open, with the latest detail.
 */
export async function openException(tx: Tx, exception: NewException): Promise<void> {
  await insertExceptions(tx, [exception]);
}

/**
 * Settles what is open of some subjects, in the transaction that removed the cause. Where nothing is open nothing happens.
 *
 * @param resolution how it was settled; `gone` where nobody had to do anything
 */
export async function resolveExceptions(
  tx: Tx,
  subjects: ExceptionSubject[],
  resolution: MoneyResolution = "gone",
  staffId: number | null = null,
): Promise<number> {
  return closeExceptions(tx, subjects, resolution, staffId);
}
