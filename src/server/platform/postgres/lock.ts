import { chownSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { DatabaseFolders } from "./folders.ts";
import { StartFailure } from "./start-failure.ts";

/** Held for as long as this process uses the data folder. */
export interface FolderLock {
  release(): void;
}

const sqliteBusy = 5;

/**
 * Makes this process the only one that uses the data folder.
 *
 * The lock is the operating system's own, taken through SQLite because Node has no call for it. It ends with the
 * process, however that dies, works between containers that share the folder, and works on every platform.
 *
 * @throws StartFailure if another process holds it
 */
export function lockFolder(folders: DatabaseFolders): FolderLock {
  const file = new DatabaseSync(folders.lock);
  try {
    file.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new StartFailure(
      `Another server${holderOf(folders)} is using the data folder ${folders.root}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  writeFileSync(folders.holder, `${process.pid}\n`);
  return { release: () => file.close() };
}

/** Gives the lock's files to the database's account, so that its user can start the site again without being root. */
export function shareLock(folders: DatabaseFolders, uid: number, gid: number) {
  for (const path of [folders.lock, folders.holder]) chownSync(path, uid, gid);
}

function holderOf(folders: DatabaseFolders) {
  try {
    const holder = readFileSync(folders.holder, "utf8").trim();
    // Empty while the other process is writing it.
    return holder === "" ? "" : ` (process ${holder})`;
  } catch {
    return "";
  }
}
