import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createBucketStore } from "#server/platform/files/bucket-store.ts";
import { startBucketServer, type BucketServer } from "#testing/bucket-server.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { createSite, type Site } from "#testing/site.ts";
import { createStreamSite, createViewer, playlist, segment, type StreamSite } from "#testing/stream-site.ts";

let server: BucketServer;
let site: StreamSite;
let other: Site;
let otherDir: string;
beforeAll(async () => {
  server = await startBucketServer();
  site = await createStreamSite({ settings: server.settings });
  await installMovingClock(site.database);
  otherDir = mkdtempSync(join(tmpdir(), "stream-node-"));
  other = await createSite({ database: site.database, settings: { ...server.settings, DATA_DIR: otherDir } });
});
afterAll(async () => {
  await expectInvariants(site.db);
  await other.close();
  rmSync(otherDir, { recursive: true, force: true });
  await site.close();
  await server.close();
});

let id: number;
beforeEach(async () => {
  await sql`update streams set deleted_at = clock_now() where deleted_at is null`.execute(site.db);
  id = (await site.createStream()).id;
});

async function stored(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of createBucketStore(server.bucket, "streams/").list()) names.push(name);
  return names.filter((name) => name.startsWith(`${id}/`));
}

/** What a browser at this node plays: the bytes of each segment, in order. */
async function play(node: Pick<Site, "app">): Promise<Buffer[]> {
  const viewer = createViewer(node);
  expect((await viewer.watch(id)).status).toBe(200);
  const bytes: Buffer[] = [];
  for (const address of await viewer.segments(id)) {
    const answer = await viewer.get(address);
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "video/mp2t"]);
    bytes.push(answer.bytes);
  }
  return bytes;
}

test("segments are stored in the bucket only, and each node serves what another one received", async () => {
  await site.push(3);
  expect(await stored()).toHaveLength(3);
  for (const folder of [site.dataDir, otherDir]) expect(existsSync(join(folder, "streams"))).toBe(false);
  const sent = [0, 1, 2].map(segment);
  expect(await play(site)).toEqual(sent);
  expect(await play(other)).toEqual(sent);
});

test("one browser can ask several nodes: each takes the other's tokens", async () => {
  await site.push(2);
  const viewer = createViewer(site);
  await viewer.watch(id);
  viewer.cookies.delete("sg_watch");
  const [address] = await viewer.segments(id);
  const elsewhere = createViewer(other);
  for (const [name, value] of viewer.cookies) elsewhere.cookies.set(name, value);
  expect((await elsewhere.get(address!)).bytes.equals(segment(0))).toBe(true);
});

test("an encoder's files can arrive at several nodes", async () => {
  const upload = async (node: Pick<Site, "app">, path: string, payload: Buffer | string) =>
    (await node.app.server.inject({ method: "PUT", url: `/ingest/${site.host.key}/${path}`, payload })).statusCode;
  for (let n = 0; n < 6; n++) {
    expect(await upload(n % 2 === 0 ? site : other, `index${n}.ts`, segment(n))).toBe(201);
    expect(await upload(n % 3 === 0 ? site : other, "index.m3u8", playlist(n + 1))).toBe(201);
  }
  expect(await site.published(id)).toEqual([0, 1, 2, 3, 4, 5].map((n) => `index${n}.ts`));
  expect(await play(other)).toHaveLength(6);
});

test("the replay plays from the bucket on every node, and what belongs to no recording is deleted there", async () => {
  await site.push(4);
  await site.put("never-named.ts", segment(9));
  expect(await stored()).toHaveLength(5);
  await site.admin.post(`/api/admin/streams/${id}/end`);
  expect((await site.admin.post(`/api/admin/streams/${id}/replay`, { isPublished: true })).status).toBe(200);
  await moveClock(site.database, 700);
  await other.app.runJob("stream-leftovers");
  expect(await stored()).toHaveLength(4);
  const sent = [0, 1, 2, 3].map(segment);
  expect(await play(site)).toEqual(sent);
  expect(await play(other)).toEqual(sent);
});

test("while the bucket doesn't answer, a segment is refused, its playlist waits, and the next try goes on", async () => {
  await site.push(1);
  await server.stop();
  try {
    expect(await site.put("index1.ts", segment(1))).toBe(503);
  } finally {
    await server.start();
  }
  expect(await site.put("index.m3u8", playlist(2))).toBe(201);
  expect(await site.published(id)).toEqual(["index0.ts"]);
  expect(await site.put("index1.ts", segment(1))).toBe(201);
  expect(await play(other)).toEqual([segment(0), segment(1)]);
});
