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
const startOf = async (id: number) =>
  (await sql<{ at: Date }>`select started_at as at from streams where id = ${id}`.execute(site.db)).rows[0]!.at;

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
  const isTestPush = async () => (await site.admin.get(`/api/admin/streams/${id}`)).body.isTestPush;
  expect(await isTestPush()).toBe(true);
  await pass(3700);
  await site.app.runJob("streams");
  expect([await site.statusOf(id), await isTestPush()]).toEqual(["starting", false]);
  await site.push(2, { from: 2 });
  expect([await site.statusOf(id), await isLive()]).toEqual(["live", true]);
  expect((await site.anon.get("/api/streams")).body).toMatchObject({ live: [{ id }], upcoming: [], next: null });
  const startedAt = await startOf(id);
  await pass(6);
  await site.app.runJob("streams");
  expect([await site.statusOf(id), await isLive()]).toEqual(["stalled", true]);
  await site.push(1, { from: 4 });
  expect(await site.statusOf(id)).toBe("live");
  // A dropped connection is no new start: the replay has what came before.
  expect(await startOf(id)).toEqual(startedAt);
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

/** A published embed, put into a status by hand, `hours` from now. */
async function createIn(status: string, hours: number, draft: object = {}): Promise<number> {
  const startsAt = new Date(Date.now() + (movedSeconds + hours * 3600) * 1000).toISOString();
  const source = { kind: "embed", address: "https://youtu.be/dQw4w9WgXcQ" };
  const { id } = await site.createStream({ source, title: `${status} ${hours}`, startsAt, ...draft });
  const hasStarted = !["scheduled", "starting"].includes(status);
  await sql`
    update streams set status = ${status}, started_at = ${hasStarted ? startsAt : null},
      ended_at = ${["ended", "replay"].includes(status) ? startsAt : null} where id = ${id}`.execute(site.db);
  return id;
}

test("visitors see what is live, the next one first, and the latest replay first; staff filter all of them", async () => {
  const party = await site.create.event({ title: "Velvet Riddim", slug: "velvet-riddim" });
  const unannounced = await site.create.event({ title: "Secret Fete", visibility: "draft" });
  const made = {
    secondLive: await createIn("stalled", -1),
    firstLive: await createIn("live", -2, { eventId: party, access: "tickets", title: "Riddim Live" }),
    later: await createIn("scheduled", 50, { eventId: unannounced }),
    tie: await createIn("scheduled", 5, { title: "Tie" }),
    otherTie: await createIn("scheduled", 5, { title: "Other tie" }),
    test: await createIn("starting", 3, { source: { kind: "push", keyId: site.host.id } }),
    due: await createIn("starting", -3),
    oldReplay: await createIn("replay", -900),
    newReplay: await createIn("replay", -90, { access: "members" }),
    ended: await createIn("ended", -80),
    draft: (await site.createStream({ title: "Draft Riddim", startsAt: inAnHour() }, { isPublished: false })).id,
    deleted: await createIn("live", -4),
  };
  const nameOf = (id: number) => Object.entries(made).find(([, each]) => each === id)?.[0];
  await sql`update streams set deleted_at = clock_now() where id = ${made.deleted}`.execute(site.db);

  const { body } = await site.anon.get("/api/streams");
  const shown = (rows: { id: number; status: string }[]) => rows.map(({ id, status }) => `${nameOf(id)} ${status}`);
  expect({ live: shown(body.live), upcoming: shown(body.upcoming), replays: shown(body.replays) }).toEqual({
    live: ["firstLive live", "secondLive stalled"],
    upcoming: ["due starting", "test scheduled", "tie scheduled", "otherTie scheduled", "later scheduled"],
    replays: ["newReplay replay", "oldReplay replay"],
  });
  expect(nameOf(body.next!.id)).toBe("due");
  expect(body.upcoming.at(-1)!.event).toBeNull();
  const { body: event } = await site.anon.get(`/api/events/${party}`);
  expect(body.live[0]).toEqual({
    id: made.firstLive,
    title: "Riddim Live",
    poster: null,
    startsAt: expect.any(String),
    timeZone: "America/New_York",
    status: "live",
    source: "embed",
    access: "tickets",
    event: {
      id: party,
      title: "Velvet Riddim",
      slug: "velvet-riddim",
      startsAt: event.startsAt,
      timeZone: event.timeZone,
    },
    startedAt: body.live[0]!.startsAt,
    endedAt: null,
  });

  const listed = async (query: string) => {
    const { body: list } = await site.admin.get(`/api/admin/streams?${query}`);
    expect(list.total).toBe(list.items.length);
    return list.items.map(({ id }: { id: number }) => nameOf(id));
  };
  expect({
    all: await listed("show=all"),
    upcoming: await listed("show=upcoming"),
    live: await listed("show=live"),
    past: await listed("show=past"),
    draft: await listed("show=draft"),
    source: await listed("source=push"),
    event: await listed(`event=${party}`),
    // All words of a search, in any order.
    q: await listed("q=riddim+draft"),
  }).toEqual({
    all: [
      "later",
      "otherTie",
      "tie",
      "test",
      "draft",
      "secondLive",
      "firstLive",
      "due",
      "ended",
      "newReplay",
      "oldReplay",
    ],
    upcoming: ["later", "otherTie", "tie", "test", "draft", "due"],
    live: ["secondLive", "firstLive"],
    past: ["ended", "newReplay", "oldReplay"],
    draft: ["draft"],
    source: ["test", "draft"],
    event: ["firstLive"],
    q: ["draft"],
  });
  const { body: found } = await site.admin.get(`/api/admin/streams?event=${party}`);
  expect(found.items[0]).toMatchObject({ eventTitle: "Velvet Riddim", keyName: null, isPublished: true });
  const { body: drafts } = await site.admin.get("/api/admin/streams?show=draft");
  expect(drafts.items[0]).toMatchObject({ eventTitle: null, keyName: "DJ Marlon", isPublished: false });
});

