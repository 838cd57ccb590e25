import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { createRoom, openChatSite, reason, sendChat, type ChatSite } from "./kit.ts";

const opened: ChatSite[] = [];
afterEach(async () => {
  for (const site of opened.splice(0)) await site.close();
});
async function open(rewriteSql?: Sabotage) {
  const site = await openChatSite({ rewriteSql });
  opened.push(site);
  return site;
}

/** Twenty messages of one person at the same time. @returns how many of each status */
async function rush(site: ChatSite, role: "user" | "moderator" = "user") {
  const roomId = await createRoom(site);
  const admin = await site.as("admin");
  await admin.call("PATCH", `/api/chat/rooms/${roomId}`, { slowSeconds: 600, reason });
  const author = await site.as(role);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => sendChat(author, roomId, `Message ${index}`)),
  );
  return {
    posted: answers.filter(({ status }) => status === 201).length,
    slow: answers.filter(({ body }) => body.code === "slow_mode"),
  };
}

test("in slow mode, one of twenty simultaneous messages gets through, and the others hear how long to wait", async () => {
  const { posted, slow } = await rush(await open());
  expect([posted, slow.length]).toEqual([1, 19]);
  for (const { headers, status } of slow) {
    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBeGreaterThan(590);
  }
});

test("negative control: without the condition, all twenty get through", async () => {
  const unguarded = sabotage([
    /where \$\d+ = 0 or a\.last_at <= clock_now\(\) - make_interval\(secs => (\$\d+)\)/,
    "where true",
  ]);
  const site = await open(
    sabotage(unguarded, [
      "values ($1, $2, clock_now())",
      "values ($1, $2, clock_now() + make_interval(secs => 0 * $3::integer * $4::integer))",
    ]),
  );
  expect((await rush(site)).posted).toBeGreaterThan(1);
});

test("moderators aren't slowed", async () => {
  expect((await rush(await open(), "moderator")).posted).toBe(20);
});

test("banned words and links are refused, except from those who moderate", async () => {
  const site = await open();
  const roomId = await createRoom(site);
  const [admin, member] = [await site.as("admin"), await site.as("user")];
  const set = await admin.call("PUT", "/api/banned-words", { words: ["Badword", "bádword", "x y"], reason });
  expect(set.body.words).toEqual(["badword", "xy"]);
  const refused = await sendChat(member, roomId, "b 4 d w 0 r d");
  expect([refused.status, refused.body.code]).toEqual([409, "chat_refused"]);
  expect(refused.body.message).toBe("You can't write “b 4 d w 0 r d” here. Change it and try again.");
  expect((await sendChat(admin, roomId, "badword")).status).toBe(201);
  expect((await sendChat(member, roomId, "see evil.com")).body.code).toBe("chat_refused");
  const spam = await sendChat(member, roomId, "Nice spam");
  for (let count = 0; count < 9; count++) await sendChat(member, roomId, `Nice ${count}`);
  // What was hidden earns no trust.
  await admin.post(`/api/chat/messages/${spam.body.id}/hide`, { reason });
  expect((await sendChat(member, roomId, "see evil.com")).body.code).toBe("chat_refused");
  await sendChat(member, roomId, "Nice 9");
  expect((await sendChat(member, roomId, "see evil.com")).status).toBe(201);
  await admin.call("PATCH", `/api/chat/rooms/${roomId}`, { links: "off", isPaused: true, reason });
  // Open pages hear what the room is like now.
  const told = await sql<{ data: object }>`
    select data from realtime_messages where topic = ${`chat.${roomId}`} and type = 'room' order by seq desc limit 1`.execute(
    site.db,
  );
  expect(told.rows).toMatchObject([{ data: { links: "off", isOpen: false } }]);
  await admin.call("PATCH", `/api/chat/rooms/${roomId}`, { isPaused: false, reason });
  expect((await sendChat(member, roomId, "see evil.com")).body.code).toBe("chat_refused");
  expect((await sendChat(admin, roomId, "see evil.com")).status).toBe(201);
  expect((await sendChat(member, roomId, "bit.ly/x")).body.code).toBe("chat_refused");
  const sentences = ["Best fete ever.me and my crew outside", "We outside.live from Brooklyn", "so nice.co-sign"];
  for (const text of sentences) expect([text, (await sendChat(member, roomId, text)).status]).toEqual([text, 201]);
});

test("history goes back page by page, each message once", async () => {
  const site = await open();
  const roomId = await createRoom(site);
  const admin = await site.as("admin");
  for (let count = 1; count <= 120; count++) await sendChat(admin, roomId, `Message ${count}`);
  const first = (await site.anon.get(`/api/chat/rooms/${roomId}`)).body;
  let { messages, hasEarlier } = first as { messages: { id: number; text: string }[]; hasEarlier: boolean };
  const pages = [messages.length];
  while (hasEarlier) {
    const page = (await site.anon.get(`/api/chat/rooms/${roomId}/messages?before=${messages[0]!.id}`)).body;
    pages.push(page.items.length);
    messages = [...page.items, ...messages];
    hasEarlier = page.hasEarlier;
  }
  expect(pages).toEqual([50, 50, 20]);
  expect(messages.map(({ text }) => text)).toEqual(Array.from({ length: 120 }, (_, index) => `Message ${index + 1}`));
  expect(first.position).toBe(120);
});

