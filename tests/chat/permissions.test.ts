import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer, Client } from "#testing/site.ts";
import { createRoom, openChatSite, reason, sendChat, type ChatSite } from "./kit.ts";

let site: ChatSite;
const people = {} as Record<
  "visitor" | "guest" | "member" | "holder" | "host" | "moderator" | "admin" | "timedOut" | "banned",
  Client
>;
beforeAll(async () => {
  site = await openChatSite();
  people.visitor = site.anon;
  people.guest = await site.as("guest");
  for (const name of ["member", "holder", "host", "timedOut", "banned"] as const) people[name] = await site.as("user");
  people.moderator = await site.as("moderator");
  people.admin = await site.as("admin");
  await site.list("ticket", people.holder);
  await site.list("host", people.host);
});
afterAll(() => site.close());

const who = ["visitor", "guest", "member", "holder", "host", "moderator", "admin", "timedOut", "banned"] as const;

/** A room with someone banned, someone with a timeout, and a message that nobody of the table wrote. */
async function prepare(terms: Parameters<typeof createRoom>[1], closed: boolean) {
  const roomId = await createRoom(site, terms);
  const { id: messageId } = (await sendChat(people.admin, roomId, "Hello")).body;
  for (const [name, seconds] of [
    ["banned", null],
    ["timedOut", 600],
  ] as const) {
    const body = { personId: people[name].id, seconds, isEverywhere: false, reason };
    expect((await people.admin.post(`/api/chat/rooms/${roomId}/bans`, body)).status).toBe(200);
  }
  if (closed) await people.admin.call("PATCH", `/api/chat/rooms/${roomId}`, { isPaused: true, reason });
  return { roomId, messageId: messageId };
}

/** What happens if each person of the table does something, by the status of the reply. */
async function statuses(
  act: (client: Client, room: { roomId: number; messageId: number }) => Promise<{ status: number }>,
  terms = {},
  closed = false,
) {
  const room = await prepare(terms, closed);
  const seen: number[] = [];
  for (const name of who) seen.push((await act(people[name], room)).status);
  return Object.fromEntries(who.map((name, index) => [name, seen[index]]));
}

const table = (...row: number[]) => Object.fromEntries(who.map((name, index) => [name, row[index]]));
const read = (client: Client, { roomId }: { roomId: number }) => client.get(`/api/chat/rooms/${roomId}`);
const post = (client: Client, { roomId }: { roomId: number }) => sendChat(client, roomId, "Hi");
const react = (client: Client, { messageId }: { messageId: number }) =>
  client.call("PUT", `/api/chat/messages/${messageId}/reaction`, { kind: "fire" });

const day = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * day);
const whenOpen: [string, Partial<Parameters<typeof createRoom>[1]>, boolean][] = [
  ["an open room", {}, false],
  ["a room between its hours", { opensAt: at(-1), closesAt: at(1) }, false],
];
const whenClosed: typeof whenOpen = [
  ["a room before it opens", { opensAt: at(1) }, false],
  ["a room after it closed", { opensAt: at(-2), closesAt: at(-1) }, false],
  ["a room that a moderator closed", {}, true],
];

//                     visitor guest member holder host moderator admin timedOut banned
const posted = {
  signed_in: /*     */ [401, 201, 201, 201, 201, 201, 201, 403, 403],
  members: /*       */ [401, 403, 201, 201, 201, 201, 201, 403, 403],
  ticket_holders: /**/ [401, 403, 403, 201, 201, 201, 201, 403, 403],
};
const postedWhenClosed = [401, 409, 409, 409, 201, 201, 201, 409, 403];
const readers = [200, 200, 200, 200, 200, 200, 200, 200, 403];
const audiences = ["signed_in", "members", "ticket_holders"] as const;

describe.each(audiences)("in a room for %s, the table of who can", (audience) => {
  const rows = [
    ...whenOpen.map((row) => [...row, posted[audience]] as const),
    ...whenClosed.map((row) => [...row, postedWhenClosed] as const),
  ];
  test.each(rows)("post in %s", async (_, hours, isPaused, row) => {
    expect(await statuses(post, { audience, ...hours }, isPaused)).toEqual(table(...row));
  });
  test.each(rows)("react in %s", async (_, hours, isPaused, row) => {
    const expected = row.map((status) => (status === 201 ? 200 : status));
    expect(await statuses(react, { audience, ...hours }, isPaused)).toEqual(table(...expected));
  });
  test.each(rows)("read %s", async (_, hours, isPaused) => {
    expect(await statuses(read, { audience, ...hours }, isPaused)).toEqual(table(...readers));
  });
});

