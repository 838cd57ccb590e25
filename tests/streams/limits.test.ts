import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { createStreamSite, playlist, segment, type StreamSite } from "#testing/stream-site.ts";

let site: StreamSite;
let id: number;
beforeAll(async () => {
  site = await createStreamSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  // Each test has the key for itself.
  await sql`update streams set deleted_at = clock_now() where deleted_at is null`.execute(site.db);
  id = (await site.createStream()).id;
});

const paths = async () =>
  (
    await sql<{ path: string }>`select path from stream_renditions where stream_id = ${id} order by id`.execute(site.db)
  ).rows.map(({ path }) => path);
const main = (...names: string[]) =>
  Buffer.from(["#EXTM3U", ...names.flatMap((name) => ["#EXT-X-STREAM-INF:BANDWIDTH=1000000", name]), ""].join("\n"));
const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `r${from + index}.m3u8`);

test("an encoder can't create any number of renditions by playlists of other names", async () => {
  const answers = [];
  for (const name of numbered(12)) answers.push(await site.put(name, playlist(1)));
  // None of them has anything yet, so a new one takes the place of the oldest.
  expect(answers).toEqual(Array(12).fill(201));
  expect(await paths()).toEqual(numbered(8, 4));
});

test("nor by main playlists that name others each time", async () => {
  for (let from = 0; from < 24; from += 6) expect(await site.put("main.m3u8", main(...numbered(6, from)))).toBe(201);
  expect((await paths()).length).toBeLessThanOrEqual(8);
  expect(await paths()).toEqual(expect.arrayContaining(numbered(6, 18)));
});

test("renditions that players have stay, and a ninth is refused", async () => {
  expect(await site.put("index0.ts", segment(0))).toBe(201);
  for (const name of numbered(8)) expect(await site.put(name, playlist(1))).toBe(201);
  await sql`update stream_renditions set next_sequence = 1 where stream_id = ${id}`.execute(site.db);
  expect(await site.put("ninth.m3u8", playlist(1))).toBe(400);
  expect(await site.put("main.m3u8", main("ninth.m3u8"))).toBe(400);
  expect(await site.put("r7.m3u8", playlist(1))).not.toBe(400);
  expect(await paths()).toEqual(numbered(8));
});

/** Sends only the head of a request, which announces a body, and returns the status that comes without one. */
async function announce(path: string, bytes: number): Promise<string> {
  const { server } = site.app;
  if (!server.server.listening) await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.write(`PUT ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${bytes}\r\n\r\n`);
  const [line] = await new Promise<string[]>((resolve, reject) => {
    socket.once("data", (data) => resolve(data.toString().split("\r\n")));
    socket.once("error", reject);
  });
  socket.destroy();
  return line!.split(" ")[1]!;
}

test.each([
  ["a playlist", "index.m3u8", 256 * 1024 + 1],
  ["a segment", "index0.ts", 32 * 1024 * 1024 + 1],
])("an announced length over the limit of %s is refused before its body", async (_what, name, bytes) => {
  expect(await announce(`/ingest/${site.host.key}/${name}`, bytes)).toBe("413");
});
