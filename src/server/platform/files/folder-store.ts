import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { dirname, join, relative, sep } from "node:path";
import { AppError } from "../app-error.ts";
import { isKnown } from "../http/negotiation.ts";

/** A file as a listing of the store has it. `changedAt` is when its bytes were last written. */
export interface StoredFile {
  name: string;
  changedAt: Date;
}

/**
 * Stores files under names (letters, digits, `-`, `.`, separated by `/`). Two implementations exist: a folder on this
 * machine, and a bucket that all nodes share. A read during a write gets the whole old file or the whole new one.
 */
export interface FileStore {
  /** Stores bytes, or a copy of a local file, replacing the file of that name. @throws AppError `storage_full` */
  put(name: string, content: Buffer | { path: string }): Promise<void>;
  /** Copies a file to a local path. @returns false if there is no file of that name */
  copyTo(name: string, path: string): Promise<boolean>;
  /** Removes a file; a missing one is not an error. */
  remove(name: string): Promise<void>;
  /** All files, in no order. */
  list(): AsyncIterable<StoredFile>;
}

/** A browser's request headers for a file. */
export type Wishes = Partial<Record<"range" | "if-range" | "if-none-match", string | undefined>>;

/** A stored file on its way to a browser: the status, headers and bytes that match the request. */
export interface ServedFile {
  status: 200 | 206 | 304 | 416;
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array> | null;
}

/** A store that can serve its files to browsers. */
export interface ServingStore extends FileStore {
  /** Opens a file; undefined if there is none. @throws AppError `unavailable` if the store doesn't respond in time */
  open(name: string, wishes: Wishes): Promise<ServedFile | undefined>;
}

const isMissing = (error: unknown) => ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");

/** Turns "no space left" into an error that says so; every other error stays the same. */
export function asStorageRefusal(error: unknown): unknown {
  const isFull = ["ENOSPC", "EDQUOT", "EFBIG"].includes((error as NodeJS.ErrnoException).code ?? "");
  return isFull ? new AppError("storage_full", { cause: error }) : error;
}

/**
 * The bytes that a Range header asks for, both ends included; undefined if it asks for the whole file or for something
 * that we don't serve, such as several ranges.
 */
export function readRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | "outside" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "outside" : { first: size - length, last: size - 1 };
  }
  const [first, last] = [Number(from), to === "" ? size - 1 : Math.min(Number(to), size - 1)];
  if (first >= size) return "outside";
  return first > last ? undefined : { first, last };
}

/** Stores files in a local folder, created with the first file. */
export function createFolderStore(folder: string): ServingStore {
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

  async function open(name: string, wishes: Wishes): Promise<ServedFile | undefined> {
    const path = join(folder, name);
    const found = await stat(path).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (found === undefined || !found.isFile()) return undefined;
    const etag = `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`;
    const headers = { etag, "accept-ranges": "bytes", "last-modified": found.mtime.toUTCString() };
    if (isKnown(wishes["if-none-match"], etag)) return { status: 304, headers, body: null };
    const isSame = wishes["if-range"] === undefined || wishes["if-range"] === etag;
    const range = isSame ? readRange(wishes.range, found.size) : undefined;
    if (range === "outside") {
      return { status: 416, headers: { ...headers, "content-range": `bytes */${found.size}` }, body: null };
    }
    const { first, last } = range ?? { first: 0, last: found.size - 1 };
    const length = { ...headers, "content-length": String(last - first + 1) };
    const source = createReadStream(path, { start: first, end: Math.max(first, last) });
    const body = Readable.toWeb(source) as ReadableStream<Uint8Array>;
    if (range === undefined) return { status: 200, headers: length, body };
    return { status: 206, headers: { ...length, "content-range": `bytes ${first}-${last}/${found.size}` }, body };
  }

  return { put, copyTo, list, open, remove: (name) => rm(join(folder, name), { force: true }) };
}
