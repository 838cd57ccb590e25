import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { signToken } from "#server/modules/streams/watching/tokens.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { createSite, type Client } from "#testing/site.ts";
import { refund, wish } from "#tests/refunds/kit.ts";
import { createStreamSite, createViewer, type StreamSite, type TestViewer } from "#testing/stream-site.ts";

let site: StreamSite;
let eventId: number;
let typeId: number;
beforeAll(async () => {
  site = await createStreamSite();
});
afterAll(async () => {
  await expectInvariants(site.db);
  await site.close();
});
beforeEach(async () => {
  await sql`update streams set deleted_at = clock_now() where deleted_at is null`.execute(site.db);
  eventId = await site.create.event();
  typeId = await site.create.ticketType({ eventId });
});

async function goLive(draft: object = {}) {
  const { id } = await site.createStream(draft);
  await site.push(3);
  return id;
}

const codeOf = async (viewer: TestViewer, id: number) => {
  const { status, body } = await viewer.watch(id);
  return status === 200 ? "plays" : body.code;
};
async function buyer(ticketTypeId = typeId) {
  const who = await site.as("user");
  const { body: order } = await site.buy(who, [{ ticketTypeId, quantity: 1 }]);
  expect(order.status).toBe("paid");
  return { who, order };
}

test("who may watch what", async () => {
  const passType = await site.create.ticketType({ eventId, name: "Stream pass" });
  const people: Record<string, Client | undefined> = {
    visitor: undefined,
    guest: await site.as("guest"),
    member: await site.as("user"),
    moderator: await site.as("moderator"),
    admin: site.admin,
    ticketHolder: (await buyer()).who,
    passHolder: (await buyer(passType)).who,
  };
  const expected: Record<string, [object, Record<string, string>]> = {
    free: [{}, {}],
    members: [{ access: "members" }, { visitor: "not_signed_in", guest: "not_signed_in" }],
    tickets: [
      { access: "tickets", eventId },
      { visitor: "not_signed_in", guest: "not_signed_in", member: "not_allowed", moderator: "not_allowed" },
    ],
    pass: [
      { access: "pass", passTypeIds: [passType] },
      {
        visitor: "not_signed_in",
        guest: "not_signed_in",
        member: "not_allowed",
        moderator: "not_allowed",
        ticketHolder: "not_allowed",
      },
    ],
  };
  for (const [access, [draft, refusals]] of Object.entries(expected)) {
    await sql`update streams set deleted_at = clock_now() where deleted_at is null`.execute(site.db);
    const id = await goLive(draft);
    for (const [name, who] of Object.entries(people)) {
      const viewer = createViewer(site, who);
      const code = await codeOf(viewer, id);
      expect([access, name, code]).toEqual([access, name, refusals[name] ?? "plays"]);
      // The playlist decides for itself, whatever the page was told.
      const { status } = await viewer.playlist(id);
      expect([access, name, status === 200]).toEqual([access, name, code === "plays"]);
    }
  }
});

test("a stream opens to visitors when it is live, and a draft only to admins", async () => {
  const { id } = await site.createStream({ startsAt: new Date(Date.now() + 3_600_000).toISOString() });
  const viewer = createViewer(site);
  expect(await codeOf(viewer, id)).toBe("not_ready");
  await site.push(2);
  expect(await site.statusOf(id)).toBe("starting");
  expect((await site.anon.get(`/api/streams/${id}`)).body.status).toBe("scheduled");
  expect(await codeOf(viewer, id)).toBe("not_ready");
  expect((await viewer.playlist(id)).status).toBe(409);
  expect(await codeOf(createViewer(site, site.admin), id)).toBe("plays");
  await site.admin.post(`/api/admin/streams/${id}/go-live`);
  expect(await codeOf(viewer, id)).toBe("plays");
  const draft = await site.createStream({}, { isPublished: false });
  expect(await codeOf(viewer, draft.id)).toBe("not_found");
  expect(await codeOf(createViewer(site, site.admin), draft.id)).toBe("plays");
});

