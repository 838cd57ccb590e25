import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { setPictures } from "#server/modules/media/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { atOnce, haveRead, overtake } from "#testing/meeting-point.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { createSite } from "#testing/site.ts";
import { startServerProcess } from "#testing/server-process.ts";
import { pngBomb } from "./hostile-files.ts";
import { createMediaSite, photo, type MediaSite } from "./media-kit.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function openSite(options: Parameters<typeof createMediaSite>[0] = {}): Promise<MediaSite> {
  const site = await createMediaSite(options);
  closing.push(() => site.close());
  return site;
}

const statusOf = async (site: MediaSite, id: number): Promise<string> =>
  (await site.admin.get(`/api/admin/pictures/${id}`)).body.status;

test("a node killed while it processes an image costs only time and leaves nothing behind", async () => {
  const site = await openSite();
  // Large enough to be caught in the middle.
  const { body } = await site.upload(pngBomb(7000, 7000), "large.png");
  const server = await startServerProcess(site.database, { TEST_SITE_DATA_DIR: site.dataDir });
  await expect.poll(() => statusOf(site, body.id), { timeout: 60_000, interval: 20 }).toBe("processing");
  await server.kill();
  expect(await statusOf(site, body.id)).toBe("processing");
  await site.app.runJob("pictures");
  expect(await statusOf(site, body.id)).toBe("processing");

  await sql`update pictures set leased_until = clock_now()`.execute(site.db);
  await site.app.runJob("pictures");
  expect(await statusOf(site, body.id)).toBe("ready");
  expect(site.listFiles().quarantine).toEqual([]);

  // The dead node's work folder and files without a row are deleted once they are too old to be in use.
  const stray = "0123456789abcdef0123456789abcdef";
  const strays = [`media/posters/${stray}-480.avif`, `media-quarantine/${stray}`, "media-work/drawing-dead"];
  mkdirSync(join(site.dataDir, "media-quarantine"), { recursive: true });
  for (const path of strays) writeFileSync(join(site.dataDir, path), "stray");
  writeFileSync(join(site.dataDir, "media/posters/velvet-riddim-480.avif"), "came with the site");
  await site.app.runJob("picture-leftovers");
  expect(site.listFiles().quarantine).toEqual([stray]);
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const folder of ["media/posters", "media-quarantine", "media-work"]) {
    for (const name of readdirSync(join(site.dataDir, folder))) utimesSync(join(site.dataDir, folder, name), old, old);
  }
  await site.app.runJob("picture-leftovers");
  const { poster } = (await site.admin.get(`/api/admin/pictures/${body.id}`)).body;
  expect(site.listFiles()).toMatchObject({ quarantine: [], work: [] });
  expect(site.listFiles().shown.filter((name) => !name.startsWith(poster!.key))).toEqual(["velvet-riddim-480.avif"]);
  expect(site.listFiles().shown).toHaveLength(8);
}, 120_000);

/** Lets two nodes process the same six images at once, and counts how often each was claimed. */
async function drawTogether(rewriteSql?: Sabotage): Promise<number[]> {
  const site = await openSite(rewriteSql ? { rewriteSql } : {});
  const other = await createSite({
    database: site.database,
    settings: { DATA_DIR: site.dataDir },
    ...(rewriteSql ? { rewriteSql } : {}),
  });
  closing.push(() => other.close());
  for (let count = 0; count < 6; count++) await site.upload(await photo(200, 200));
  await Promise.all([site.app.runJob("pictures"), other.app.runJob("pictures")]);
  const { rows } = await sql<{ attempts: number }>`select attempts from pictures order by id`.execute(site.db);
  return rows.map(({ attempts }) => attempts);
}

test("two nodes never process the same image", async () => {
  expect(await drawTogether()).toEqual([1, 1, 1, 1, 1, 1]);
}, 60_000);

