import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import type { Client, Site } from "#testing/site.ts";
import { comment, mayFollow, messagesOf, openCommunity, post, reason, ticketOf } from "./kit.ts";

let site: Site;
beforeAll(async () => {
  site = await openCommunity();
});
afterAll(async () => {
  await expectInvariants(site.db, { except: ["I-52"] });
  await site.close();
});

const listOf = async (who: Client) => (await who.get("/api/notifications")).body;
const kindsOf = async (who: Client) => (await listOf(who)).items.map(({ kind }: any) => kind);
const relate = (who: Client, { id }: Client, what: string, body: object) =>
  who.call("PUT", `/api/community/people/${id}/${what}`, body);
let count = 0;
const member = async () => {
  const name = `member-${++count}-n`;
  return Object.assign(await site.as("user", name), { name });
};

test("mentions, comments, replies and follows notify each person once, and nobody of what they did themselves", async () => {
  const [ada, bob, cleo] = [await member(), await member(), await member()];
  const { id } = (await post(ada, `Hi @${bob.name} and @${ada.name}`)).body;
  const top = (await comment(bob, id, `Thanks @${ada.name}`)).body;
  const reply = (await comment(cleo, id, `Me too @${bob.name}`, top.id)).body;
  await comment(ada, id, "My own post");
  await relate(cleo, ada, "follow", { isFollowing: true });
  await relate(cleo, ada, "follow", { isFollowing: false });
  await relate(cleo, ada, "follow", { isFollowing: true });
  expect(await kindsOf(bob)).toEqual(["mention", "mention"]);
  expect(await kindsOf(ada)).toEqual(["follow", "comment", "mention"]);
  expect(await kindsOf(cleo)).toEqual([]);
  const { items, unread } = await listOf(bob);
  expect(unread).toBe(2);
  expect(items[0]).toMatchObject({
    actor: { id: cleo.id },
    postId: id,
    commentId: reply.id,
    text: `Me too @${bob.name}`,
    path: `/community?post=${id}&comment=${reply.id}`,
  });
});

test("a mute keeps someone out of one's notifications, also of earlier ones", async () => {
  const [ada, bob] = [await member(), await member()];
  await post(bob, `@${ada.name} one`);
  await relate(ada, bob, "mute", { isMuted: true });
  await post(bob, `@${ada.name} two`);
  expect(await listOf(ada)).toMatchObject({ items: [], unread: 0 });
  await relate(ada, bob, "mute", { isMuted: false });
  expect(await kindsOf(ada)).toEqual(["mention"]);
});

test("what was hidden or deleted since is in nobody's notifications", async () => {
  const [ada, bob, moderator] = [await member(), await member(), await site.as("moderator")];
  const { id } = (await post(bob, `@${ada.name} rude words`)).body;
  const own = (await post(ada, "Post")).body.id;
  const rude = (await comment(bob, own, "More rude words")).body.id;
  expect(await kindsOf(ada)).toEqual(["comment", "mention"]);
  await moderator.post(`/api/community/content/post/${id}`, { isHidden: true, reason });
  await bob.call("DELETE", `/api/community/comments/${rude}`);
  expect(await listOf(ada)).toMatchObject({ items: [], unread: 0 });
});

test("one is marked as read, or all up to one; only one's own", async () => {
  const [ada, bob] = [await member(), await member()];
  for (const text of ["a", "b", "c"]) await post(bob, `@${ada.name} ${text}`);
  const ids = (await listOf(ada)).items.map(({ id }: any) => id);
  await bob.post("/api/notifications/read", { upToId: ids[0] });
  expect((await ada.get("/api/notifications/count")).body.unread).toBe(3);
  expect((await ada.post("/api/notifications/read", { id: ids[2] })).body).toEqual({ unread: 2 });
  expect((await ada.post("/api/notifications/read", { upToId: ids[1] })).body).toEqual({ unread: 1 });
  expect((await listOf(ada)).items.map(({ isRead }: any) => isRead)).toEqual([false, true, true]);
});

