import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createIngest } from "#server/modules/streams/ingest/service.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { createStreamSite, createViewer, playlist, segment, type StreamSite } from "#testing/stream-site.ts";

let site: StreamSite;
let id: number;
beforeAll(async () => {
  site = await createStreamSite();
});
afterAll(async () => {
  await expectInvariants(site.db);
  await site.close();
});
beforeEach(async () => {
  // Each test has the key for itself.
  await sql`update streams set deleted_at = clock_now() where deleted_at is null`.execute(site.db);
  id = (await site.createStream()).id;
});

test("the first whole playlist makes a stream live, and players get its segments by our own names", async () => {
  expect(await site.statusOf(id)).toBe("starting");
  expect(await site.put("index0.ts", segment(0))).toBe(201);
  expect(await site.statusOf(id)).toBe("starting");
  expect(await site.put("index.m3u8", playlist(1))).toBe(201);
  expect(await site.statusOf(id)).toBe("live");
  const viewer = createViewer(site);
  expect((await viewer.watch(id)).body).toMatchObject({ kind: "playlist", url: `/hls/${id}/main.m3u8` });
  const { text, headers } = await viewer.playlist(id);
  expect(headers["cache-control"]).toBe("private, no-store");
  expect(text).not.toContain("index0");
  const [address, ...others] = await viewer.segments(id);
  expect(others).toEqual([]);
  const got = await viewer.get(address!);
  expect(got.bytes.equals(segment(0))).toBe(true);
  expect(got.headers).toMatchObject({ "content-type": "video/mp2t", "cache-control": "private, max-age=60" });
});

test("a playlist waits for each segment that it names, whatever order they come in", async () => {
  expect(await site.put("index.m3u8", playlist(3))).toBe(201);
  for (const n of [2, 0]) expect(await site.put(`index${n}.ts`, segment(n))).toBe(201);
  expect(await site.published(id)).toEqual([]);
  expect(await site.put("index1.ts", segment(1))).toBe(201);
  expect(await site.published(id)).toEqual(["index0.ts", "index1.ts", "index2.ts"]);
});

test("an older playlist is refused and changes nothing", async () => {
  await site.push(5);
  const before = (await createdViewer()).segments(id);
  expect(await site.put("index.m3u8", playlist(3))).toBe(409);
  expect((await (await createdViewer()).segments(id)).length).toBe((await before).length);
});

test("an encoder that restarts begins at its first name again: its new segments follow the old ones", async () => {
  await site.push(3);
  await site.letEncoderGo(id);
  await site.push(2);
  expect(await site.published(id)).toEqual(["index0.ts", "index1.ts", "index2.ts", "index0.ts", "index1.ts"]);
  const viewer = await createdViewer();
  const { text } = await viewer.playlist(id);
  expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1);
  const addresses = await viewer.segments(id);
  expect(new Set(addresses).size).toBe(5);
  expect((await viewer.get(addresses[3]!)).bytes.equals(segment(0))).toBe(true);
  const { body } = await site.admin.get(`/api/admin/streams/${id}/health`);
  expect(body.pushes).toMatchObject([
    { segments: 2, gaps: 0, mediaSeconds: 4 },
    { segments: 3, gaps: 0, mediaSeconds: 6 },
  ]);
  expect(body).toMatchObject({ recordedSeconds: 10, bitsPerSecond: 1504 });
});

test("a playlist that began before a restart means the files of before it", async () => {
  const ingest = createIngest(site.app.deps);
  await site.push(1);
  const late = await ingest.admit(site.host.key, "index.m3u8");
  await site.letEncoderGo(id);
  await site.put("index0.ts", segment(0));
  await ingest.receivePlaylist(late, Promise.resolve(Buffer.from(playlist(1))));
  expect(await site.published(id)).toEqual(["index0.ts"]);
  await site.put("index.m3u8", playlist(1));
  expect(await site.published(id)).toEqual(["index0.ts", "index0.ts"]);
});

