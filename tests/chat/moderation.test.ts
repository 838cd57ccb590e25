import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isControl, control } from "#testing/stream-client.ts";
import type { StreamMessage } from "#contract/realtime.ts";
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
  expect(replies[0]!.body.room.pinned).toBeNull();

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
