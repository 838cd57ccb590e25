import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { createStreamSite, createViewer, segment, type StreamSite } from "#testing/stream-site.ts";

let site: StreamSite;
beforeAll(async () => {
  site = await createStreamSite();
  await installMovingClock(site.database);
});
afterAll(async () => {
  await expectInvariants(site.db);
  await site.close();
});
beforeEach(async () => {
  await sql`update streams set deleted_at = clock_now(), is_published = false where deleted_at is null`.execute(
    site.db,
  );
});

let movedSeconds = 0;
async function pass(seconds: number) {
  movedSeconds += seconds;
  await moveClock(site.database, seconds);
}
const inAnHour = () => new Date(Date.now() + (movedSeconds + 3600) * 1000).toISOString();
const isLive = async () => (await site.anon.get("/api/site")).body.isLive;

test("a stream from its schedule to its end, by the clock, and the site says when it is live", async () => {
  const { id } = await site.createStream({ startsAt: inAnHour() });
  expect((await site.anon.get("/api/streams")).body).toMatchObject({ live: [], upcoming: [{ id }], next: { id } });
  await site.push(2);
  expect([await site.statusOf(id), await isLive()]).toEqual(["starting", false]);
  await pass(3700);
  await site.app.runJob("streams");
  expect(await site.statusOf(id)).toBe("starting");
  await site.push(2, { from: 2 });
  expect([await site.statusOf(id), await isLive()]).toEqual(["live", true]);
  expect((await site.anon.get("/api/streams")).body).toMatchObject({ live: [{ id }], upcoming: [], next: null });
  await pass(6);
  await site.app.runJob("streams");
  expect([await site.statusOf(id), await isLive()]).toEqual(["stalled", true]);
  await site.push(1, { from: 4 });
  expect(await site.statusOf(id)).toBe("live");
  await site.push(1, { from: 5, isEnded: true });
  await pass(65);
  await site.app.runJob("streams");
  expect([await site.statusOf(id), await isLive()]).toEqual(["ended", false]);
  // What an encoder sends now belongs to no stream.
  expect(await site.put("index6.ts", segment(6))).toBe(409);
});

test("the dot is for published streams only, and an embed is live at its time", async () => {
  const source = { kind: "embed", address: "https://youtu.be/dQw4w9WgXcQ" };
  const { id } = await site.createStream({ source, startsAt: inAnHour() });
  expect(await isLive()).toBe(false);
  expect((await site.admin.post(`/api/admin/streams/${id}/go-live`)).body.status).toBe("live");
  expect(await isLive()).toBe(true);
  await site.admin.post(`/api/admin/streams/${id}/publish`, { isPublished: false });
  expect(await isLive()).toBe(false);
  await site.admin.post(`/api/admin/streams/${id}/publish`, { isPublished: true });
  expect((await site.admin.call("DELETE", `/api/admin/streams/${id}`, {})).body.code).toBe("in_use");
  await site.admin.post(`/api/admin/streams/${id}/end`);
  expect(await isLive()).toBe(false);
  expect((await site.admin.call("DELETE", `/api/admin/streams/${id}`, {})).status).toBe(200);
  expect((await site.anon.get(`/api/streams/${id}`)).status).toBe(404);
});

test("staff are told what is wrong with a stream, and nobody overwrites another's changes", async () => {
  const draft = {
    title: "Yard Sessions",
    startsAt: inAnHour(),
    timeZone: "America/New_York",
    source: { kind: "push", keyId: site.host.id },
    access: "free",
  };
  const create = async (more: object) => (await site.admin.post("/api/admin/streams", { ...draft, ...more })).body.code;
  expect(await create({ source: { kind: "embed", address: "https://evil.example/x" } })).toBe("invalid_input");
  expect(await create({ source: { kind: "hls", address: "http://cdn.example.com/x.m3u8" } })).toBe("invalid_input");
  expect(await create({ source: { kind: "push", keyId: 999_999 } })).toBe("not_found");
  expect(await create({ access: "tickets" })).toBe("invalid_input");
  expect(await create({ access: "pass" })).toBe("invalid_input");
  expect(await create({ access: "pass", passTypeIds: [999_999] })).toBe("not_found");
  expect(await create({ eventId: 999_999 })).toBe("not_found");
  expect(await create({ pictureId: 999_999 })).toBe("not_found");
  const { id, version } = await site.createStream();
  const save = (more: object) => site.admin.call("PUT", `/api/admin/streams/${id}`, { ...draft, version, ...more });
  expect((await save({ title: "Dawn" })).body).toMatchObject({ title: "Dawn", version: version + 1 });
  expect((await save({ title: "Dusk" })).body.code).toBe("edited_meanwhile");
  expect((await site.admin.post(`/api/admin/streams/${id}/replay`, { isPublished: true })).body.code).toBe("not_ready");
});