test("without the lock on claimed images, they do", async () => {
  // Both read which image is next before either claims it.
  const unguarded = sabotage(["limit 1 for update skip locked)", `limit 1) and ${haveRead()}`]);
  const attempts = await drawTogether(unguarded);
  expect(Math.max(...attempts)).toBeGreaterThan(1);
}, 60_000);

/** Uses and deletes so many images, each at the same time; counts images that are both in use and deleted. */
async function raceUseAndDelete(rounds: number, together = atOnce, rewriteSql?: Sabotage): Promise<number> {
  const site = await openSite(rewriteSql ? { rewriteSql } : {});
  if (rewriteSql) await sql`alter table picture_uses drop constraint picture_uses_picture_id_fkey`.execute(site.db);
  for (let round = 0; round < rounds; round++) {
    const { rows } = await sql<{ id: number }>`
      insert into pictures (key, status, file_name, alt, width, height, dominant, accent)
      values (${`race-${round}`}, 'ready', 'x.jpg', 'A race', 4, 5, '#000000', '#ffffff') returning id`.execute(
      site.db,
    );
    const id = rows[0]!.id;
    await together(
      site.db,
      () =>
        inTransaction(site.db, (tx) => setPictures(tx, { kind: "event", id: round, label: "Event" }, [id])).catch(
          () => "refused",
        ),
      () => site.admin.call("DELETE", `/api/admin/pictures/${id}`),
    );
  }
  const { rows } = await sql`select from picture_uses where picture_id not in (select id from pictures)`.execute(
    site.db,
  );
  return rows.length;
}

test("an image used and deleted at the same time ends up either in use or deleted", async () => {
  expect(await raceUseAndDelete(30)).toBe(0);
}, 60_000);

test("without the locks, it can be both", async () => {
  // The image is deleted between the read and the use.
  const unlocked = sabotage([" order by p.id for share", ` and ${haveRead()}`]);
  expect(await raceUseAndDelete(1, overtake, unlocked)).toBe(1);
}, 60_000);

test("twenty uploads at once are all processed, one after another", async () => {
  const site = await openSite();
  const files = await Promise.all(Array.from({ length: 20 }, () => photo(300, 300)));
  const answers = await Promise.all(files.map((file) => site.upload(file)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  let max = 0;
  const watch = setInterval(() => {
    max = Math.max(max, site.listFiles().work.length);
  }, 5);
  await site.app.runJob("pictures");
  clearInterval(watch);
  expect(max).toBe(1);
  const { rows } = await sql`select from pictures where status <> 'ready'`.execute(site.db);
  expect([rows.length, site.listFiles().quarantine.length, site.listFiles().shown.length]).toEqual([0, 0, 140]);
}, 120_000);

test("a file that takes down its process three times is refused, and doesn't block the others", async () => {
  const site = await openSite();
  const { body: bad } = await site.upload(await photo());
  const { body: good } = await site.upload(await photo());
  await sql`update pictures set status = 'processing', attempts = 3, leased_until = clock_now() where id = ${bad.id}`.execute(
    site.db,
  );
  await sql`update pictures set attempts = 2 where id = ${good.id}`.execute(site.db);
  await site.app.runJob("pictures");
  // A fourth claim means that three attempts ended with a dead node.
  expect([await statusOf(site, bad.id), await statusOf(site, good.id)]).toEqual(["refused", "ready"]);
});

test("an upload to a full disk is refused and leaves nothing behind", async () => {
  const site = await openSite();
  const quarantine = site.app.deps.files.quarantine;
  const put = quarantine.put;
  const { asStorageRefusal } = await import("#server/platform/files/folder-store.ts");
  quarantine.put = async () => {
    throw asStorageRefusal(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
  };
  const answer = await site.upload(await photo());
  quarantine.put = put;
  expect([answer.status, answer.text]).toEqual([507, expect.stringContaining("storage_full")]);
  const { rows } = await sql`select from pictures`.execute(site.db);
  expect([rows.length, site.listFiles().work]).toEqual([0, []]);
});