test("of many reactions at once, the last counts that are published are right", async () => {
  const site = await open();
  const roomId = await createRoom(site);
  const { id } = (await sendChat(await site.as("user"), roomId, "Big tune")).body;
  const crowd = await Promise.all(Array.from({ length: 12 }, () => site.as("guest")));
  await Promise.all(crowd.map((who) => who.call("PUT", `/api/chat/messages/${id}/reaction`, { kind: "fire" })));
  const { rows } = await sql<{ data: unknown }>`
    select data from realtime_messages where topic = ${`chat.${roomId}`} and type = 'reactions'
    order by seq desc limit 1`.execute(site.db);
  expect(rows[0]!.data).toEqual({ id, reactions: [{ kind: "fire", count: 12 }] });
});

test("each person has one reaction to a message, and everyone sees the counts", async () => {
  const site = await open();
  const roomId = await createRoom(site);
  const { id } = (await sendChat(await site.as("user"), roomId, "Big tune")).body;
  const [ada, bob] = [await site.as("user"), await site.as("guest")];
  const react = (who: typeof ada, kind: string | null) =>
    who.call("PUT", `/api/chat/messages/${id}/reaction`, { kind });
  await Promise.all(Array.from({ length: 5 }, () => react(ada, "fire")));
  await react(bob, "fire");
  await react(ada, "love");
  const counts = async () => (await site.anon.get(`/api/chat/rooms/${roomId}`)).body.messages[0]!.reactions;
  expect(await counts()).toEqual([
    { kind: "fire", count: 1 },
    { kind: "love", count: 1 },
  ]);
  await react(bob, null);
  expect(await counts()).toEqual([{ kind: "love", count: 1 }]);
});

test("names stand with the role of their author in the room, and a reply names its message", async () => {
  const site = await open();
  const roomId = await createRoom(site);
  const host = await site.as("user");
  await site.list("host", host);
  const authors = [
    await site.as("guest"),
    await site.as("user"),
    host,
    await site.as("moderator"),
    await site.as("admin"),
  ];
  let replyToId: number | undefined;
  for (const author of authors) {
    const said = await sendChat(author, roomId, "Hello", replyToId === undefined ? {} : { replyToId });
    replyToId = said.body.id;
  }
  const { messages } = (await site.anon.get(`/api/chat/rooms/${roomId}`)).body;
  expect(messages.map(({ badge }) => badge)).toEqual([null, null, "host", "moderator", "admin"]);
  const ids = messages.map(({ id }: { id: number }) => id);
  expect(messages.map((message: { replyToId: number | null }) => message.replyToId)).toEqual([
    null,
    ...ids.slice(0, 4),
  ]);
});

test("marks that are stacked on an author's name are left out", async () => {
  const site = await open();
  const roomId = await createRoom(site);
  const { body } = await sendChat(await site.as("user", `Z${"\u0310".repeat(50)}oe`), roomId, "Hi");
  expect(body.authorName).toBe(`Z${"\u0310".repeat(4)}oe`);
});

test.each([
  ["as long as it may be", "x".repeat(500), 201],
  ["too long", "x".repeat(501), 400],
  ["of 4,001 characters", "x".repeat(4001), 400],
  ["of 17 kB in fewer characters", "\u{1f525}".repeat(4300), 400],
  ["of a megabyte", "x".repeat(1_000_000), 413],
  ["that normalizing makes too long", "\u0958".repeat(500), 400],
  ["that turns the line around: the mark is left out", "abc\u202edef", 201],
  ["with letters under many marks", `z${"\u0310".repeat(9)}algo`, 409],
  ["of nothing but marks", "\u0310\u200d", 400],
  ["on two lines", "a\nb", 400],
])("a text %s", async (_, text, status) => {
  const site = await open();
  const answer = await sendChat(await site.as("user"), await createRoom(site), text);
  expect(answer.status).toBe(status);
});

test("where links are off, a member's name that looks like a host is no link", async () => {
  const site = await open();
  const [author, roomId] = [await site.as("user"), await createRoom(site)];
  await site.as("user", "the.host");
  expect((await sendChat(author, roomId, "Big up, @the.host!")).status).toBe(201);
  expect((await sendChat(author, roomId, "Big up, @that.host!")).status).toBe(409);
});

test("a text is stored as one form of it, however it was typed", async () => {
  const site = await open();
  const turned = await sendChat(await site.as("user"), await createRoom(site), "abc\u202edef");
  expect(turned.body.text).toBe("abcdef");
  const { body } = await sendChat(await site.as("user"), await createRoom(site), "Zoe\u0308 Nu\u0301n\u0303ez");
  expect(body.text).toBe("Zo\u00eb N\u00fa\u00f1ez");
});

test("after a restart, the room is as it was: messages, reactions, pinned message, rules and position", async () => {
  const site = await open();
  const first = await openChatSite({ database: site.database });
  const roomId = await createRoom(site);
  const admin = await first.as("admin");
  for (const text of ["One", "Two", "Three"]) await sendChat(admin, roomId, text);
  const { messages } = (await first.anon.get(`/api/chat/rooms/${roomId}`)).body;
  await admin.call("PUT", `/api/chat/messages/${messages[1]!.id}/reaction`, { kind: "fire" });
  await admin.call("PUT", `/api/chat/rooms/${roomId}/pin`, { messageId: messages[0]!.id });
  await admin.call("PATCH", `/api/chat/rooms/${roomId}`, { slowSeconds: 30, links: "off", reason });
  const before = (await first.anon.get(`/api/chat/rooms/${roomId}`)).body;
  await first.close();
  expect(before.position).toBe(6);
  expect((await site.anon.get(`/api/chat/rooms/${roomId}`)).body).toEqual(before);
});
