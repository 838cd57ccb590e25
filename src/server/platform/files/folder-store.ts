import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { dirname, join, relative, sep } from "node:path";
import { AppError } from "../app-error.ts";
import type { FileStore, StoredFile } from "./file-store.ts";

const isMissing = (error: unknown) => ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");

/** Turns "no space left" into an error that says so; every other error stays the same. */
export function asStorageRefusal(error: unknown): unknown {
  const isFull = ["ENOSPC", "EDQUOT", "EFBIG"].includes((error as NodeJS.ErrnoException).code ?? "");
  return isFull ? new AppError("storage_full", { cause: error }) : error;
}

/** Stores files in a local folder, created with the first file. */
export function createFolderStore(folder: string): FileStore {
  /** Unfinished files start with a dot: they are neither listed nor served. */
  async function put(name: string, content: Buffer | { path: string }): Promise<void> {
    const target = join(folder, name);
    const unfinished = join(dirname(target), `.${randomBytes(8).toString("hex")}`);
    try {
      await mkdir(dirname(target), { recursive: true });
      if (Buffer.isBuffer(content)) await writeFile(unfinished, content);
      else await copyFile(content.path, unfinished);
      await rename(unfinished, target);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw asStorageRefusal(error);
    }
  }

  async function copyTo(name: string, path: string): Promise<boolean> {
    try {
      await copyFile(join(folder, name), path);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw asStorageRefusal(error);
    }
  }

  async function* list(): AsyncIterable<StoredFile> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const found = await stat(path).catch(() => undefined);
      if (found) yield { name: relative(folder, path).split(sep).join("/"), changedAt: found.mtime };
    }
  }

  return { put, copyTo, list, remove: (name) => rm(join(folder, name), { force: true }) };
}
