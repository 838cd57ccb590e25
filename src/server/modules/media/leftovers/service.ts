import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Deps } from "#server/platform/deps.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { filesOf, keyOfFile } from "../rendering/rules.ts";
import * as store from "./store.ts";

/** Newer files may belong to an upload or a drawing in progress. */
const graceMs = 60 * 60 * 1000;

/** Removes files that nobody needs anymore: those of deleted and replaced images, and leftovers of crashes. */
export async function removeLeftovers(deps: Deps): Promise<void> {
  await removeDiscarded(deps);
  await removeStrangers(deps);
  await removeUnfinishedWork(deps);
}

async function removeDiscarded({ db, files }: Deps): Promise<void> {
  for (const key of await store.findDiscarded(db)) {
    for (const name of filesOf(key)) await files.shown.remove(name);
    await files.quarantine.remove(key);
    await store.forgetDiscarded(db, key);
  }
}

async function removeStrangers({ db, files }: Deps): Promise<void> {
  const shown = await keysOf(files.shown, keyOfFile);
  for (const key of await store.findStrangers(db, shown)) {
    for (const name of filesOf(key)) await files.shown.remove(name);
  }
  const waiting = await keysOf(files.quarantine, (name) => (/^[0-9a-f]{32}$/.test(name) ? name : undefined));
  for (const key of await store.findDone(db, waiting)) await files.quarantine.remove(key);
}

async function keysOf(files: FileStore, keyOf: (name: string) => string | undefined): Promise<string[]> {
  const keys = new Set<string>();
  for await (const { name, changedAt } of files.list()) {
    const key = keyOf(name);
    if (key !== undefined && isOld(changedAt)) keys.add(key);
  }
  return [...keys];
}

async function removeUnfinishedWork({ files }: Deps): Promise<void> {
  for (const name of await readdir(files.workFolder)) {
    const path = join(files.workFolder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && isOld(found.mtime)) await rm(path, { recursive: true, force: true });
  }
}

const isOld = (changedAt: Date) => Date.now() - changedAt.getTime() > graceMs;