test("every field of a stream is saved as staff enter it, when it is created and when it changes", async () => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const types = [
    await site.create.ticketType({ eventId, name: "VIP", position: 2 }),
    await site.create.ticketType({ eventId, name: "Stream pass", position: 1 }),
  ];
  const key = await site.createKey("DJ Nia");
  const startsAt = inAnHour();
  const first = {
    title: "Yard Sessions",
    description: "From the yard.",
    startsAt,
    timeZone: "America/Chicago",
    eventId,
    source: { kind: "push", keyId: key.id },
    access: "pass",
    passTypeIds: types,
    isRecorded: false,
  };
  const { id } = await site.createStream(first, { key });
  const read = async () => (await site.admin.get(`/api/admin/streams/${id}`)).body;
  const created = await read();
  expect(created).toMatchObject({
    id,
    title: "Yard Sessions",
    description: "From the yard.",
    startsAt,
    timeZone: "America/Chicago",
    source: "push",
    access: "pass",
    isRecorded: false,
    isPublished: true,
    hasRecording: false,
    address: null,
    embed: null,
    offer: null,
    startedAt: null,
    endedAt: null,
    status: "scheduled",
    key: {
      id: key.id,
      name: "DJ Nia",
      isRevoked: false,
    },
    event: {
      id: eventId,
      title: "Velvet Riddim",
    },
    passes: [
      {
        id: types[1],
        name: "Stream pass",
        eventId,
      },
      {
        id: types[0],
        name: "VIP",
        eventId,
      },
    ],
  });
  const save = async (more: object) => {
    const { version } = await read();
    return (await site.admin.call("PUT", `/api/admin/streams/${id}`, { ...first, ...more, version })).body;
  };
  const later = new Date(Date.parse(startsAt) + 3_600_000).toISOString();
  await save({ passTypeIds: [types[0]] });
  expect((await read()).passes).toEqual([{ id: types[0], name: "VIP", eventId }]);
  const address = "https://cdn.example.com/live/index.m3u8";
  const change = { title: "Dawn", description: "New", startsAt: later, timeZone: "America/New_York", eventId: null };
  await save({ ...change, source: { kind: "hls", address }, access: "members", isRecorded: true });
  expect(await read()).toMatchObject({
    title: "Dawn",
    description: "New",
    startsAt: later,
    timeZone: "America/New_York",
    event: null,
    source: "hls",
    address,
    key: null,
    embed: null,
    access: "members",
    passes: [],
    isRecorded: true,
    version: created.version + 2,
  });
  await save({ source: { kind: "embed", address: "https://www.twitch.tv/videos/123456789" }, access: "free" });
  expect(await read()).toMatchObject({
    source: "embed",
    address: null,
    embed: { provider: "twitch", videoId: "123456789" },
  });
  const { rows } = await sql<{ action: string; before: object | null; after: object }>`
    select action, before, after from audit_log where target_kind = 'stream' and target_id = ${String(id)} order by id`.execute(
    site.db,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    "stream.created",
    "stream.published",
    ...Array(3).fill("stream.changed"),
  ]);
  expect(rows[3]).toMatchObject({
    before: { title: "Yard Sessions", source: "push", from: "DJ Nia", access: "pass", event: "Velvet Riddim" },
    after: { title: "Dawn", source: "hls", from: address, access: "members", event: null, isRecorded: true },
  });
});