test("everyone who asked gets one email when it is live", async () => {
  const { id } = await site.createStream({ startsAt: inAnHour() });
  const member = await site.as("user");
  await sql`update users set email = 'member@example.com' where id = ${member.id}`.execute(site.db);
  expect((await member.post(`/api/streams/${id}/reminder`, {})).status).toBe(202);
  for (let round = 0; round < 2; round++)
    await site.anon.post(`/api/streams/${id}/reminder`, { email: "marva@example.com" });
  expect((await site.anon.post(`/api/streams/${id}/reminder`, {})).body.code).toBe("invalid_input");
  await site.app.runJob("stream-reminders");
  expect(await mails()).toEqual([]);
  await site.push(2);
  await site.admin.post(`/api/admin/streams/${id}/go-live`);
  for (let round = 0; round < 3; round++) await site.app.runJob("stream-reminders");
  expect(await mails()).toEqual([
    ["marva@example.com", "Live now: Yard Sessions"],
    ["member@example.com", "Live now: Yard Sessions"],
  ]);
  expect((await site.anon.post(`/api/streams/${id}/reminder`, { email: "late@example.com" })).status).toBe(404);
});

test("a show that stalls for a moment while its emails leave is still announced", async () => {
  const { id } = await site.createStream({ title: "Hiccup Sessions", startsAt: inAnHour() });
  await site.anon.post(`/api/streams/${id}/reminder`, { email: "hiccup@example.com" });
  await site.push(2);
  await site.admin.post(`/api/admin/streams/${id}/go-live`);
  await site.app.runJob("stream-reminders");
  await sql`update streams set status = 'stalled' where id = ${id}`.execute(site.db);
  expect(await mails()).toContainEqual(["hiccup@example.com", "Live now: Hiccup Sessions"]);
  await site.admin.post(`/api/admin/streams/${id}/end`);
});

async function mails() {
  await site.app.runJob("mail");
  const { rows } = await sql<{ to: string; subject: string }>`
    select to_address as "to", subject from emails where kind = 'stream_live' order by to_address`.execute(site.db);
  return rows.map(({ to, subject }) => [to, subject]);
}

test("files that nobody needs are deleted: test pushes, broken uploads, and all but the recording", async () => {
  const folderOf = (id: number) => join(site.dataDir, "streams", String(id));
  const { id } = await site.createStream({ startsAt: inAnHour() });
  await site.push(2);
  await site.admin.post(`/api/admin/streams/${id}/go-live`);
  await site.push(2, { from: 2 });
  await site.put("never-named.ts", segment(9));
  await sql`insert into stream_segments (id, stream_id, path) values (gen_random_uuid(), ${id}, 'broken.ts')`.execute(
    site.db,
  );
  const key = await site.createKey();
  const unrecorded = await site.createStream({ isRecorded: false }, { key });
  await site.push(3, { key: key.key });
  await pass(700);
  await site.app.runJob("stream-leftovers");
  expect(readdirSync(folderOf(id))).toHaveLength(2);
  expect(await site.published(id)).toEqual(["index2.ts", "index3.ts"]);
  expect(readdirSync(folderOf(unrecorded.id))).toEqual([]);
  const { rows } = await sql`select from stream_segments where status <> 'published'`.execute(site.db);
  expect(rows).toEqual([]);
});

test("a part of a file that a killed server left is deleted, and files with rows stay", async () => {
  const { id } = await site.createStream();
  await site.push(2);
  const folder = join(site.dataDir, "streams", String(id));
  const [left, fresh] = [join(folder, ".0011223344556677"), join(folder, ".8899aabbccddeeff")];
  for (const path of [left, fresh]) writeFileSync(path, "half of");
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), longAgo, longAgo);
  utimesSync(fresh, new Date(), new Date());
  await site.app.runJob("stream-purges");
  const ids = await sql<{
    name: string;
  }>`select id || '.ts' as name from stream_segments where stream_id = ${id}`.execute(site.db);
  expect(readdirSync(folder).toSorted()).toEqual([".8899aabbccddeeff", ...ids.rows.map(({ name }) => name).toSorted()]);
});

test("two streams of one host don't get each other's video", async () => {
  const first = await site.createStream();
  const second = await site.createStream({ startsAt: new Date(Date.now() - 1000).toISOString() });
  await site.push(2);
  await site.app.runJob("streams");
  expect([await site.statusOf(first.id), await site.statusOf(second.id)]).toEqual(["live", "starting"]);
  await site.admin.post(`/api/admin/streams/${first.id}/end`);
  await site.push(2, { from: 2 });
  expect([await site.statusOf(first.id), await site.statusOf(second.id)]).toEqual(["ended", "live"]);
  expect(await site.published(second.id)).toEqual(["index2.ts", "index3.ts"]);
  const viewer = createViewer(site);
  await viewer.watch(second.id);
  expect(await viewer.segments(second.id)).toHaveLength(2);
});