test("a playlist whose bytes don't arrive lets the next ones pass, and changes nothing when they do", async () => {
  const ingest = createIngest(site.app.deps);
  await site.push(1);
  const bytes = Promise.withResolvers<Buffer>();
  const late = ingest.receivePlaylist(await ingest.admit(site.host.key, "index.m3u8"), bytes.promise);
  await site.put("index1.ts", segment(1));
  const next = await ingest.admit(site.host.key, "index.m3u8");
  await ingest.receivePlaylist(next, Promise.resolve(Buffer.from(playlist(2))));
  expect(await site.published(id)).toEqual(["index0.ts", "index1.ts"]);
  bytes.resolve(Buffer.from(playlist(1)));
  await expect(late).rejects.toMatchObject({ code: "edited_meanwhile" });
  expect(await site.published(id)).toEqual(["index0.ts", "index1.ts"]);
});

test("segments that never came are a gap that players are told of", async () => {
  await site.push(2);
  await site.push(2, { from: 4 });
  const { text } = await (await createdViewer()).playlist(id);
  expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1);
  const { body } = await site.admin.get(`/api/admin/streams/${id}/health`);
  expect(body.pushes).toMatchObject([{ segments: 4, gaps: 2 }]);
});

test("our media sequence never goes back, and old segments slide out of the window", async () => {
  const viewer = createViewer(site);
  await site.push(2);
  await viewer.watch(id);
  const sequences: number[] = [];
  for (let from = 2; from < 120; from += 20) {
    await site.push(20, { from });
    const { text } = await viewer.playlist(id);
    sequences.push(Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)![1]));
  }
  expect(sequences.toSorted((a, b) => a - b)).toEqual(sequences);
  expect(sequences.at(-1)).toBe(32);
  expect(await viewer.segments(id)).toHaveLength(90);
});

test("an encoder's renditions are what viewers choose from", async () => {
  await site.put(
    "main.m3u8",
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.4d401e,mp4a.40.2",EVIL="x"\nlow/index.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2500000,RESOLUTION=1280x720\nhigh/index.m3u8\n',
  );
  for (const folder of ["low", "high"]) {
    await site.put(`${folder}/a0.ts`, segment(0));
    await site.put(`${folder}/index.m3u8`, playlist(1).replace("index0", "a0"));
  }
  const viewer = createViewer(site);
  await viewer.watch(id);
  const { text } = await viewer.get(`/hls/${id}/main.m3u8`);
  expect(text).toMatch(
    /^#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.4d401e,mp4a.40.2"\n\/hls\/\d+\/\d+\.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2500000,RESOLUTION=1280x720\n\/hls\/\d+\/\d+\.m3u8\n$/,
  );
});

test("fragmented MP4 keeps the headers that each segment needs", async () => {
  const box = (name: string) => Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from(name)]);
  await site.put("init.mp4", box("ftyp"));
  await site.put("a0.m4s", box("styp"));
  const text = playlist(1).replace("#EXTINF", '#EXT-X-MAP:URI="init.mp4"\n#EXTINF').replace("index0.ts", "a0.m4s");
  expect(await site.put("index.m3u8", text)).toBe(201);
  const viewer = await createdViewer();
  const shown = await viewer.playlist(id);
  const address = /#EXT-X-MAP:URI="([^"]+)"/.exec(shown.text)![1]!;
  expect((await viewer.get(address)).headers["content-type"]).toBe("video/mp4");
});

async function createdViewer() {
  const viewer = createViewer(site);
  await viewer.watch(id);
  return viewer;
}

test("a DELETE changes nothing", async () => {
  await site.push(1);
  const { statusCode } = await site.app.server.inject({
    method: "DELETE",
    url: `/ingest/${site.host.key}/index0.ts`,
  });
  expect(statusCode).toBe(204);
  expect(await site.published(id)).toEqual(["index0.ts"]);
});
