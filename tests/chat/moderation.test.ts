import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isControl, control } from "#testing/stream-client.ts";
import type { StreamMessage } from "#contract/realtime.ts";
import type { ChatLogEntry } from "#contract/chat/chat.ts";
import { createRoom, openChatSite, reason, sendChat, type ChatSite } from "./kit.ts";

let site: ChatSite;
let other: ChatSite;
beforeAll(async () => {
  site = await openChatSite();
  other = await openChatSite({ database: site.database });
});
afterAll(async () => {
  await other.close();
  await site.close();
});

const typed = (type: string) => (message: StreamMessage) => !isControl(message) && message.type === type;
const secret = "unspeakable-canary";

test("a hidden message is gone for 200 people within a second, and its text never leaves the server again", async () => {
  const roomId = await createRoom(site);
  const [author, moderator] = [await site.as("user"), await site.as("moderator")];
  const topic = `chat.${roomId}`;
  const viewers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => (index % 2 ? site : other).open(topic, { since: `${topic}:0` })),
  );
  for (const viewer of viewers) await viewer.until(control("positions"));
  const { id } = (await sendChat(author, roomId, secret)).body;
  await moderator.call("PUT", `/api/chat/rooms/${roomId}/pin`, { messageId: id });
  for (const viewer of viewers) await viewer.until(typed("pinned"));

  const startedAt = performance.now();
  expect((await moderator.post(`/api/chat/messages/${id}/hide`, { reason })).status).toBe(200);
  for (const viewer of viewers) await viewer.until(typed("hidden"));
  expect(performance.now() - startedAt).toBeLessThan(1000);
  // It isn't above the chat anymore either.
  const unpinned = { topic, type: "pinned", data: { message: null } };
  for (const viewer of viewers) expect(viewer.messages).toContainEqual(expect.objectContaining(unpinned));

  await sendChat(author, roomId, "A reply", { replyToId: id });
  const late = await other.open(topic, { since: `${topic}:0` });
  await late.until((message) => typed("message")(message) && JSON.stringify(message).includes("A reply"));
  const kept = await sql<{ all: string }>`select string_agg(m::text, ' ') as all from realtime_messages m`.execute(
    site.db,
  );
  const replies = await Promise.all(
    [author, moderator, site.anon].flatMap((who) => [
      who.get(`/api/chat/rooms/${roomId}`),
      who.get(`/api/chat/rooms/${roomId}/messages?before=${id + 100}`),
      who.get(`/api/chat/rooms/${roomId}/log`),
    ]),
  );
  const reacted = await author.call("PUT", `/api/chat/messages/${id}/reaction`, { kind: "fire" });
  expect(reacted.status).toBe(404);
  const everything = JSON.stringify([late.received, kept.rows, replies.map(({ text }) => text)]);
  expect(everything).not.toContain(secret);
  expect(replies[0]!.body).toMatchObject({ room: { pinned: null } });

  const restored = await moderator.post(`/api/chat/messages/${id}/restore`, { reason });
  expect(restored.body.text).toBe(secret);
  expect(await late.until(typed("restored"))).toMatchObject({ data: { id, text: secret } });
});

test("a banned person's connections lose the room on every node, a second one is refused, and nothing is posted", async () => {
  const roomId = await createRoom(site);
  const topic = `chat.${roomId}`;
  const [troll, moderator] = [await site.as("user"), await site.as("moderator")];
  const streams = [await site.open(topic, { token: troll.token }), await other.open(topic, { token: troll.token })];
  const witness = await other.open(topic);
  for (const stream of [...streams, witness]) await stream.until(control("positions"));
  await moderator.post(`/api/chat/rooms/${roomId}/bans`, {
    personId: troll.id,
    seconds: null,
    isEverywhere: false,
    reason,
  });
  await sendChat(moderator, roomId, "He is gone");
  await witness.until(typed("message"));
  for (const stream of streams) {
    await stream.ended;
    expect(stream.received.at(-1)).toEqual({ control: "closed", topic });
    expect(stream.messages).toEqual([]);
  }
  const second = await site.open(topic, { token: troll.token });
  await second.ended;
  expect(second.received).toEqual([{ control: "closed", topic }]);
  expect((await sendChat(troll, roomId, "I'm back")).body.code).toBe("chat_banned");
  expect((await troll.get(`/api/chat/rooms/${roomId}`)).body.code).toBe("chat_banned");
});

test("messages sent while someone is banned are in the room before the ban, or not at all", async () => {
  const roomId = await createRoom(site);
  const [troll, moderator] = [await site.as("user"), await site.as("moderator")];
  const posts = Array.from({ length: 30 }, (_, index) => sendChat(troll, roomId, `Spam ${index}`));
  await moderator.post(`/api/chat/rooms/${roomId}/bans`, {
    personId: troll.id,
    seconds: null,
    isEverywhere: false,
    reason,
  });
  await Promise.all(posts);
  const { rows } = await sql<{ type: string }>`
    select type from realtime_messages where topic = ${`chat.${roomId}`} order by seq`.execute(site.db);
  expect(rows.at(-1)).toEqual({ type: "recheck" });
});