test("a copied address opens nothing, with another cookie or without one", async () => {
  const id = await goLive();
  const viewer = createViewer(site);
  await viewer.watch(id);
  const [address] = await viewer.segments(id);
  expect((await viewer.get(address!)).status).toBe(200);
  const thief = createViewer(site);
  expect((await thief.get(address!)).status).toBe(401);
  expect((await thief.get(`/hls/${id}/main.m3u8`)).status).toBe(401);
  await thief.watch(await goLive().catch(() => id));
  thief.cookies.delete("sg_watch");
  expect((await thief.get(address!)).status).toBe(403);
});

test("tokens: expired, forged, of another stream, missing", async () => {
  const id = await goLive();
  const viewer = createViewer(site);
  await viewer.watch(id);
  viewer.cookies.delete("sg_watch");
  const [address] = await viewer.segments(id);
  const path = address!.split("?")[0]!;
  const key = site.app.deps.keys["stream-links"];
  const own = { secret: viewer.cookies.get("sg_viewer")!, isSession: false };
  const statusWith = async (token: string) => (await viewer.get(`${path}?t=${token}`)).status;
  const { token } = signToken(key, id, own);
  expect(await statusWith(token)).toBe(200);
  expect(await statusWith(signToken(key, id, own, Date.now() - 31_000).token)).toBe(403);
  expect(await statusWith(signToken(key, id + 1, own).token)).toBe(403);
  expect(await statusWith(signToken(Buffer.alloc(32), id, own).token)).toBe(403);
  expect(await statusWith(token.replace(/^\d+/, (exp) => String(Number(exp) + 15)))).toBe(403);
  expect((await viewer.get(path)).status).toBe(403);
  // The browser's own player sends the token as a cookie.
  await viewer.token(id);
  expect((await viewer.get(path)).status).toBe(200);
  // A segment opens in its own stream only.
  const { id: other } = await site.createStream({ source: { kind: "push", keyId: (await site.createKey()).id } });
  const elsewhere = path.replace(`/hls/${id}/`, `/hls/${other}/`);
  expect((await viewer.get(`${elsewhere}?t=${signToken(key, other, own).token}`)).status).toBe(404);
});

test("a refund closes the stream for its ticket, with the segments that it was given", async () => {
  const id = await goLive({ access: "tickets", eventId });
  const { who, order } = await buyer();
  const kept = createViewer(site, (await buyer()).who);
  const viewer = createViewer(site, who);
  for (const each of [viewer, kept]) await each.watch(id);
  const [address] = await viewer.segments(id);
  const [other] = await kept.segments(id);
  expect((await viewer.get(address!)).status).toBe(200);
  expect((await refund(site.admin, order.id, wish(order.totalCents))).status).toBe(201);
  await site.app.runJob("stream-access");
  expect((await viewer.get(address!)).status).toBe(403);
  expect((await viewer.playlist(id)).status).toBe(403);
  expect((await viewer.token(id)).status).toBe(403);
  expect((await kept.get(other!)).status).toBe(200);
  expect((await kept.playlist(id)).status).toBe(200);
});

test("whoever is suspended watches nothing that needs an account, whichever node they ask", async () => {
  const id = await goLive({ access: "members" });
  const who = await site.as("user");
  expect(await codeOf(createViewer(site, who), id)).toBe("plays");
  expect((await site.admin.post(`/api/admin/users/${who.id}/suspend`, { reason: "Threats in chat" })).status).toBe(200);
  // A node trusts for five seconds what it has looked up; this one has looked up nothing.
  const node = await createSite({ database: site.database, settings: { DATA_DIR: site.dataDir } });
  onTestFinished(() => node.close());
  const viewer = createViewer(node, who);
  expect(await codeOf(viewer, id)).toBe("not_signed_in");
  expect((await viewer.playlist(id)).status).toBe(401);
  expect((await viewer.token(id)).status).toBe(401);
});

test("a ticket plays on two devices at a time, however many ask at once", async () => {
  const id = await goLive({ access: "tickets", eventId });
  const { who } = await buyer();
  const devices = await Promise.all(
    Array.from({ length: 8 }, async () => createViewer(site, await anotherSession(who))),
  );
  const codes = await Promise.all(devices.map((device) => codeOf(device, id)));
  expect(codes.filter((code) => code === "plays")).toHaveLength(2);
  expect(codes.filter((code) => code === "over_limit")).toHaveLength(6);
  const [first, waiting] = [codes.indexOf("plays"), codes.indexOf("over_limit")];
  expect((await devices[waiting]!.playlist(id)).status).toBe(409);
  // A device that nobody has heard from for a while makes room.
  await sql`update stream_seats set seen_at = clock_now() - interval '46 seconds' where seat = 1`.execute(site.db);
  expect(await codeOf(devices[waiting]!, id)).toBe("plays");
  expect(first).toBeGreaterThanOrEqual(0);
});

