import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { StartFailure } from "../app-error.ts";
import { adoptBackup } from "../db/adopt-baseline.ts";
import { endOfArchive, readTar, writeEntry, type TarEntry } from "./tar.ts";

/** What a backup says about itself; its first entry. */
export interface Manifest {
  /** 2; 1 if the database was of a version before 1.0.0, where migrations had other numbers. */
  format: 1 | 2;
  /** `cluster`: the built-in database's own files. `tables`: the rows of any PostgreSQL. */
  kind: "cluster" | "tables";
  /** When it was begun. */
  createdAt: string;
  /** The newest migration of its database. */
  migration: number;
}

const manifestName = "backup.json";
/** The last entry: a checksum of every file, in the format of `sha256sum`. A backup that ends without it is incomplete. */
const sumsName = "SHA256SUMS";

/** A small file of a backup. */
export function textEntry(name: string, text: string): TarEntry {
  const bytes = Buffer.from(text);
  return { name, mode: 0o600, size: bytes.length, content: once(bytes) };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes;
}

async function* summed(entries: AsyncIterable<TarEntry>, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  const sums: string[] = [];
  for await (const entry of entries) {
    for await (const chunk of writeEntry({ ...entry, content: watched(entry, sums) })) {
      onBytes(chunk.length);
      yield chunk;
    }
  }
  yield* writeEntry(textEntry(sumsName, sums.join("")));
  yield endOfArchive();
}

/** Passes an entry's content on, and then adds the line with its checksum. */
async function* watched({ name, content }: TarEntry, sums: string[]): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  if (!name.endsWith("/")) sums.push(`${hash.digest("hex")}  ${name}\n`);
}

/**
 * Writes a backup: a gzipped tar that only its owner can read. It gets its name once it is complete and on disk; a
 * failure leaves nothing behind.
 *
 * @throws StartFailure if a file of that name exists
 */
export async function writeBackupFile(
  path: string,
  manifest: Manifest,
  entries: AsyncIterable<TarEntry>,
  { onBytes, signal }: { onBytes: (count: number) => void; signal?: AbortSignal | undefined },
): Promise<void> {
  if (existsSync(path)) throw new StartFailure(`${path} exists already. Choose another name.`);
  await removeAbandoned(dirname(path));
  const part = `${path}.${randomBytes(4).toString("hex")}.part`;
  async function* all() {
    yield textEntry(manifestName, JSON.stringify(manifest));
    yield* entries;
  }
  try {
    const gzip = createGzip({ level: 4, chunkSize: 256 * 1024 });
    const file = createWriteStream(part, { flags: "wx", mode: 0o600, flush: true });
    await pipeline(summed(all(), onBytes), gzip, file, { signal });
    await rename(part, path);
    await flushFolder(dirname(path));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** A backup that is still being written changes all the time. */
const abandonedAfterMs = 60 * 60_000;

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => /\.tar\.gz\.[0-9a-f]{8}\.part$/.test(entry))) {
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(join(folder, name), { force: true });
  }
}

async function flushFolder(folder: string): Promise<void> {
  // Windows can't open a folder.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync();
  await handle.close();
}

/**
 * A backup's manifest, without reading the rest. The migration of one from before 1.0.0 has the number that it has since.
 *
 * @throws StartFailure if it isn't a backup, or this version can't restore it
 */
export async function readManifest(path: string): Promise<Manifest> {
  for await (const { name, content } of readEntries(path)) {
    if (name !== manifestName) break;
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    const manifest = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Manifest;
    if (manifest.format === 1) return { ...manifest, migration: adoptBackup(basename(path), manifest.migration) };
    if (manifest.format === 2) return manifest;
    throw new StartFailure(`${basename(path)} was made by a newer version of the site. Restore it with that version.`);
  }
  throw new StartFailure(`${basename(path)} isn't a backup of the site.`);
}

/**
 * The files of a backup in the order they were written. Only when the last one has come without an error is it certain
 * that the backup is whole: act on it then.
 *
 * @throws StartFailure if the file is damaged, cut short or can't be read
 */
export async function* readBackupFile(path: string, onBytes: (count: number) => void): AsyncGenerator<TarEntry> {
  const sums: string[] = [];
  let written: string | undefined;
  for await (const entry of readEntries(path)) {
    if (entry.name === sumsName) {
      written = "";
      for await (const chunk of entry.content) written += chunk.toString("latin1");
    } else if (entry.name === manifestName) {
      for await (const _ of watched(entry, sums));
    } else {
      requireSafeName(entry.name);
      yield { ...entry, content: watched(entry, sums) };
      onBytes(entry.size);
    }
  }
  if (written !== Buffer.from(sums.join("")).toString("latin1")) throw damaged(path, "its checksums don't match");
}

/** Nothing in a backup may reach outside the folder it is restored to. */
function requireSafeName(name: string): void {
  const parts = name.replace(/\/$/, "").split("/");
  if (name.includes("\\") || parts.some((part) => ["", ".", ".."].includes(part))) {
    throw new StartFailure(`This isn't a backup of the site: it has a file named ${name}.`);
  }
}

const damaged = (path: string, reason: string) =>
  new StartFailure(`${basename(path)} is damaged: ${reason}. Nothing was restored. Use another backup.`);

async function* readEntries(path: string): AsyncGenerator<TarEntry> {
  const chunks = unzip(path);
  yield* readTar(chunks, (reason) => damaged(path, reason));
  // To the last byte, where gzip's own checksum is.
  for await (const _ of chunks);
}

async function* unzip(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  file.once("error", (error) => gunzip.destroy(error));
  try {
    yield* file.pipe(gunzip) as AsyncIterable<Buffer>;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code.startsWith("Z_")) throw damaged(path, "it's incomplete or was changed");
    if (code === "ENOENT") throw new StartFailure(`There's no file ${path}.`);
    throw error;
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}
