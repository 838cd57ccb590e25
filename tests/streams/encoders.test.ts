import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
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

const from = (...lengths: string[]) => {
  const entries = lengths.map((seconds, n) => `#EXTINF:${seconds},\nindex${n}.ts`);
  return ["#EXTM3U", "#EXT-X-TARGETDURATION:25", "#EXT-X-MEDIA-SEQUENCE:0", ...entries, ""].join("\n");
};
async function send(text: string, count = 4) {
  for (let n = 0; n < count; n++) await site.put(`index${n}.ts`, segment(n));
  return site.put("index.m3u8", text);
}
const without = (...left: number[]) => [0, 1, 2, 3].filter((n) => !left.includes(n)).map((n) => `index${n}.ts`);
const gaps = async () => (await site.admin.get(`/api/admin/streams/${id}/health`)).body.pushes[0]?.gaps ?? 0;

test.each<[string, string, string[], string[], number]>([
  ["a segment of 25 s", from("2", "2", "25", "2"), without(2), ["skipped_long 25"], 1],
  ["one of 0 s", from("2.000000", "2.000000", "0.000000", "2.000000"), without(2), ["skipped_empty 0"], 0],
  [
    "one of an hour, after the encoder's clock jumped",
    from("2", "2", "3600.5", "2"),
    without(2),
    ["skipped_long 3601"],
    1,
  ],
  ["one that goes back in time", from("2", "2", "-3600", "2"), without(2), ["skipped_empty 0"], 0],
  ["segments of 10 s", from("10", "10", "10", "10"), without(), ["long_segments 10"], 0],
  [
    "a last one of 0 s and the end",
    `${from("2", "2", "2", "0.000000")}#EXT-X-ENDLIST\n`,
    without(3),
    ["skipped_empty 0"],
    0,
  ],
])("%s: the others are published, and the host is told", async (_, text, published, warnings, missing) => {
  expect(await send(text)).toBe(201);
  expect(await site.published(id)).toEqual(published);
  expect(await site.warningsOf(id)).toEqual(warnings);
  expect(await gaps()).toBe(missing);
});

test("a stream whose last segment has 0 s ends after its end mark", async () => {
  await send(`${from("2", "2", "0.000000")}#EXT-X-ENDLIST\n`, 3);
  const { rows } = await sql`select from streams where id = ${id} and encoder_ended_at is not null`.execute(site.db);
  expect(rows).toHaveLength(1);
});

test("names with ./ are taken, and so are captions and playlists with a byte order mark", async () => {
  expect(await send(`\uFEFF${from("2", "2").replace("index1.ts", "./index1.ts")}`, 2)).toBe(201);
  expect(await site.published(id)).toEqual(["index0.ts", "index1.ts"]);
  const captions = "\uFEFFWEBVTT\n\n00:00.000 --> 00:02.000\nWelcome to the road!\n";
  expect(await site.put("captions0.vtt", captions)).toBe(201);
  expect(await site.put("captions1.vtt", "\uFEFF<script>")).toBe(400);
});

test("what is refused is told to the host, with the reason", async () => {
  await site.push(2);
  expect(await site.put("index2.ts", "<script>")).toBe(400);
  const { body } = await site.admin.get(`/api/admin/streams/${id}/health`);
  expect(body.warnings).toEqual([
    { kind: "refused_file", seconds: null, detail: "index2.ts: This isn't what its name says" },
  ]);
  await sql`update stream_warnings set warned_at = warned_at - interval '61 seconds'`.execute(site.db);
  expect(await site.warningsOf(id)).toEqual([]);
});

/** What an encoder sends that has made `count` segments so far. */
async function sendAs(agent: string, count: number, key = site.host.key): Promise<number> {
  const put = async (path: string, payload: Buffer | string) =>
    (
      await site.app.server.inject({
        method: "PUT",
        url: `/ingest/${key}/${path}`,
        payload,
        headers: { "content-type": "application/octet-stream", "user-agent": agent },
      })
    ).statusCode;
  const first = Math.max(0, count - 3);
  await put(`index${count - 1}.ts`, segment(count - 1));
  return put("index.m3u8", playlist(count - first, { from: first }));
}

const switchEncoder = () => site.admin.post(`/api/admin/streams/${id}/switch-encoder`, {});

test.each([
  ["on one machine", "Lavf", "Lavf"],
  ["on two", "Lavf", "OBS"],
])("of two encoders with one key %s, the first is played; the studio says so and can switch", async (_, a, b) => {
  for (let n = 1; n <= 5; n++) expect(await sendAs(a, n)).toBe(201);
  expect(await switchEncoder()).toMatchObject({ status: 409 });
  const names = (...numbers: number[]) => numbers.map((n) => `index${n}.ts`);
  expect(await sendAs(b, 1)).toBe(409);
  for (const n of [6, 7]) {
    expect(await sendAs(a, n)).toBe(201);
    expect(await sendAs(b, n - 4)).toBe(409);
  }
  expect(await site.published(id)).toEqual(names(0, 1, 2, 3, 4, 5, 6));
  expect(await site.warningsOf(id)).toEqual(["second_encoder"]);

  expect((await switchEncoder()).status).toBe(200);
  for (const n of [8, 9]) {
    expect(await sendAs(a, n)).toBe(409);
    expect(await sendAs(b, n - 4)).toBe(201);
  }
  expect(await site.published(id)).toEqual(names(0, 1, 2, 3, 4, 5, 6, 3, 4));
  expect(await site.warningsOf(id)).toEqual(["second_encoder"]);
  const viewer = createViewer(site);
  await viewer.watch(id);
  expect((await viewer.playlist(id)).text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1);
});

test("once the first encoder is gone, the second one is played", async () => {
  for (let n = 1; n <= 3; n++) await sendAs("Lavf", n);
  expect(await sendAs("Lavf", 1)).toBe(409);
  await site.letEncoderGo(id);
  expect(await sendAs("Lavf", 2)).toBe(201);
  expect(await site.published(id)).toEqual(["index0.ts", "index1.ts", "index2.ts", "index0.ts", "index1.ts"]);
});

test("an encoder with two renditions that restarts is one encoder", async () => {
  const sendBoth = async (count: number) => {
    const answers = [];
    for (const folder of ["low", "high"]) {
      for (let n = 0; n < count; n++) await site.put(`${folder}/a${n}.ts`, segment(n));
      answers.push(await site.put(`${folder}/index.m3u8`, playlist(count).replaceAll("index", "a")));
    }
    return answers;
  };
  expect(await sendBoth(3)).toEqual([201, 201]);
  await site.letEncoderGo(id);
  expect(await sendBoth(1)).toEqual([201, 201]);
  expect(await site.published(id)).toHaveLength(8);
});