const moderates = table(401, 403, 403, 403, 200, 200, 200, 403, 403);
test.each([
  [
    "hide",
    (client: Client, { messageId }: { messageId: number }) =>
      client.post(`/api/chat/messages/${messageId}/hide`, { reason }),
  ],
  [
    "restore",
    (client: Client, { messageId }: { messageId: number }) =>
      client.post(`/api/chat/messages/${messageId}/restore`, { reason }),
  ],
  [
    "pin",
    (client: Client, { roomId, messageId }: { roomId: number; messageId: number }) =>
      client.call("PUT", `/api/chat/rooms/${roomId}/pin`, { messageId }),
  ],
  [
    "change",
    (client: Client, { roomId }: { roomId: number }) =>
      client.call("PATCH", `/api/chat/rooms/${roomId}`, { slowSeconds: 5, reason }),
  ],
  [
    "ban",
    (client: Client, { roomId }: { roomId: number }) =>
      client.post(`/api/chat/rooms/${roomId}/bans`, {
        personId: people.holder.id,
        seconds: 60,
        isEverywhere: false,
        reason,
      }),
  ],
  [
    "unban",
    (client: Client, { roomId }: { roomId: number }) =>
      client.post(`/api/chat/rooms/${roomId}/unban`, { personId: people.holder.id, isEverywhere: false, reason }),
  ],
] as const)("%s: only the room's hosts and staff, whoever wrote the message", async (_, act) => {
  expect(await statuses(act as never)).toEqual(moderates);
});

test("bans everywhere are for staff, and nobody bans staff or hosts", async () => {
  const roomId = await createRoom(site);
  const ban = (client: Client, target: Client, isEverywhere: boolean) =>
    client.post(`/api/chat/rooms/${roomId}/bans`, { personId: target.id, seconds: null, isEverywhere, reason });
  const troll = await site.as("user");
  expect((await ban(people.host, troll, true)).status).toBe(403);
  for (const target of [people.admin, people.moderator, people.host]) {
    expect((await ban(people.moderator, target, false)).status).toBe(403);
  }
  expect((await ban(people.moderator, troll, true)).status).toBe(200);
  expect((await read(troll, { roomId: await createRoom(site) })).status).toBe(403);
  await people.moderator.post(`/api/chat/rooms/${roomId}/unban`, { personId: troll.id, isEverywhere: true, reason });
  expect((await read(troll, { roomId })).status).toBe(200);
});

test("a room that its owner shows to some is unknown to everyone else, by every way in", async () => {
  const roomId = await createRoom(site, { kind: "circle" });
  const topic = `chat.${roomId}`;
  const { id } = (await sendChat(people.holder, roomId, "circle-canary")).body;
  for (const stranger of [people.visitor, people.guest, people.member]) {
    const answers: Answer[] = [
      await stranger.get(`/api/chat/rooms/${roomId}`),
      await stranger.get(`/api/chat/rooms/${roomId}/messages?before=${id + 1}`),
    ];
    if (stranger !== people.visitor)
      answers.push(
        await stranger.get(`/api/chat/rooms/${roomId}/log`),
        await sendChat(stranger, roomId, "Hello?"),
        await react(stranger, { messageId: id }),
        await stranger.post(`/api/chat/messages/${id}/hide`, { reason }),
        await stranger.call("PUT", `/api/chat/rooms/${roomId}/pin`, { messageId: id }),
      );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    const stream = await site.open(topic, { token: stranger.token, since: `${topic}:0` });
    await stream.ended;
    expect(stream.received).toEqual([{ control: "closed", topic }]);
    expect(JSON.stringify(answers.map(({ text }) => text))).not.toContain("canary");
  }
  expect((await read(people.holder, { roomId })).body.messages).toMatchObject([{ id }]);
  expect((await read(people.moderator, { roomId })).status).toBe(200);
});

test("ids of another room open nothing: a reply, a pin and the log stay in their own", async () => {
  const [own, other] = [await createRoom(site), await createRoom(site)];
  const { id } = (await sendChat(people.member, other, "Elsewhere")).body;
  expect((await sendChat(people.member, own, "Reply", { replyToId: id })).status).toBe(404);
  expect((await people.host.call("PUT", `/api/chat/rooms/${own}/pin`, { messageId: id })).status).toBe(404);
  expect((await people.member.get(`/api/chat/rooms/${own}/log`)).status).toBe(404);
  await people.moderator.post(`/api/chat/messages/${id}/hide`, { reason });
  const logOf = async (roomId: number) =>
    (await people.host.get(`/api/chat/rooms/${roomId}/log`)).body.items.filter(
      (entry: { messageId: number | null }) => entry.messageId !== null,
    );
  expect(await logOf(own)).toEqual([]);
  expect(await logOf(other)).toMatchObject([{ action: "hidden", messageId: id, reason }]);
  const { rows } =
    await sql`select reason from audit_log where action = 'chat_message.hidden' and target_id = ${String(id)}`.execute(
      site.db,
    );
  expect(rows).toEqual([{ reason }]);
});

test("a message sent again is one message, also in slow mode, at the same time, and after it was hidden", async () => {
  const roomId = await createRoom(site);
  await people.admin.call("PATCH", `/api/chat/rooms/${roomId}`, { slowSeconds: 60, reason });
  const author = await site.as("user");
  const clientId = randomUUID();
  const answers = await Promise.all(Array.from({ length: 10 }, () => sendChat(author, roomId, "Once", { clientId })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  const { rows } =
    await sql`select seq from realtime_messages where topic = ${`chat.${roomId}`} and type = 'message'`.execute(
      site.db,
    );
  expect(rows).toHaveLength(1);
  await people.admin.post(`/api/chat/messages/${answers[0]!.body.id}/hide`, { reason });
  expect((await sendChat(author, roomId, "Once", { clientId })).status).toBe(404);
});
