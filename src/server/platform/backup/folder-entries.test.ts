import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { siteEntries } from "./backup.ts";
import { textEntry } from "./backup-file.ts";
import { fileEntry } from "./folder-entries.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "backup-order-"));
  mkdirSync(join(dataDir, "media", "avatars"), { recursive: true });
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const picture = (name: string) => join(dataDir, "media", "avatars", name);

test("the pictures of a backup's rows are in it, even if one was stored and another deleted during the copy", async () => {
  writeFileSync(picture("stays"), "");
  writeFileSync(picture("replaced-after-the-snapshot"), "");
  async function* database() {
    writeFileSync(picture("stored-before-the-snapshot"), "");
    yield textEntry("snapshot", "");
    rmSync(picture("replaced-after-the-snapshot"));
  }
  const names: string[] = [];
  for await (const { name } of siteEntries(dataDir, database(), "tables")) names.push(name);
  expect(names.toSorted()).toEqual([
    "media/avatars/replaced-after-the-snapshot",
    "media/avatars/stays",
    "media/avatars/stored-before-the-snapshot",
    "snapshot",
  ]);
});

test("a file that shrinks or grows while it is copied has the size it had; a deleted one is left out", async () => {
  const path = join(dataDir, "file");
  writeFileSync(path, "a".repeat(10));
  const [shrinking, growing] = [await fileEntry("file", path), await fileEntry("file", path)];
  const contentOf = async ({ content }: { content: AsyncIterable<Buffer> }) => {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  truncateSync(path, 4);
  expect(await contentOf(shrinking!)).toBe("aaaa\0\0\0\0\0\0");
  writeFileSync(path, "b".repeat(20));
  expect(await contentOf(growing!)).toBe("b".repeat(10));
  expect(await fileEntry("file", join(dataDir, "nothing"))).toBeUndefined();
});
