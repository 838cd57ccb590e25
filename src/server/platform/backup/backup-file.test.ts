import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readBackupFile, textEntry, writeBackupFile, type Manifest } from "./backup-file.ts";
import { readTar, writeEntry, type TarEntry } from "./tar.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "backup-file-"));
  path = join(folder, "site.tar.gz");
});
afterEach(() => rmSync(folder, { recursive: true }));

const manifest: Manifest = { format: 2, kind: "cluster", createdAt: "2026-11-28T00:00:00Z", migration: 1 };
const quietly = { onBytes: () => undefined };
const longName = `media/${"a-long-folder/".repeat(12)}épée.webp`;
const picture = randomBytes(100_000);

async function* files(): AsyncGenerator<TarEntry> {
  yield { name: "media/", mode: 0o755, size: 0, content: Readable.from([]) };
  yield textEntry("media/empty", "");
  yield { ...textEntry(longName, ""), size: picture.length, content: Readable.from([picture]) };
}

const write = () => writeBackupFile(path, manifest, files(), quietly);

async function read() {
  const found: Record<string, string> = {};
  for await (const { name, content } of readBackupFile(path, () => undefined)) {
    const hash = createHash("sha256");
    for await (const chunk of content) hash.update(chunk);
    found[name] = hash.digest("hex");
  }
  return found;
}

test("files come back as they were; tar and sha256sum understand the backup; only its owner can read it", async () => {
  await write();
  const sum = createHash("sha256").update(picture).digest("hex");
  expect(await read()).toMatchObject({ [longName]: sum });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["site.tar.gz"]);
  execFileSync("tar", ["-xzf", path, "-C", folder]);
  expect(readFileSync(join(folder, longName)).equals(picture)).toBe(true);
  execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: folder });
});

test("a file of more than 8 GB keeps its size", async () => {
  const size = 9 * 1024 ** 3;
  const head: Buffer[] = [];
  for await (const chunk of writeEntry({ name: "big", mode: 0o600, size, content: Readable.from([]) })) {
    head.push(chunk);
    if (head.length === 3) break;
  }
  const { value } = await readTar(Readable.from(head), Error).next();
  expect(value).toMatchObject({ name: "big", size });
});

const changes: [string, (bytes: Buffer) => Buffer][] = [
  ["cut short", (bytes) => bytes.subarray(0, bytes.length - 1)],
  ["cut in half", (bytes) => bytes.subarray(0, bytes.length / 2)],
  ["cut short where its tar ends, but not its files", (bytes) => gzipSync(gunzipSync(bytes).subarray(0, -4096))],
  ["changed in one bit", (bytes) => flip(bytes, bytes.length / 2)],
  ["changed in one bit inside of gzip", (bytes) => gzipSync(flip(gunzipSync(bytes), 60_000))],
  ["without its last files", (bytes) => gzipSync(withoutLastFiles(gunzipSync(bytes)))],
];

const flip = (bytes: Buffer, at: number) => {
  const changed = Buffer.from(bytes);
  changed[Math.floor(at)]! ^= 1;
  return changed;
};

/** Ends the archive properly, where the picture began. */
const withoutLastFiles = (tar: Buffer) =>
  Buffer.concat([tar.subarray(0, tar.indexOf("media/empty") + 512), Buffer.alloc(1024)]);

test.for(changes)("a backup that was %s is refused", async ([, change]) => {
  await write();
  expect(Object.keys(await read())).toHaveLength(3);
  writeFileSync(path, change(readFileSync(path)));
  await expect(read()).rejects.toThrow(/^site\.tar\.gz is damaged: /);
});

test("a backup that fails leaves nothing, and one never replaces another", async () => {
  async function* failing() {
    yield* files();
    throw new Error("the disk is full");
  }
  await expect(writeBackupFile(path, manifest, failing(), quietly)).rejects.toThrow("the disk is full");
  expect(readdirSync(folder)).toEqual([]);
  await write();
  await expect(write()).rejects.toThrow("site.tar.gz exists already");
});

test("what a killed backup left is deleted by a later one; one that is being written isn't", async () => {
  const [dead, alive] = ["a.tar.gz.0123abcd.part", "b.tar.gz.0123abcd.part"].map((name) => join(folder, name));
  writeFileSync(dead!, "");
  writeFileSync(alive!, "");
  utimesSync(dead!, 0, 0);
  await write();
  expect(readdirSync(folder).toSorted()).toEqual(["b.tar.gz.0123abcd.part", "site.tar.gz"]);
});

test("a file that would be restored outside of the folder is refused", async () => {
  async function* evil() {
    yield textEntry("media/../../outside", "x");
  }
  await writeBackupFile(path, manifest, evil(), quietly);
  await expect(read()).rejects.toThrow("it has a file named media/../../outside");
  truncateSync(path);
});
