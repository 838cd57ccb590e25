import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyPosters } from "#db/seed/posters.ts";
import { socialVersion } from "#contract/feeds/social-version.ts";
import { createEvent } from "#tests/events/make.ts";
import { createSite, type Site } from "#testing/site.ts";

const dataDir = mkdtempSync(join(tmpdir(), "social-test-"));
let site: Site;
beforeAll(async () => {
  site = await createSite({ settings: { DATA_DIR: dataDir } });
  copyPosters(dataDir);
});
afterAll(async () => {
  await site.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const read = async (path: string, headers = {}) => {
  const answer = await site.app.server.inject({ url: path, headers });
  return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload };
};
const versionOf = async (id: number) => socialVersion((await site.anon.get(`/api/events/${id}`)).body);

test("an event has a social image of 1200 × 630 below 300 kB, whatever its title", async () => {
  for (const title of ["Soca", "Ñandú’s Ärger & <Friends> ".repeat(8), "夜 🎺", "x".repeat(200), "\u0007"]) {
    const id = await createEvent(site.db, { title });
    const { status, headers, body } = await read(`/feeds/events/${id}/social.jpg`);
    expect([title, status, headers["content-type"]]).toEqual([title, 200, "image/jpeg"]);
    expect(await sharp(body).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    expect(body.length).toBeLessThan(300_000);
  }
});

test.each(["夏祭り", "Праздник Сока", "Łódź", "ไทย", "소카 축제"])("the title %s is in the image", async (title) => {
  /** How many points of the title's color the left half has above the line with the date. */
  async function inkOf(id: number): Promise<number> {
    const { body } = await read(`/feeds/events/${id}/social.jpg`);
    const area = { left: 40, top: 60, width: 560, height: 200 };
    const points = await sharp(body).extract(area).grayscale().raw().toBuffer();
    return points.filter((light) => light > 200).length;
  }
  expect(await inkOf(await createEvent(site.db, { title: "🎺" }))).toBeLessThan(50);
  expect(await inkOf(await createEvent(site.db, { title }))).toBeGreaterThan(1000);
});

test("the URL with the content's version is cached forever, any other for minutes", async () => {
  const id = await createEvent(site.db, { title: "Versioned" });
  const address = `/feeds/events/${id}/social.jpg?v=${await versionOf(id)}`;
  const first = await read(address);
  expect(first.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect((await read(address, { "if-none-match": first.headers.etag })).status).toBe(304);
  const before = await versionOf(id);
  await sql`update events set title = 'Renamed' where id = ${id}`.execute(site.db);
  expect(await versionOf(id)).not.toBe(before);
  const outdated = await read(address);
  expect(outdated.headers["cache-control"]).toBe("public, max-age=300");
  expect(outdated.body.equals(first.body)).toBe(false);
});

test("a canceled event's image shows it, and an event without its poster file still has an image", async () => {
  const id = await createEvent(site.db, { title: "Off" });
  const before = await read(`/feeds/events/${id}/social.jpg`);
  await sql`update events set status = 'canceled' where id = ${id}`.execute(site.db);
  const after = await read(`/feeds/events/${id}/social.jpg`);
  // A point of the band over the poster, above the text.
  const color = async (picture: Buffer) => [
    ...(await sharp(picture).extract({ left: 900, top: 256, width: 1, height: 1 }).raw().toBuffer()),
  ];
  const band = [0xff, 0x7a, 0x98];
  const distance = (seen: number[]) => Math.max(...seen.map((value, place) => Math.abs(value - band[place]!)));
  expect(distance(await color(after.body))).toBeLessThan(12);
  expect(distance(await color(before.body))).toBeGreaterThan(30);
  await sql`update events set poster = jsonb_set(poster, '{key}', '"gone"') where id = ${id}`.execute(site.db);
  expect((await read(`/feeds/events/${id}/social.jpg`)).status).toBe(200);
});

test("drafts have none; an unlisted event has one", async () => {
  const draft = await createEvent(site.db, { visibility: "draft" });
  const unlisted = await createEvent(site.db, { visibility: "unlisted" });
  expect((await read(`/feeds/events/${draft}/social.jpg`)).status).toBe(404);
  expect((await read(`/feeds/events/${unlisted}/social.jpg`)).status).toBe(200);
});
