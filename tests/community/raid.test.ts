import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRoom, sendChat } from "#tests/chat/kit.ts";
import { expectInvariants } from "#testing/invariants.ts";
import type { BodyAt } from "#testing/replies.ts";
import type { Answer, Client, Site } from "#testing/site.ts";
import { comment, feedOf, messagesOf, openCommunity, post, reason, reviewOf, ticketOf } from "./kit.ts";

let site: Site;
let moderator: Client;
beforeAll(async () => {
  site = await openCommunity();
  moderator = await site.as("moderator");
});
afterAll(async () => {
  await expectInvariants(site.db);
  await site.close();
});

/** One request works for some seconds; on a slow machine the same one is sent again, as the screen does. */
async function clear(
  who: Client,
  personIds: number[],
  key: string = randomUUID(),
): Promise<Answer<BodyAt<"POST", "/api/community/clearings">>> {
  const answer = await who.call("POST", "/api/community/clearings", { personIds, reason }, { "idempotency-key": key });
  if (answer.status !== 201) return answer;
  const { pendingCount } = (await who.get(`/api/community/actions/${answer.body.id}`)).body;
  return pendingCount > 0 ? clear(who, personIds, key) : answer;
}
async function undo(who: Client, id: number): Promise<Answer<BodyAt<"POST", "/api/community/actions/{}/undo">>> {
  const answer = await who.post(`/api/community/actions/${id}/undo`, { reason });
  return answer.status === 200 && answer.body.pendingCount > 0 ? undo(who, id) : answer;
}
const idsOf = (people: Client[]) => people.map(({ id }) => id);
const many = <Item>(length: number, make: (index: number) => Promise<Item>) =>
  Promise.all(Array.from({ length }, (_, index) => make(index)));

