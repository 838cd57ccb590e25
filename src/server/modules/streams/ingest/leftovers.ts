import type { Deps } from "#server/platform/deps.ts";
import { fileName } from "./service.ts";
import { deleteSegment, findLeftovers, findNamed } from "./leftovers-store.ts";

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

/** A file that is being written gets its row before and its name after that. By the clock of the files' own machine. */
const leastAgeMs = 60 * 60 * 1000;
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Deletes files that no row names: a server that is killed while it writes one leaves a part of it. */
export async function removeUnnamedFiles({ db, files }: Pick<Deps, "db" | "files">): Promise<void> {
  async function removeUnnamed(names: string[]) {
    const idOf = (name: string) => uuid.exec(name)?.[0] ?? "";
    const named = new Set(await findNamed(db, names.map(idOf).filter(Boolean)));
    for (const name of names) if (!named.has(idOf(name))) await files.streams.remove(name);
  }
  let names: string[] = [];
  for await (const { name, changedAt } of files.streams.list()) {
    if (changedAt.getTime() > Date.now() - leastAgeMs) continue;
    names.push(name);
    if (names.length < batchSize) continue;
    await removeUnnamed(names);
    names = [];
  }
  await removeUnnamed(names);
}
