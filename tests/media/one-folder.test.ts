import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { findOtherFolder } from "#server/modules/media/index.ts";
import { createFiles } from "#server/platform/files/files.ts";
import { createDataFolder } from "#testing/own-cluster.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
const made: Site[] = [];
beforeEach(async () => {
  site = await createSite();
  made.push(site);
});
afterAll(async () => {
  for (const one of made) await one.close();
});

const open = (dataDir: string) => createFiles({ dataDir, bucket: undefined });
const ask = (dataDir: string) => findOtherFolder(site.db, open(dataDir));

test("a second node with images in another folder is told so, and one with the same folder isn't", async () => {
  const first = createDataFolder();
  expect(await ask(first)).toBeUndefined();
  expect(await ask(first)).toBeUndefined();
  const second = createDataFolder();
  expect(await ask(second)).toMatch(
    new RegExp(
      `^The images of this database are in another folder \\(${join(first, "media")} on .+\\), so .+ one DATA_DIR`,
    ),
  );
  expect(await ask(first)).toBeUndefined();
});

test("images that moved with their folder, or whose folder was emptied in place, are no reason to say anything", async () => {
  const first = createDataFolder();
  await ask(first);
  const moved = createDataFolder();
  await cp(first, moved, { recursive: true });
  expect(await ask(moved)).toBeUndefined();
  await rm(join(first, "media"), { recursive: true });
  expect(await ask(first)).toBeUndefined();
});

test("with a bucket, folders don't matter", async () => {
  await ask(createDataFolder());
  const { folder } = open(createDataFolder());
  expect(await findOtherFolder(site.db, { folder, bucket: {} as never })).toBeUndefined();
});

test("settings pages don't show the note", async () => {
  await ask(createDataFolder());
  const admin = await site.as("admin");
  const { body } = await admin.get("/api/admin/settings");
  expect(JSON.stringify(body)).not.toContain("mediaFolder");
});