test("a timeout ends by itself, and people read meanwhile", async () => {
  const roomId = await createRoom(site);
  const [noisy, moderator] = [await site.as("user"), await site.as("moderator")];
  await moderator.post(`/api/chat/rooms/${roomId}/bans`, {
    personId: noisy.id,
    seconds: 60,
    isEverywhere: false,
    reason,
  });
  expect((await sendChat(noisy, roomId, "Hey")).body.code).toBe("not_allowed");
  const { you } = (await noisy.get(`/api/chat/rooms/${roomId}`)).body;
  expect(you).toMatchObject({ refusal: "timed_out", mutedUntil: expect.any(String), canModerate: false });
  await sql`update chat_bans set until = clock_now() where user_id = ${noisy.id}`.execute(site.db);
  expect((await sendChat(noisy, roomId, "Sorry")).status).toBe(201);
});

test("a deleted account's messages stay without its name, also in what is replayed", async () => {
  const roomId = await createRoom(site);
  const author = await site.as("guest", "Marva Canary");
  await sendChat(author, roomId, "See you there");
  await site.app.deps.db
    .transaction()
    .execute((tx) => site.app.deps.personalRecords.forgetAll(tx, { id: author.id, email: null }));
  const { messages } = (await site.anon.get(`/api/chat/rooms/${roomId}`)).body;
  expect(messages).toMatchObject([{ authorId: null, authorName: "Deleted account", text: "See you there" }]);
  const kept = await sql<{ all: string }>`
    select string_agg(data::text, ' ') as all from realtime_messages where topic = ${`chat.${roomId}`}`.execute(
    site.db,
  );
  expect(kept.rows[0]!.all).toBe("{}");
});

test("a ban hides each of 250 messages, and lifting it shows them again", async () => {
  const roomId = await createRoom(site);
  const [bot, moderator] = [await site.as("user"), await site.as("moderator")];
  await sql`
    insert into chat_messages (room_id, author_id, author_name, client_id, text)
    select ${roomId}, ${bot.id}, 'Bot', gen_random_uuid(), 'Cheap tickets ' || n from generate_series(1, 250) n`.execute(
    site.db,
  );
  const hiddenCount = async () =>
    (
      await sql<{ count: number }>`
      select count(*)::integer as count from chat_messages where room_id = ${roomId} and hidden_at is not null`.execute(
        site.db,
      )
    ).rows[0]!.count;
  const about = { personId: bot.id, isEverywhere: false, reason };
  await moderator.post(`/api/chat/rooms/${roomId}/bans`, { ...about, seconds: null, hidesMessages: true });
  expect(await hiddenCount()).toBe(250);
  await moderator.post(`/api/chat/rooms/${roomId}/unban`, { ...about, showsMessages: true });
  expect(await hiddenCount()).toBe(0);
});

