import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { startFfmpeg } from "./ffmpeg.ts";
import { createStreamSite, createViewer, type StreamSite } from "#testing/stream-site.ts";

let site: StreamSite;
let address: string;
beforeAll(async () => {
  site = await createStreamSite();
  await installMovingClock(site.database);
  await site.app.server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = site.app.server.server.address() as AddressInfo;
  address = `http://127.0.0.1:${port}/ingest/${site.host.key}/index.m3u8`;
});
afterAll(async () => {
  await expectInvariants(site.db);
  await site.close();
});

const patient = { timeout: 60_000, interval: 100 };

test("ffmpeg pushes, is cut off, comes back and ends; the replay has everything in one piece", async () => {
  const { id } = await site.createStream();
  const first = startFfmpeg(address, 60);
  await expect.poll(() => site.statusOf(id), patient).toBe("live");
  await expect.poll(async () => (await site.published(id)).length, patient).toBeGreaterThanOrEqual(2);
  await first.cut();

  await moveClock(site.database, 10);
  await site.app.runJob("streams");
  expect(await site.statusOf(id)).toBe("stalled");
  const beforeCut = (await site.published(id)).length;

  // It counts from the start again, under the same names.
  const second = startFfmpeg(address, 4);
  await expect.poll(() => site.statusOf(id), patient).toBe("live");
  const viewer = createViewer(site);
  await viewer.watch(id);
  await second.ended;
  await expect.poll(async () => (await site.published(id)).length, patient).toBe(beforeCut + 4);
  const live = await viewer.playlist(id);
  expect(live.text).not.toContain("ENDLIST");
  expect(live.text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1);
  for (const url of await viewer.segments(id)) {
    const { bytes } = await viewer.get(url);
    expect([bytes.length % 188, bytes[0]]).toEqual([0, 0x47]);
  }

  // It said that it has ended; players are told when it doesn't come back.
  await moveClock(site.database, 61);
  await site.app.runJob("streams");
  expect(await site.statusOf(id)).toBe("ended");
  expect((await viewer.playlist(id)).text).toContain("ENDLIST");

  expect((await site.admin.post(`/api/admin/streams/${id}/replay`, { isPublished: true })).status).toBe(200);
  // Nobody is kept out by what a node remembers: a new viewer.
  const later = createViewer(site);
  expect((await later.watch(id)).body).toMatchObject({ isReplay: true });
  await site.app.runJob("stream-leftovers");
  const replay = await later.playlist(id);
  expect(replay.text).toContain("#EXT-X-PLAYLIST-TYPE:VOD");
  const urls = await later.segments(id);
  expect(urls).toHaveLength(beforeCut + 4);
  for (const url of urls) expect((await later.get(url)).status).toBe(200);
  const seconds = [...replay.text.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, each]) => sum + Number(each), 0);
  expect(seconds).toBeGreaterThan(beforeCut + 4 - 1);
  // Players at the end of a show get its last minutes for a while.
  await moveClock(site.database, 300);
  await site.admin.post(`/api/admin/streams/${id}/replay`, { isPublished: false });
  expect((await createViewer(site).watch(id)).body.code).toBe("not_ready");
});

test.each([
  ["at four times the speed of its video", 4],
  ["as fast as it can, while its files overlap", "unpaced"],
] as const)("an encoder that catches up, %s, loses no segment", async (_pace, speed) => {
  const key = await site.createKey();
  const { id } = await site.createStream({}, { key });
  const push = startFfmpeg(address.replace(site.host.key, key.key), 60, { speed });
  await push.ended;
  await expect.poll(async () => (await site.published(id)).length, patient).toBe(60);
  expect(await site.published(id)).toEqual(Array.from({ length: 60 }, (_, n) => `index${n}.ts`));
  const { body } = await site.admin.get(`/api/admin/streams/${id}/health`);
  expect(body.pushes).toMatchObject([{ segments: 60, gaps: 0, mediaSeconds: 60 }]);
});
