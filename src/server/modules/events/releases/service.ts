import type { Tx } from "#server/platform/db/database.ts";
import { openAfter } from "./store.ts";

/**
 * Opens the releases that wait for ticket types of which nobody can have another: what is held counts as gone. In the
 * transaction that took the last of them, so that the next buyer finds the next release open. What is opened stays open,
 * also when a hold lapses and the release before it has units again; and where the opened one is sold out itself, the one
 * after it opens too. The stock of the types is locked.
 */
export async function openReleases(tx: Tx, typeIds: number[]): Promise<void> {
  let open = typeIds;
  while (open.length > 0) open = await openAfter(tx, open);
}
