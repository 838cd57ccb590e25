import { createHash } from "node:crypto";
import { request as ask } from "node:http";
import { readdirSync } from "node:fs";
import { connect, type AddressInfo } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import { createIngest } from "#server/modules/streams/ingest/service.ts";
import { ingestLimits } from "#server/modules/streams/ingest/playlist.ts";
import { createStreamSite, playlist, segment, type StreamSite } from "#testing/stream-site.ts";

let site: StreamSite;
let id: number;
let port: number;
beforeAll(async () => {
  site = await createStreamSite();
  await site.app.server.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = site.app.server.server.address() as AddressInfo);
});
afterAll(async () => {
  await expectInvariants(site.db);
  await site.close();
});
beforeEach(async () => {
  await sql`update streams set deleted_at = clock_now() where deleted_at is null`.execute(site.db);
  id = (await site.createStream()).id;
  await site.push(2);
});

const good = playlist(3);
const named = (name: string) => good.replace("index2.ts", name);

test.each([
  ["../index2.ts", 400],
  ["..%2f..%2fetc%2fpasswd.ts", 400],
  ["%2e%2e/index2.ts", 400],
  ["a/b/index2.ts", 400],
  ["/index2.ts", 400],
  [".index2.ts", 400],
  ["index2..ts", 400],
  ["index2.ts.html", 400],
  ["index2.html", 400],
  ["index2", 400],
  ["index2.ts%00.m3u8", 400],
  [`${"x".repeat(90)}.ts`, 400],
  ["indéx.ts", 400],
])("no file is taken under the name %s", async (name, status) => {
  const answer = await send(`/ingest/${site.host.key}/${name}`, segment(2));
  // Node refuses some addresses before we do.
  expect([status, 404]).toContain(answer);
  await expectUntouched();
});