async function count(from: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.raw(from)}`.execute(
    site.db,
  );
  return rows[0]!.count;
}
const shown = async (people: Client[]) => {
  const by = `author_id in (${idsOf(people).join()})`;
  return {
    posts: await count(`posts where status = 'published' and ${by}`),
    comments: await count(`comments where status = 'published' and ${by}`),
    messages: await count(`chat_messages where hidden_at is null and ${by}`),
  };
};
const messageIds = async (roomId: number): Promise<number[]> =>
  (await site.anon.get(`/api/chat/rooms/${roomId}`)).body.messages.map(({ id }: { id: number }) => id);

test("a raid of 60 accounts with 600 posts, comments and messages is undone in one act, and restored in one", async () => {
  const roomId = await createRoom(site);
  const fan = await site.as("user");
  const party = (await post(fan, "Who's coming?")).body;
  await sendChat(fan, roomId, "Hello");
  const members = await many(50, () => site.as("user"));
  const guests = await many(10, () => site.as("guest"));
  const raiders = [...members, ...guests];
  await many(50, async (index) => {
    const who = members[index]!;
    for (let n = 0; n < 4; n++) {
      await post(who, `Buy now ${n}`);
      await comment(who, party.id, `Cheap tickets ${n}`);
    }
    for (let n = 0; n < 2; n++) await sendChat(who, roomId, `Spam ${n}`);
  });
  await many(10, async (index) => {
    for (let n = 0; n < 10; n++) await sendChat(guests[index]!, roomId, `Spam ${n}`);
  });
  const raid = { posts: 200, comments: 200, messages: 200 };
  expect(await shown(raiders)).toEqual(raid);
  const before = { feed: await feedOf(site.anon), chat: await messageIds(roomId) };

  const { items } = (await moderator.get("/api/community/writers?hours=1&accounts=new")).body;
  const listed = items.filter(({ person }: any) => person.id !== fan.id);
  expect(listed.map(({ person }: any) => person.id).toSorted()).toEqual(idsOf(raiders).toSorted());
  expect(listed.every(({ posts, comments, messages }: any) => posts + comments + messages === 10)).toBe(true);
  const key = randomUUID();
  const personIds = listed.map(({ person }: any) => person.id);
  const done = await clear(moderator, personIds, key);
  expect(done.status).toBe(201);
  expect(done.body).toMatchObject({ kind: "clear", personCount: 60, person: null });
  const finished = { personCount: 60, itemCount: 600, pendingCount: 0 };
  expect((await moderator.get(`/api/community/actions/${done.body.id}`)).body).toMatchObject(finished);

  expect(await shown(raiders)).toEqual({ posts: 0, comments: 0, messages: 0 });
  expect(await feedOf(site.anon)).toEqual([party.id]);
  expect((await site.anon.get(`/api/community/posts/${party.id}`)).body.commentCount).toBe(0);
  expect((await post(members[0]!, "Again")).body.code).toBe("community_muted");
  expect((await sendChat(members[0]!, roomId, "Again")).body.code).toBe("chat_banned");
  expect((await sendChat(guests[0]!, roomId, "Again")).body.code).toBe("chat_banned");
  // Open pages drop what is hidden, and no replay has it.
  const gone = (await messagesOf(site, `chat.${roomId}`)).filter(({ type }) => type === "hidden_many");
  expect(gone.flatMap(({ data }) => data.ids)).toHaveLength(200);
  const removed = (await messagesOf(site, "community.feed")).filter(({ type }) => type === "removed");
  expect(removed).toHaveLength(200);
  expect(JSON.stringify(await messagesOf(site, `chat.${roomId}`))).not.toContain("Spam");
  const logged = async (action: string) => count(`audit_log where action = '${action}' and reason = '${reason}'`);
  expect([
    await logged("post.hidden"),
    await logged("comment.hidden"),
    await logged("chat_message.hidden"),
    await logged("person.community_cleared"),
  ]).toEqual([200, 200, 200, 60]);

  // Safe to repeat: the same key did it once, and another press finds nothing more.
  expect((await clear(moderator, personIds, key)).body).toEqual(done.body);
  expect((await clear(moderator, personIds.slice(1), key)).body.code).toBe("idempotency_key_reused");
  const [latest] = (await moderator.get("/api/community/actions")).body.items;
  expect(latest).toMatchObject({ id: done.body.id, personCount: 60, itemCount: 600 });

  const undone = (await undo(moderator, done.body.id)).body;
  expect(undone).toMatchObject({ pendingCount: 0 });
  expect(undone.undoneAt).not.toBeNull();
  expect(await shown(raiders)).toEqual(raid);
  expect({ feed: await feedOf(site.anon), chat: await messageIds(roomId) }).toEqual(before);
  expect((await site.anon.get(`/api/community/posts/${party.id}`)).body.commentCount).toBe(200);
  expect((await post(members[0]!, "Sorry")).status).toBe(201);
  expect((await sendChat(guests[0]!, roomId, "Sorry")).status).toBe(201);
  expect((await undo(moderator, done.body.id)).body.code).toBe("status_final");
}, 120_000);

test("what a request left is done by the job, and what an undo left by the same undo again", async () => {
  const people = await many(3, () => site.as("user"));
  const made = await many(3, (index) => post(people[index]!, "Hello"));
  const { body } = await clear(moderator, idsOf(people));
  // As if the node had stopped before the last two.
  const interrupt = () =>
    sql`update moderation_actions set is_pending = true where parent_id = ${body.id}
      and person_id <> ${people[0]!.id}`.execute(site.db);
  const left = async () => (await moderator.get(`/api/community/actions/${body.id}`)).body.pendingCount;
  await interrupt();
  await sql`insert into posts (author_id, text, html, html_version, status, published_at)
    values (${people[1]!.id}, 'Left', '<p>Left</p>', 1, 'published', clock_now())`.execute(site.db);
  expect([await left(), await shown(people)]).toMatchObject([2, { posts: 1 }]);
  // What a colleague restored meanwhile stays.
  await moderator.post(`/api/community/content/post/${made[2]!.body.id}`, { isHidden: false, reason });
  await site.app.runJob("clearings");
  expect([await left(), await shown(people)]).toMatchObject([0, { posts: 1 }]);
  await undo(moderator, body.id);
  await interrupt();
  expect((await undo(moderator, body.id)).status).toBe(200);
  expect(await left()).toBe(0);
  expect(await shown(people)).toMatchObject({ posts: 4 });
  expect((await undo(moderator, body.id)).body.code).toBe("status_final");
});

test("staff and the moderator can't be among them, deleted accounts are left out, and only moderators may", async () => {
  const [member, gone] = [await site.as("user"), await site.as("user")];
  await post(member, "Hello");
  for (const staff of [await site.as("admin"), await site.as("moderator"), moderator]) {
    expect((await clear(moderator, [member.id, staff.id])).body.code).toBe("not_allowed");
  }
  expect((await clear(member, [gone.id])).status).toBe(403);
  expect((await clear(moderator, [999_999])).status).toBe(404);
  expect(await shown([member])).toMatchObject({ posts: 1 });
  expect((await clear(moderator, [member.id, 999_999])).body).toMatchObject({
    personCount: 1,
    person: { id: member.id },
  });
});

test("an act on one person names them; what was there before is there again once it is undone", async () => {
  const roomId = await createRoom(site);
  const [member, reporter] = [await site.as("user"), await site.as("user")];
  const { id } = (await post(member, "Hm")).body;
  const kept = (await post(member, "Hidden before")).body;
  await moderator.post(`/api/community/content/post/${kept.id}`, { isHidden: true, reason });
  const told = (await sendChat(member, roomId, "Hello")).body;
  const hidden = (await sendChat(member, roomId, "Hidden before")).body;
  await moderator.post(`/api/chat/messages/${hidden.id}/hide`, { reason });
  const mute = { kind: "mute", seconds: 7200, reason };
  await moderator.post(`/api/community/people/${member.id}/actions`, mute);
  const timeout = { personId: member.id, seconds: 3600, isEverywhere: true, reason };
  await moderator.post(`/api/chat/rooms/${roomId}/bans`, timeout);
  await moderator.call("PUT", `/api/chat/rooms/${roomId}/pin`, { messageId: told.id });
  await reporter.post("/api/community/reports", { kind: "post", targetId: id, reason: "spam" });
  const item = await reviewOf(moderator, "post", id);

  const { body } = await clear(moderator, [member.id]);
  expect(body).toMatchObject({ person: { id: member.id }, personCount: 1 });
  expect((await moderator.get(`/api/community/actions/${body.id}`)).body.itemCount).toBe(2);
  expect(await reviewOf(moderator, "post", id)).toBeUndefined();
  expect((await site.anon.get(`/api/chat/rooms/${roomId}`)).body.room.pinned).toBeNull();
  const record = (await moderator.get(`/api/community/people/${member.id}/record`)).body;
  expect(record.actions.map(({ kind }: any) => kind)).toEqual(["clear", "mute", "hide"]);

  await undo(moderator, body.id);
  expect(await reviewOf(moderator, "post", id)).toMatchObject({ id: item!.id });
  expect((await member.get(`/api/community/posts/${kept.id}`)).body.status).toBe("hidden");
  expect(await messageIds(roomId)).toEqual([told.id]);
  const me = (await member.get("/api/community/me")).body;
  expect([me.trust, me.mutedUntil !== null]).toEqual(["muted", true]);
  expect((await member.get(`/api/chat/rooms/${roomId}`)).body.you.refusal).toBe("timed_out");
});

test("one innocent person is taken out of an act, and undoing the rest later leaves them alone", async () => {
  const [innocent, raider] = [await site.as("user"), await site.as("user")];
  for (const who of [innocent, raider]) await post(who, "Hello");
  const { body } = await clear(moderator, [innocent.id, raider.id]);
  const { actions } = (await moderator.get(`/api/community/people/${innocent.id}/record`)).body;
  expect((await undo(moderator, actions[0]!.id)).status).toBe(200);
  expect([await shown([innocent]), await shown([raider])]).toMatchObject([{ posts: 1 }, { posts: 0 }]);
  await undo(moderator, body.id);
  expect(await shown([innocent, raider])).toMatchObject({ posts: 2 });
  const restored = `audit_log where action = 'person.community_restored' and target_id = '${innocent.id}'`;
  expect(await count(restored)).toBe(1);
});

test("what one person wrote is hidden and restored in transactions of bounded size", async () => {
  const roomId = await createRoom(site);
  const member = await site.as("user");
  await sql`insert into posts (author_id, text, html, html_version, status, published_at)
    select ${member.id}, 'Spam', '<p>Spam</p>', 1, 'published', clock_now() from generate_series(1, 120)`.execute(
    site.db,
  );
  await sql`insert into chat_messages (room_id, author_id, author_name, text, client_id)
    select ${roomId}, ${member.id}, 'Spam', 'Spam', gen_random_uuid() from generate_series(1, 230)`.execute(site.db);
  const perTransaction = async () => {
    const { rows } = await sql<{ most: number }>`
      select max(count)::integer as most from (
        select count(*) from posts where author_id = ${member.id} group by xmin
        union all select count(*) from chat_messages where author_id = ${member.id} group by xmin) each`.execute(
      site.db,
    );
    return rows[0]!.most;
  };
  const { body } = await clear(moderator, [member.id]);
  const now = (await moderator.get(`/api/community/actions/${body.id}`)).body;
  expect(now).toMatchObject({ itemCount: 350, pendingCount: 0 });
  expect(await perTransaction()).toBe(100);
  await undo(moderator, body.id);
  expect(await shown([member])).toEqual({ posts: 120, comments: 0, messages: 230 });
  expect(await perTransaction()).toBe(100);
});

test("a ban hides what someone wrote in that chat, and lifting it shows that again", async () => {
  const [roomId, other] = [await createRoom(site), await createRoom(site)];
  const troll = await site.as("user");
  const first = (await sendChat(troll, roomId, "Rude")).body;
  await sendChat(troll, other, "Fine here");
  const ban = { personId: troll.id, seconds: null, isEverywhere: false, reason };
  const bans = `/api/chat/rooms/${roomId}/bans` as const;
  await moderator.post(bans, ban);
  expect(await messageIds(roomId), "a ban alone hides nothing").toEqual([first.id]);
  expect((await moderator.post(bans, { ...ban, hidesMessages: true })).status).toBe(200);
  expect([await messageIds(roomId), (await messageIds(other)).length]).toEqual([[], 1]);
  const unban = { personId: troll.id, isEverywhere: false, reason };
  await moderator.post(`/api/chat/rooms/${roomId}/unban`, unban);
  expect(await messageIds(roomId), "lifting it alone shows nothing").toEqual([]);
  expect((await sendChat(troll, roomId, "Rude again")).status).toBe(201);
  await moderator.post(bans, { ...ban, hidesMessages: true });
  expect(await messageIds(roomId)).toEqual([]);
  for (let n = 0; n < 2; n++)
    await moderator.post(`/api/chat/rooms/${roomId}/unban`, { ...unban, showsMessages: true });
  expect(await messageIds(roomId), "what the last ban hid").toHaveLength(1);
});

test("each guest has a name of their own in chat, and it stays", async () => {
  const roomId = await createRoom(site);
  const guests = await many(3, () => site.as("guest"));
  const names: string[] = [];
  for (const guest of guests) {
    const name = (await sendChat(guest, roomId, "Hi")).body.authorName;
    expect(name).toMatch(/^Guest [A-Z][a-z]+ \d+$/);
    expect((await sendChat(guest, roomId, "Hi again")).body.authorName).toBe(name);
    expect((await guest.get(`/api/chat/rooms/${roomId}`)).body.you.name).toBe(name);
    names.push(name);
  }
  expect(new Set(names).size).toBe(3);
  expect((await site.anon.get(`/api/chat/rooms/${roomId}`)).body.you.name).toBeNull();
});

test("a moderator hides an edit from a history, and signed-out visitors read none", async () => {
  const [author, reader] = [await site.as("user"), await site.as("user")];
  const { id } = (await post(author, "My number is 555-0100")).body;
  const said = (await comment(author, id, "And my address")).body;
  await author.call("PATCH", `/api/community/posts/${id}`, { text: "Hello", images: [], version: 1 });
  await author.call("PATCH", `/api/community/comments/${said.id}`, { text: "Hello", version: 1 });
  for (const path of [`/api/community/posts/${id}/history`, `/api/community/comments/${said.id}/history`] as const) {
    expect([(await site.anon.get(path)).status, (await (await site.as("guest")).get(path)).status]).toEqual([401, 403]);
    const version = (await reader.get(path)).body.items[0]!;
    expect(version.html).toMatch(/my (number|address)/i);
    const edit = `/api/community/edits/${version.id}` as const;
    expect((await author.call("PUT", edit, { isHidden: true, reason })).status).toBe(403);
    for (let n = 0; n < 2; n++)
      expect((await moderator.call("PUT", edit, { isHidden: true, reason })).status).toBe(200);
    for (const who of [reader, author]) {
      expect((await who.get(path)).body.items).toMatchObject([{ id: version.id, html: "", isHidden: true }]);
    }
    expect((await moderator.get(path)).body.items).toMatchObject([{ html: version.html, isHidden: true }]);
    expect(await count(`audit_log where action = 'edit.hidden' and target_id = '${version.id}'`)).toBe(1);
    await moderator.call("PUT", edit, { isHidden: false, reason });
    expect((await reader.get(path)).body.items).toMatchObject([{ html: version.html, isHidden: false }]);
  }
  expect((await moderator.call("PUT", "/api/community/edits/999999", { isHidden: true, reason })).status).toBe(404);
});

test("someone with several tickets shows once that they are going, until the last of them is gone", async () => {
  const member = await site.as("user");
  const eventId = await site.create.event();
  const [first, second] = [await ticketOf(site, member, eventId), await ticketOf(site, member, eventId)];
  const path = `/api/events/${eventId}/going` as const;
  const shows = async () => {
    const { count: people, you } = (await member.get(path)).body;
    return [people, ...you.tickets.map(({ isShown }: any) => isShown)];
  };
  expect((await (await site.as("user")).call("PUT", path, { isShown: true })).status).toBe(404);
  expect((await member.call("PUT", path, { isShown: true })).status).toBe(200);
  expect(await shows()).toEqual([1, true, true]);
  await sql`update tickets set status = 'canceled', void_since = clock_now() where id = ${first}`.execute(site.db);
  expect(await shows()).toEqual([1, true]);
  await member.call("PUT", path, { ticketId: second, isShown: false });
  expect(await shows()).toEqual([0, false]);
  await sql`update tickets set status = 'valid', void_since = null where id = ${first}`.execute(site.db);
});
