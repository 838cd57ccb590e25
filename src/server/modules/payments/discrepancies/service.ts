import type { MoneyResolution } from "#contract/discrepancies.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { closeDiscrepancies, insertDiscrepancies, type DiscrepancySubject, type NewDiscrepancy } from "./store.ts";

/**
 * Opens a discrepancy for staff when money doesn't add up and won't by itself, in the transaction that found it.
 * Opening the same one again keeps one open, with the latest detail.
 */
export async function openDiscrepancy(tx: Tx, discrepancy: NewDiscrepancy): Promise<void> {
  await insertDiscrepancies(tx, [discrepancy]);
}

/**
 * Resolves the open discrepancies of some subjects, in the transaction that removed the cause. If none is open, nothing
 * happens.
 *
 * @param resolution how it was resolved; `gone` if nobody had to do anything
 */
export async function resolveDiscrepancies(
  tx: Tx,
  subjects: DiscrepancySubject[],
  resolution: MoneyResolution = "gone",
  staffId: number | null = null,
): Promise<number> {
  return closeDiscrepancies(tx, subjects, resolution, staffId);
}