test("what has begun keeps its source, and what is over can't be ended or started again", async () => {
  const { id } = await site.createStream();
  await site.push(2);
  const code = async (path: string, body: object = {}) =>
    (await site.admin.post(`/api/admin/streams/${id}/${path}`, body)).body.code;
  expect(await code("replay", { isPublished: true })).toBe("not_ready");
  const { body } = await site.admin.get(`/api/admin/streams/${id}`);
  const { title, startsAt, timeZone, access, version } = body;
  const save = (keyId: number) =>
    site.admin.call("PUT", `/api/admin/streams/${id}`, {
      title,
      startsAt,
      timeZone,
      access,
      version,
      source: {
        kind: "push",
        keyId,
      },
    });
  const other = await site.createKey();
  expect((await save(other.id)).body).toMatchObject({ code: "not_ready" });
  // Its own key goes with it even once it is revoked.
  await sql`update stream_keys set revoked_at = clock_now() where id = ${site.host.id}`.execute(site.db);
  expect((await save(site.host.id)).body).toMatchObject({ status: "live", key: { isRevoked: true } });
  await sql`update stream_keys set revoked_at = null where id = ${site.host.id}`.execute(site.db);
  await site.admin.post(`/api/admin/streams/${id}/end`);
  expect([await code("end"), await code("go-live")]).toEqual(["not_ready", "not_ready"]);
  expect((await site.admin.post(`/api/admin/streams/${id}/replay`, { isPublished: true })).body).toMatchObject({
    status: "replay",
    hasRecording: true,
  });
  expect((await site.anon.get("/api/streams")).body.replays).toMatchObject([{ id }]);
  expect((await site.admin.post(`/api/admin/streams/${id}/replay`, { isPublished: false })).body.status).toBe("ended");
  expect((await site.anon.get("/api/streams")).body.replays).toEqual([]);
  const unrecorded = await createIn("ended", -1, { source: { kind: "push", keyId: other.id } });
  expect((await site.admin.post(`/api/admin/streams/${unrecorded}/replay`, { isPublished: true })).body.code).toBe(
    "not_ready",
  );
});

test("keys are listed newest first, with their host and their last use", async () => {
  const { body: before } = await site.admin.get("/api/admin/stream-keys");
  const key = await site.createKey("DJ Last");
  await site.createStream({}, { key });
  const rows = async () => (await site.admin.get("/api/admin/stream-keys")).body.items;
  expect((await rows())[0]).toMatchObject({ id: key.id, name: "DJ Last", lastUsedAt: null, revokedAt: null });
  await site.push(1, { key: key.key });
  expect((await rows())[0]).toMatchObject({ lastUsedAt: expect.any(String), revokedAt: null });
  expect((await rows()).slice(1).map(({ id }: { id: number }) => id)).toEqual(
    before.items.map(({ id }: { id: number }) => id),
  );
  await site.admin.call("DELETE", `/api/admin/stream-keys/${key.id}`, {});
  expect((await rows())[0]).toMatchObject({ id: key.id, revokedAt: expect.any(String) });
  expect(await site.put("index1.ts", segment(1), key.key)).toBe(403);
  expect((await site.admin.call("DELETE", `/api/admin/stream-keys/${key.id}`, {})).status).toBe(404);
});
