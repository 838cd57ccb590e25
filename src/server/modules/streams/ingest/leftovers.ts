import type { Deps } from "#server/platform/deps.ts";
import { fileName } from "./service.ts";
import { deleteSegment, findLeftovers } from "./leftovers-store.ts";

const batchSize = 200;

/**
 * Deletes files that nobody needs, each before its row: a crash in between leaves the row, and the next run finds it.
 *
 * @returns true when more are waiting
 */
export async function removeStreamLeftovers({ db, files }: Pick<Deps, "db" | "files">): Promise<boolean> {
  const found = await findLeftovers(db, batchSize);
  for (const { id, streamId, path } of found) {
    await files.streams.remove(fileName(streamId, id, path));
    await deleteSegment(db, id);
  }
  return found.length === batchSize;
}
