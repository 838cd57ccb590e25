import { open, readdir, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { TarEntry } from "./tar.ts";

const chunkBytes = 256 * 1024;
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/**
 * A file as it is now. It may grow, shrink or be deleted meanwhile: its first `size` bytes count, and missing ones are
 * zeros, as in PostgreSQL's own base backups. Undefined if there is none.
 */
export async function fileEntry(name: string, path: string): Promise<TarEntry | undefined> {
  const handle = await open(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  const { size, mode } = await handle.stat();
  return { name, mode: mode & 0o777, size, content: readExactly(handle, size) };
}

async function* readExactly(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  try {
    for (let position = 0; position < size;) {
      const piece = Buffer.alloc(Math.min(chunkBytes, size - position));
      const { bytesRead } = await handle.read(piece, 0, piece.length, position);
      // Beyond its end it reads as zeros.
      position += bytesRead === 0 ? piece.length : bytesRead;
      yield bytesRead === 0 ? piece : piece.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** A folder, which ends with `/`. */
const folderEntry = (name: string, mode = 0o700): TarEntry => ({ name, mode, size: 0, content: nothing() });

async function* nothing(): AsyncGenerator<Buffer> {}

/**
 * Everything in a folder, in the order of names; a missing folder is empty.
 *
 * @param options.skip decides by the name in the backup; a skipped folder stays out with all it holds
 */
export async function* folderEntries(
  name: string,
  path: string,
  skip: (name: string) => boolean = () => false,
): AsyncGenerator<TarEntry> {
  const found = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (found === undefined) return;
  yield folderEntry(`${name}/`);
  for (const entry of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const inside = `${name}/${entry.name}`;
    if (skip(inside)) continue;
    if (entry.isDirectory()) yield* folderEntries(inside, join(path, entry.name), skip);
    else if (entry.isFile()) {
      const file = await fileEntry(inside, join(path, entry.name));
      if (file !== undefined) yield file;
    }
  }
}