test("open pages of the member hear of a notification, and nobody else may listen", async () => {
  const [ada, bob] = [await member(), await member()];
  const { position } = await listOf(ada);
  await post(bob, `@${ada.name} psst`);
  expect((await messagesOf(site, `community.member-${ada.id}`)).slice(position)).toEqual([
    { type: "notifications", data: {} },
  ]);
  const may = (who: Client, id: string, role?: "moderator") => mayFollow(site, who, id, role);
  expect([
    await may(ada, `member-${ada.id}`),
    await may(bob, `member-${ada.id}`),
    await may(site.anon, `member-${ada.id}`),
  ]).toEqual([true, false, false]);
  expect([
    await may(bob, "review"),
    await may(bob, "review", "moderator"),
    await may(site.anon, "feed"),
    await may(bob, "post-0"),
  ]).toEqual([false, true, true, false]);
});

test("ticket holders hear of news of their event", async () => {
  const [ada, bob] = [await member(), await member()];
  const eventId = await site.create.event({ title: "Soca Sunrise" });
  await ticketOf(site, ada, eventId);
  await ticketOf(site, ada, eventId);
  const admin = await site.as("admin");
  const { status } = await admin.post(`/api/admin/events/${eventId}/cancel`, {
    note: "The venue flooded.",
    version: 1,
  });
  expect(status).toBe(200);
  // Once, although she holds two tickets.
  expect((await listOf(ada)).items).toMatchObject([
    { kind: "event_news", text: "Soca Sunrise is canceled", eventId, path: `/events/${eventId}` },
  ]);
  expect(await kindsOf(bob)).toEqual([]);
});

const emailsTo = async (address: string) => {
  const { rows } = await sql<{ subject: string; text: string; headers: string; status: string }>`
    select subject, body_text as text, status from emails where to_address = ${address} order by id`.execute(site.db);
  return rows;
};

async function reader() {
  const who = await member();
  const email = `${who.name}@example.com`;
  await sql`update users set email = ${email} where id = ${who.id}`.execute(site.db);
  return Object.assign(who, { email });
}
const scheduleNow = () => sql`update community_members set digest_at = digest_at - interval '8 days'`.execute(site.db);
const sendDigests = async () => {
  await site.app.runJob("digests");
  await site.app.runJob("mail");
};

test("a digest has what its reader hasn't read, once, and only for those who want it and have an email", async () => {
  const [ada, off, without, author] = [await reader(), await reader(), await member(), await member()];
  await off.call("PUT", "/api/notifications/settings", { digest: "off" });
  await sendDigests();
  await scheduleNow();
  await sendDigests();
  const { id } = (await post(author, `@${ada.name} @${off.name} @${without.name} hello <b>you</b>`)).body;
  await post(author, `@${ada.name} read already`);
  const { id: newest } = (await listOf(ada)).items[0]!;
  await ada.post("/api/notifications/read", { id: newest });
  await sendDigests();
  expect(await emailsTo(ada.email), "not due yet").toEqual([]);
  await scheduleNow();
  await sendDigests();
  await sendDigests();
  const [mail, ...more] = await emailsTo(ada.email);
  expect([more, await emailsTo(off.email)]).toEqual([[], []]);
  expect(mail!.text).toContain(
    `${author.name} mentioned you: “@${ada.name} @${off.name} @${without.name} hello <b>you</b>”`,
  );
  expect(mail!.text).not.toContain("read already");
  await scheduleNow();
  await sendDigests();
  expect(await emailsTo(ada.email), "it was in one").toHaveLength(1);
  await sql`update notifications set at = at - interval '20 days' where user_id = ${ada.id}`.execute(site.db);
  await post(author, `@${ada.name} what is new`);
  await scheduleNow();
  await sendDigests();
  const later = (await emailsTo(ada.email)).at(-1)!;
  expect(later.text).toContain("what is new");
  expect(later.text, "unread, but told before").not.toContain("hello <b>you</b>");
  expect((await ada.get("/api/notifications/settings")).body).toMatchObject({ digest: "weekly", hasEmail: true });
  expect((await without.get("/api/notifications/settings")).body.hasEmail).toBe(false);
  expect(id).toBeGreaterThan(0);
});