test("a room's log says who did what to whom and why, the newest first, with what was done in all rooms", async () => {
  const [roomId, elsewhere] = [await createRoom(site), await createRoom(site)];
  const moderator = await site.as("moderator", "Mod Nia");
  const [troll, spammer] = [await site.as("user", "Trevor"), await site.as("user", "Sandra")];
  const [first, second] = [
    (await sendChat(troll, roomId, "One")).body.id,
    (await sendChat(troll, roomId, "Two")).body.id,
  ];
  await sendChat(troll, elsewhere, "Three");
  const room = `/api/chat/rooms/${roomId}` as const;
  const ban = (who: { id: number }, more: object) =>
    moderator.post(`${room}/bans`, { personId: who.id, seconds: null, isEverywhere: false, reason: "Spam", ...more });
  const lift = (who: { id: number }, more: object = {}) =>
    moderator.post(`${room}/unban`, { personId: who.id, isEverywhere: false, reason: "Sorry", ...more });
  await moderator.call("PUT", `${room}/pin`, { messageId: first });
  await moderator.call("PUT", `${room}/pin`, { messageId: first });
  await moderator.call("PUT", `${room}/pin`, { messageId: null });
  await moderator.post(`/api/chat/messages/${first}/hide`, { reason: "Rude" });
  await moderator.post(`/api/chat/messages/${first}/hide`, { reason: "Rude again" });
  await moderator.post(`/api/chat/messages/${first}/restore`, { reason: "A mistake" });
  await moderator.call("PATCH", room, { slowSeconds: 5, reason: "Busy" });
  await moderator.call("PATCH", `/api/chat/rooms/${elsewhere}`, { slowSeconds: 9, reason: "Elsewhere" });
  await ban(troll, { seconds: 60 });
  await ban(troll, { hidesMessages: true });
  expect((await troll.get(room)).body.code).toBe("chat_banned");
  expect((await troll.get(`/api/chat/rooms/${elsewhere}`)).status).toBe(200);
  const shown = async (id: number) =>
    (await moderator.get(`/api/chat/rooms/${id}`)).body.messages.map(({ text }: { text: string }) => text);
  expect([await shown(roomId), await shown(elsewhere)]).toEqual([[], ["Three"]]);
  await lift(troll, { showsMessages: true });
  await lift(troll);
  expect([await shown(roomId), (await troll.get(room)).status]).toEqual([["One", "Two"], 200]);
  await ban(spammer, { isEverywhere: true, reason: "Scam" });
  expect((await spammer.get(`/api/chat/rooms/${elsewhere}`)).body.code).toBe("chat_banned");
  // Lifting a ban from this room leaves the one from all.
  await lift(spammer);
  expect((await spammer.get(room)).body.code).toBe("chat_banned");
  await lift(spammer, { isEverywhere: true });
  expect((await spammer.get(room)).status).toBe(200);

  const logOf = async (id: number, before = "") =>
    (await moderator.get(`/api/chat/rooms/${id}/log${before}`)).body.items;
  const items = await logOf(roomId);
  const show = ({ action, messageId, personName, reason: why }: ChatLogEntry) => [action, messageId, personName, why];
  const either = expect.toBeOneOf([first, second]);
  expect(items.map(show)).toEqual([
    ["unbanned", null, "Sandra", "Sorry"],
    ["banned", null, "Sandra", "Scam"],
    ["restored", either, "Trevor", "Sorry"],
    ["restored", either, "Trevor", "Sorry"],
    ["unbanned", null, "Trevor", "Sorry"],
    ["hidden", either, "Trevor", "Spam"],
    ["hidden", either, "Trevor", "Spam"],
    ["banned", null, "Trevor", "Spam"],
    ["timed_out", null, "Trevor", "Spam"],
    ["changed", null, null, "Busy"],
    ["restored", first, "Trevor", "A mistake"],
    ["hidden", first, "Trevor", "Rude"],
    ["unpinned", first, null, ""],
    ["pinned", first, null, ""],
  ]);
  expect(new Set(items.map(({ moderatorName }) => moderatorName))).toEqual(new Set(["Mod Nia"]));
  expect(items[0]).toMatchObject({ personId: spammer.id, at: expect.any(String) });
  expect((await logOf(elsewhere)).map(show)).toEqual([
    ["unbanned", null, "Sandra", "Sorry"],
    ["banned", null, "Sandra", "Scam"],
    ["changed", null, null, "Elsewhere"],
  ]);
  expect((await logOf(roomId, `?before=${items[11]!.id}`)).map(({ action }) => action)).toEqual(["unpinned", "pinned"]);
});

test("a person's ban is the strictest that holds, and rules change one by one", async () => {
  const roomId = await createRoom(site);
  const room = `/api/chat/rooms/${roomId}` as const;
  const [moderator, noisy] = [await site.as("moderator"), await site.as("user")];
  const ban = (seconds: number | null, isEverywhere = false) =>
    moderator.post(`${room}/bans`, { personId: noisy.id, seconds, isEverywhere, reason });
  await ban(60);
  await ban(3600, true);
  const minutes = (Date.parse((await noisy.get(room)).body.you.mutedUntil!) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(50);
  // A shorter timeout in the same place takes the place of the longer one.
  await ban(120, true);
  expect((Date.parse((await noisy.get(room)).body.you.mutedUntil!) - Date.now()) / 60_000).toBeLessThan(5);
  await ban(null);
  expect((await noisy.get(room)).body.code).toBe("chat_banned");

  const change = async (body: object) => (await moderator.call("PATCH", room, { ...body, reason })).body;
  const rules = { audience: "members", slowSeconds: 5, links: "trusted", isOpen: true };
  expect(await change({ audience: "members", slowSeconds: 5, links: "trusted" })).toMatchObject(rules);
  expect(await change({ isPaused: true })).toMatchObject({ ...rules, isOpen: false });
  expect(await change({ links: "off" })).toMatchObject({ ...rules, links: "off", isOpen: false });
  expect((await site.anon.get(room)).body.room).toMatchObject({ ...rules, links: "off", isOpen: false, pinned: null });
  const { rows } = await sql<{ before: object; after: object }>`
    select before, after from audit_log where action = 'chat_room.changed' and target_id = ${String(roomId)}
    order by id desc limit 1`.execute(site.db);
  expect(rows[0]).toEqual({
    before: { audience: "members", slowSeconds: 5, links: "trusted", isPaused: true },
    after: { audience: "members", slowSeconds: 5, links: "off", isPaused: true },
  });
});