test.each<[string, string, Buffer | string, number]>([
  ["a page under a segment's name", "index2.ts", "<script>alert(1)</script>", 400],
  ["a cut off segment", "index2.ts", segment(2).subarray(0, 300), 400],
  ["an empty segment", "index2.ts", "", 400],
  ["a segment without its sync bytes", "index2.ts", Buffer.alloc(376), 400],
  ["an MP4 that is none", "index2.m4s", "nothing of a box", 400],
  ["captions that are none", "index2.vtt", "<script>", 400],
  ["sound that is none", "index2.aac", "<script>", 400],
  ["a playlist that is none", "index.m3u8", "<script>", 400],
  ["a cut off playlist", "index.m3u8", "#EXTM3U\n#EXT-X-VERSION:3\n", 400],
  ["a playlist that names another site", "index.m3u8", named("https://evil.example/a.ts"), 400],
  ["a playlist that names a file elsewhere", "index.m3u8", named("../../2/index2.ts"), 400],
  ["a playlist with a script in a name", "index.m3u8", named('"><script>.ts'), 400],
  ["a playlist with a query in a name", "index.m3u8", named("index2.ts?t=1"), 400],
  [
    "a playlist with a key elsewhere",
    "index.m3u8",
    `${good}#EXT-X-KEY:METHOD=AES-128,URI="https://evil.example"\n`,
    400,
  ],
  ["a playlist with a day of video in one segment", "index.m3u8", good.replaceAll("2.000000", "86400.0"), 201],
  ["a playlist without durations", "index.m3u8", good.replaceAll(/#EXTINF.*\n/g, ""), 400],
  ["a playlist with a negative duration", "index.m3u8", good.replaceAll("2.000000", "-2.0"), 201],
  ["a playlist that counts backwards", "index.m3u8", playlist(1), 409],
  ["a playlist with too many segments", "index.m3u8", playlist(ingestLimits.entries + 1), 400],
  ["a playlist that is too large", "index.m3u8", `${good}#${"x".repeat(ingestLimits.playlistBytes)}`, 413],
  ["a segment that is too large", "index2.ts", Buffer.alloc(ingestLimits.segmentBytes + 188, 0x47), 413],
])("%s never reaches a player", async (_, path, body, status) => {
  expect(await site.put(path, body)).toBe(status);
  await expectUntouched();
  // And it doesn't keep the encoder from going on.
  await site.put("index2.ts", segment(2));
  expect(await site.put("index.m3u8", good)).toBe(201);
  expect(await site.published(id)).toEqual(["index0.ts", "index1.ts", "index2.ts"]);
});

async function expectUntouched() {
  expect(await site.published(id)).toEqual(["index0.ts", "index1.ts"]);
  const { rows } = await sql`select from stream_segments where stream_id = ${id} and sequence is null`.execute(site.db);
  expect(rows).toEqual([]);
}

test("a segment that breaks off in the middle is never published, and its playlist waits for the next try", async () => {
  const whole = segment(2);
  const upload = ask({ port, method: "PUT", path: `/ingest/${site.host.key}/index2.ts` });
  upload.on("error", () => undefined);
  upload.write(whole.subarray(0, 188));
  await expect.poll(() => countReceiving()).toBe(1);
  expect(await site.put("index.m3u8", good)).toBe(201);
  upload.destroy();
  await expect.poll(() => countReceiving()).toBe(0);
  expect(filesOf(id)).toHaveLength(2);
  expect(await site.published(id)).toHaveLength(2);
  await site.put("index2.ts", whole);
  expect(await site.published(id)).toHaveLength(3);
});

const countReceiving = async () =>
  (await sql`select from stream_segments where status = 'receiving'`.execute(site.db)).rows.length;

test("an encoder that closes its side and reads no answer loses nothing", async () => {
  const bytes = Buffer.concat(Array.from({ length: 800 }, (_, n) => segment(n)));
  for (let n = 2; n < 12; n++) {
    const socket = connect(port, "127.0.0.1");
    socket.write(`PUT /ingest/${site.host.key}/index${n}.ts HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n`);
    socket.write(`${bytes.length.toString(16)}\r\n`);
    socket.write(bytes);
    socket.end("\r\n0\r\n\r\n");
    socket.on("error", () => undefined);
    socket.pause();
  }
  await expect
    .poll(async () => (await sql`select from stream_segments where status = 'ready'`.execute(site.db)).rows.length)
    .toBe(10);
  await site.put("index.m3u8", playlist(12));
  expect(await site.published(id)).toHaveLength(12);
});

test.each([
  ["a key that never was", "live_0001_aaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
  ["a key of no form", "secret"],
  ["a key with nothing", "live_0000_"],
])("%s is refused before its body is kept", async (_, key) => {
  expect(await site.put("index2.ts", segment(2), key)).toBe(403);
  await expectUntouched();
});

test("a revoked key is refused from the next file on, and other hosts' keys feed their own streams only", async () => {
  const other = await site.createKey();
  expect(await site.put("index2.ts", segment(2), other.key)).toBe(409);
  const { id: otherId } = await site.createStream({}, { key: other });
  await site.push(1, { key: other.key });
  expect(await site.published(otherId)).toEqual(["index0.ts"]);
  await expectUntouched();
  expect((await site.admin.call("DELETE", `/api/admin/stream-keys/${other.id}`, {})).status).toBe(200);
  expect(await site.put("index1.ts", segment(1), other.key)).toBe(403);
});

test("a key's secret is shown once and stored as its hash", async () => {
  const { rows } = await sql<{ row: string }>`select row_to_json(k)::text as row from stream_keys k`.execute(site.db);
  const secret = site.host.key.slice(-28);
  expect(rows.map(({ row }) => row).join()).not.toContain(secret);
  expect(rows.map(({ row }) => row).join()).toContain(createHash("sha256").update(secret).digest("hex"));
  expect((await site.admin.get("/api/admin/stream-keys")).text).not.toContain(secret);
});

test("an encoder that floods is slowed, and another one isn't", async () => {
  const flood = await createStreamSite();
  const other = await flood.createKey();
  await flood.createStream();
  await flood.createStream({}, { key: other });
  const answers = await Promise.all(Array.from({ length: 1501 }, () => flood.put("index.m3u8", "no playlist")));
  expect(answers.filter((status) => status === 429)).toHaveLength(1);
  expect(await flood.put("index0.ts", segment(0), other.key)).toBe(201);
  await flood.close();
});

test("an encoder that sends too much video in a minute is slowed, and nothing of it is kept", async () => {
  const ingest = createIngest(site.app.deps, { files: 1500, kilobytes: 200 });
  const receiveBig = async (n: number) =>
    ingest.receiveSegment(await ingest.admit(site.host.key, `big${n}.ts`), arrived(Buffer.alloc(188 * 520, 0x47)));
  for (const n of [0, 1]) await receiveBig(n);
  await expect(receiveBig(2)).rejects.toMatchObject({ code: "too_many_requests" });
  const { rows } = await sql`select from stream_segments where stream_id = ${id} and path like 'big%'`.execute(site.db);
  expect(rows).toHaveLength(2);
  expect(filesOf(id)).toHaveLength(4);
});

/** An upload of which all bytes are here. */
const arrived = (bytes: Buffer) => ({
  whole: Promise.resolve(bytes),
  stop: () => undefined,
  watch: (listener: (bytes: number) => void) => listener(bytes.length),
});

test("uploads that run together can't exceed what a key may send in a minute", async () => {
  const ingest = createIngest(site.app.deps, { files: 1500, kilobytes: 300 });
  const uploads = await Promise.all(
    Array.from({ length: 4 }, async (_, n) => {
      const end = Promise.withResolvers<Buffer>();
      let notify: (bytes: number) => void = () => undefined;
      const received = ingest.receiveSegment(await ingest.admit(site.host.key, `long${n}.ts`), {
        whole: end.promise,
        stop: (error) => end.reject(error ?? new Error("stopped")),
        watch: (listener) => void (notify = listener),
      });
      for (const promise of [received, end.promise]) promise.catch(() => undefined);
      return { received, sendMore: () => notify(100 * 1024) };
    }),
  );
  // None of them has ended.
  for (const { sendMore } of uploads) sendMore();
  await expect(uploads[3]!.received).rejects.toMatchObject({ code: "too_many_requests" });
  for (const { sendMore } of uploads) sendMore();
  for (const { received } of uploads.slice(0, 3)) {
    await expect(received).rejects.toMatchObject({ code: "too_many_requests" });
  }
});

/** What is on the disk of a stream, unfinished files too. */
const filesOf = (streamId: number) => readdirSync(join(site.dataDir, "streams", String(streamId)));

function send(path: string, body: Buffer): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (piece) => (text += piece.toString()));
    socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])));
    socket.write(`PUT ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`);
    socket.end(body);
  });
}