test("a digest says nothing of what its reader may not read when it is sent", async () => {
  const [ada, author] = [await reader(), await member()];
  await sendDigests();
  await scheduleNow();
  await sendDigests();
  await post(author, `@${ada.name} a secret`);
  await scheduleNow();
  await site.app.runJob("digests");
  await relate(ada, author, "block", { isBlocked: true });
  await site.app.runJob("mail");
  const mails = await emailsTo(ada.email);
  expect(mails.filter(({ text }) => text?.includes("secret"))).toEqual([]);
});

test("one click unsubscribes from digests, by the right key only, as often as it is sent", async () => {
  const [ada, author] = [await reader(), await member()];
  await post(author, `@${ada.name} hello`);
  await sendDigests();
  await scheduleNow();
  await post(author, `@${ada.name} hello again`);
  await sendDigests();
  const { text } = (await emailsTo(ada.email)).at(-1)!;
  const key = /leave=\d+&key=([\w-]{22})/.exec(text)![1]!;
  const path = `/api/notifications/${ada.id}/unsubscribe?key=` as const;
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const send = (url: string) => site.anon.call("POST", url, "List-Unsubscribe=One-Click", form);
  expect((await site.anon.get(path + key)).headers.location).toBe(`/community?leave=${ada.id}&key=${key}`);
  expect((await send(`${path}${"x".repeat(22)}`)).status).toBe(404);
  expect((await send(`/api/notifications/${author.id}/unsubscribe?key=${key}`)).status).toBe(404);
  expect((await ada.get("/api/notifications/settings")).body.digest).toBe("weekly");
  for (let turn = 0; turn < 2; turn++) expect((await send(path + key)).status).toBe(200);
  expect((await ada.get("/api/notifications/settings")).body.digest).toBe("off");
});

test("each notification says what happened, by whom, and leads there; the newest is first", async () => {
  const [ada, bob] = [await member(), await member()];
  const moderator = await site.as("moderator");
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  await ticketOf(site, ada, eventId);
  const own = (await post(ada, "My post")).body.id;
  const top = (await comment(ada, own, "Top")).body.id;
  await relate(bob, ada, "follow", { isFollowing: true });
  const said = (await comment(bob, own, "Nice one")).body.id;
  const reply = (await comment(bob, own, "Same here", top)).body.id;
  const mention = (await post(bob, `Big up @${ada.name}`)).body.id;
  await moderator.post(`/api/community/content/comment/${top}`, { isHidden: true, reason: "Too loud" });
  const { items, unread } = await listOf(ada);
  const show = ({ kind, actor, text, path, isRead }: any) => [kind, actor?.id ?? null, text, path, isRead];
  expect(items.map(show)).toEqual([
    ["hidden", null, "Too loud", expect.stringContaining("/community"), false],
    ["mention", bob.id, `Big up @${ada.name}`, `/community?post=${mention}`, false],
    ["reply", bob.id, "Same here", `/community?post=${own}&comment=${reply}`, false],
    ["comment", bob.id, "Nice one", `/community?post=${own}&comment=${said}`, false],
    ["follow", bob.id, "", `/community?person=${bob.id}`, false],
  ]);
  expect(unread).toBe(5);
  const read = (body: object) => ada.post("/api/notifications/read", body);
  expect((await read({ id: items[1]!.id })).body.unread).toBe(4);
  expect((await listOf(ada)).items.map(({ isRead }: any) => isRead)).toEqual([false, true, false, false, false]);
  expect((await read({ upToId: items[3]!.id })).body.unread).toBe(2);
  expect((await listOf(ada)).items.map(({ isRead }: any) => isRead)).toEqual([false, true, false, true, true]);
});

test("notifications go back page by page, each once", async () => {
  const [ada, bob] = [await member(), await member()];
  const { id } = (await post(ada, "Busy")).body;
  const made: number[] = [];
  for (let number = 0; number < 33; number++) made.unshift((await comment(bob, id, `Comment ${number}`)).body.id);
  const seen: number[] = [];
  const sizes: number[] = [];
  let query = "";
  for (;;) {
    const { body } = await ada.get(`/api/notifications${query}`);
    seen.push(...body.items.map(({ commentId }: any) => commentId));
    sizes.push(body.items.length);
    expect(body.unread).toBe(33);
    if (body.nextCursor === null) break;
    query = `?cursor=${body.nextCursor}`;
  }
  expect([seen, sizes]).toEqual([made, [30, 3]]);
});