test("one cookie in six networks plays in the last two: each new one takes the seat of the oldest", async () => {
  const id = await goLive({ access: "tickets", eventId });
  const { who } = await buyer();
  const players = Array.from({ length: 6 }, (_, n) => createViewer(site, who, `198.51.100.${n + 1}`));
  for (const player of players) expect(await codeOf(player, id)).toBe("plays");
  const playing = async () => {
    const statuses = [];
    for (const player of players) statuses.push((await player.playlist(id)).status);
    return statuses;
  };
  expect(await playing()).toEqual([409, 409, 409, 409, 200, 200]);
  // A player that asks why it stopped displaces nobody; a visitor who presses play does.
  expect((await players[0]!.watch(id, { keepsSeat: true })).body.code).toBe("over_limit");
  expect((await players[0]!.token(id)).status).toBe(409);
  expect(await playing()).toEqual([409, 409, 409, 409, 200, 200]);
  expect(await codeOf(players[0]!, id)).toBe("plays");
  expect(await playing()).toEqual([200, 409, 409, 409, 409, 200]);
});

test("a device that changes its network goes on, and another device keeps its seat", async () => {
  const id = await goLive({ access: "tickets", eventId });
  const { who } = await buyer();
  const other = createViewer(site, await anotherSession(who));
  for (const player of [createViewer(site, who, "198.51.100.1"), other]) expect(await codeOf(player, id)).toBe("plays");
  const moved = createViewer(site, who, "203.0.113.9");
  expect((await moved.playlist(id)).status).toBe(409);
  await sql`update stream_seats set seen_at = clock_now() - interval '26 seconds'`.execute(site.db);
  expect((await moved.playlist(id)).status).toBe(200);
  expect((await other.playlist(id)).status).toBe(200);
});

/** The same person on another device. */
async function anotherSession(who: Client): Promise<Client> {
  const other = await site.as("user");
  await sql`update sessions set user_id = ${who.id} where user_id = ${other.id}`.execute(site.db);
  return other;
}

test("viewers count while they beat, and the studio sees them by minute", async () => {
  const id = await goLive();
  const viewers = [createViewer(site), createViewer(site), createViewer(site, await site.as("user"))];
  for (const viewer of viewers) await viewer.watch(id);
  for (const viewer of [...viewers, viewers[0]!]) expect((await viewer.beat(id)).status).toBe(200);
  expect((await viewers[0]!.beat(id)).body).toEqual({ status: "live", viewers: 3 });
  expect((await createViewer(site).beat(id)).status).toBe(401);
  await site.app.runJob("stream-minutes");
  await sql`update stream_viewers set seen_at = clock_now() - interval '46 seconds' where stream_id = ${id}`.execute(
    site.db,
  );
  await site.app.runJob("stream-minutes");
  const { body } = await site.admin.get(`/api/admin/streams/${id}/health`);
  expect(body).toMatchObject({ viewersNow: 0, viewersPeak: 3, minutes: [{ viewers: 3 }] });
});

test("an external address and an embed are told only to those who may watch", async () => {
  const address = "https://cdn.example.com/live/index.m3u8";
  const { id } = await site.createStream({ source: { kind: "hls", address }, access: "members" });
  expect(await codeOf(createViewer(site), id)).toBe("not_signed_in");
  expect((await site.anon.get(`/api/streams/${id}`)).text).not.toContain("cdn.example.com");
  const member = createViewer(site, await site.as("user"));
  expect((await member.watch(id)).body).toEqual({ kind: "address", url: address });
  const embed = await site.createStream({ source: { kind: "embed", address: "https://youtu.be/dQw4w9WgXcQ?si=1" } });
  expect((await createViewer(site).watch(embed.id)).body).toEqual({
    kind: "embed",
    provider: "youtube",
    videoId: "dQw4w9WgXcQ",
  });
});
