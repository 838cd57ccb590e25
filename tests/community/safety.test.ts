import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { haveRead } from "#testing/meeting-point.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import type { Client, Site } from "#testing/site.ts";
import { comment, feedOf, image, messagesOf, openCommunity, post, reason, reviewOf } from "./kit.ts";

let site: Site;
let moderator: Client;
beforeAll(async () => {
  site = await openCommunity({ heldPosts: 1 });
  moderator = await site.as("moderator", "mona");
});
afterAll(async () => {
  await expectInvariants(site.db, { except: ["I-52"] });
  await site.close();
});
const opened: Site[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const decide = (who: Client, id: number, decision: "approve" | "hide", more: object = { reason }) =>
  who.post(`/api/community/review/${id}`, { decision, ...more });
const act = (who: Client, person: { id: number }, body: object) =>
  who.post(`/api/community/people/${person.id}/actions`, { reason, ...body });
const undo = (who: Client, actionId: number) => who.post(`/api/community/actions/${actionId}/undo`, { reason });
const hide = (who: Client, kind: string, id: number, isHidden = true) =>
  who.post(`/api/community/content/${kind}/${id}`, { isHidden, reason });
const reportOf = (who: Client, kind: string, targetId: number) =>
  who.post("/api/community/reports", { kind, targetId, reason: "spam", note: "Buy now" });
const kindsOf = async (who: Client) =>
  (await who.get("/api/notifications")).body.items.map(({ kind, text }: any) => (text === reason ? `${kind}!` : kind));
/** A member whose first post was approved. */
async function trusted() {
  const who = await site.as("user");
  const { id } = (await post(who, "My first post")).body;
  await decide(moderator, (await reviewOf(moderator, "post", id))!.id, "approve");
  return who;
}

test("a new member's first post is held, seen by its author alone, and published when a moderator approves it", async () => {
  const [newcomer, other] = [await site.as("user"), await site.as("user")];
  const made = (await post(newcomer, "Hello all")).body;
  expect([made.status, made.statusReason]).toEqual(["held", expect.stringContaining("first posts")]);
  const url = `/api/community/posts/${made.id}` as const;
  const seen = async (who: Client) => [(await who.get(url)).status, (await feedOf(who)).includes(made.id)];
  expect([await seen(other), await seen(site.anon), await seen(newcomer)]).toEqual([
    [404, false],
    [404, false],
    [200, false],
  ]);
  expect(await feedOf(newcomer, `authorId=${newcomer.id}`)).toEqual([made.id]);
  expect(await feedOf(other, `authorId=${newcomer.id}`)).toEqual([]);
  expect((await comment(other, made.id, "Hi")).status).toBe(404);
  expect((await other.call("PUT", `${url}/reaction`, { kind: "like" })).status).toBe(404);
  const item = await reviewOf(moderator, "post", made.id);
  expect(item).toMatchObject({
    holds: ["new_member"],
    authorTrust: "new",
    content: { status: "held", html: "<p>Hello all</p>" },
  });
  const older = (await post(await trusted(), "Posted in between")).body.id;
  expect((await decide(moderator, item!.id, "approve")).body.action).toMatchObject({ kind: "approve", itemCount: 1 });
  expect((await feedOf(other)).slice(0, 2), "it is as new as its approval").toEqual([made.id, older]);
  expect(await kindsOf(newcomer)).toEqual(["approved"]);
  expect((await messagesOf(site, "community.feed")).at(-1)).toMatchObject({ type: "published", data: { id: made.id } });
  expect((await newcomer.get("/api/community/me")).body).toMatchObject({ trust: "trusted", postsUntilTrusted: 0 });
  expect((await post(newcomer, "Second")).body.status).toBe("published");
});

test("someone whose approved posts were hidden is new again", async () => {
  const author = await trusted();
  const [id] = await feedOf(author, `authorId=${author.id}`);
  await hide(moderator, "post", id!);
  expect((await author.get("/api/community/me")).body).toMatchObject({ trust: "new", postsUntilTrusted: 1 });
  expect((await post(author, "Again")).body.status).toBe("held");
});

test("how many posts are held is a setting of admins", async () => {
  const admin = await site.as("admin");
  const set = (who: Client, heldPosts: number) => who.call("PUT", "/api/community/rules", { heldPosts, reason });
  expect((await set(moderator, 0)).status).toBe(403);
  expect((await set(admin, 0)).body).toEqual({ heldPosts: 0 });
  expect((await post(await site.as("user"), "At once")).body.status).toBe("published");
  await set(admin, 1);
  expect((await moderator.get("/api/community/rules")).body).toEqual({ heldPosts: 1 });
});

test("new members post no links and three images; staff are always trusted", async () => {
  const newcomer = await site.as("user");
  const links = ["see evil.com", "https://evil.example", "[x](mailto:spam@evil.example)", "[x](/logout)"];
  for (const text of links) expect((await post(newcomer, text)).body.code, text).toBe("post_refused");
  expect((await post(newcomer, "Best fete ever.me and my crew outside")).status).toBe(201);
  const images = await Promise.all([1, 2, 3, 4].map(() => image(site, newcomer)));
  expect((await post(newcomer, "", { images })).body.code).toBe("post_refused");
  expect((await post(newcomer, "", { images: images.slice(1) })).status).toBe(201);
  expect((await post(moderator, "https://example.com badly")).body.status).toBe("published");
});

test("a banned word holds a post or comment of anyone but staff, in every spelling", async () => {
  const author = await trusted();
  await moderator.call("PUT", "/api/banned-words", { words: ["badword"], reason });
  expect((await post(author, "what a b4dw0rd")).body.status).toBe("held");
  const open = (await post(moderator, "badword")).body;
  expect(open.status).toBe("published");
  const held = (await comment(author, open.id, "b a d w o r d")).body;
  expect([held.status, (await site.anon.get(`/api/community/posts/${open.id}`)).body.commentCount]).toEqual([
    "held",
    0,
  ]);
  const item = await reviewOf(moderator, "comment", held.id);
  expect(item!.holds).toEqual(["banned_word"]);
  expect(item!.content.bannedWords).toEqual([{ word: "badword", written: "b a d w o r d" }]);
  await decide(moderator, item!.id, "approve");
  expect((await site.anon.get(`/api/community/posts/${open.id}`)).body.commentCount).toBe(1);
  const fine = (await comment(author, open.id, "fine")).body;
  const edit = { text: "badword", version: 1 };
  expect((await author.call("PATCH", `/api/community/comments/${fine.id}`, edit)).body).toMatchObject({
    code: "post_refused",
    message: "You can't write “badword” here. Change it and try again.",
  });
  await moderator.call("PUT", "/api/banned-words", { words: [], reason });
});

test("ordinary words that look like a banned one are published, and what is disguised is held", async () => {
  const author = await trusted();
  await moderator.call("PUT", "/api/banned-words", { words: ["ass", "butt", "boob"], reason });
  const fine = [
    "Sweet as ever",
    "See you as soon as doors open",
    "I came, but late",
    "Ask Bob at the bar",
    "Meet at 455 Eastern Parkway",
  ];
  for (const text of fine) expect([text, (await post(author, text)).body.status]).toEqual([text, "published"]);
  for (const [text, written] of [
    ["what an ass", "ass"],
    ["you a.s.s", "a.s.s"],
    ["you a s s", "a s s"],
    ["you @ss", "@ss"],
  ] as const) {
    const { id, status } = (await post(author, text)).body;
    expect([text, status]).toEqual([text, "held"]);
    const { content } = (await reviewOf(moderator, "post", id))!;
    expect(content.bannedWords).toEqual([{ word: "ass", written }]);
  }
  await moderator.call("PUT", "/api/banned-words", { words: [], reason });
});

test("a member whose name is in underscores is mentioned by it", async () => {
  const [author, boss] = [await trusted(), await site.as("user", "_boss_")];
  const { html } = (await post(author, "@_boss_ come to the lime")).body;
  expect(html).toBe(`<p><a href="/community?person=${boss.id}">@_boss_</a> come to the lime</p>`);
  expect(await kindsOf(boss)).toEqual(["mention"]);
});

test("a new member mentions someone whose name looks like a host, and still can't post that host", async () => {
  const author = await site.as("user");
  await site.as("user", "the.host");
  await site.as("user", "evil");
  expect((await post(author, "Big up, @the.host.")).status).toBe(201);
  for (const text of ["Big up, @the.host.com", "See the.host", "@evil @evil.com", "x@the.host"]) {
    expect([text, (await post(author, text)).status]).toEqual([text, 409]);
  }
});

test("reported, hidden, restored: the author hears why, and those who reported hear the outcome", async () => {
  const [author, first, second] = [await trusted(), await site.as("user"), await site.as("user")];
  const { id } = (await post(author, "Annoying")).body;
  expect((await reportOf(author, "post", id)).body.code).toBe("not_allowed");
  for (const who of [first, first, second]) expect((await reportOf(who, "post", id)).status).toBe(201);
  const item = await reviewOf(moderator, "post", id);
  expect(item!.reports.map((each: any) => [each.reporter.id, each.note])).toEqual([
    [first.id, "Buy now"],
    [second.id, "Buy now"],
  ]);
  expect((await decide(moderator, item!.id, "hide", {})).status).toBe(400);
  expect((await decide(moderator, item!.id, "hide")).status).toBe(200);
  expect((await decide(moderator, item!.id, "approve")).body.code).toBe("status_final");
  expect([(await first.get(`/api/community/posts/${id}`)).status, (await feedOf(first)).includes(id)]).toEqual([
    404,
    false,
  ]);
  const own = (await author.get(`/api/community/posts/${id}`)).body;
  expect([own.status, own.statusReason, own.you.canEdit]).toEqual(["hidden", reason, false]);
  expect([(await kindsOf(author))[0], await kindsOf(first)]).toEqual(["hidden!", ["report_closed"]]);
  expect((await reportOf(first, "post", id)).status).toBe(404);
  expect((await hide(moderator, "post", id, false)).body.kind).toBe("restore");
  expect((await hide(moderator, "post", id, false)).body.code).toBe("status_final");
  expect([(await first.get(`/api/community/posts/${id}`)).status, (await kindsOf(author))[0]]).toEqual([
    200,
    "restored",
  ]);
  const { rows } = await sql`
    select action from audit_log where target_kind = 'post' and target_id = ${String(id)} order by id`.execute(site.db);
  expect(rows).toEqual([{ action: "post.hidden" }, { action: "post.restored" }]);
});

test("one photo of a post can be hidden, and a comment", async () => {
  const author = await trusted();
  const made = (await post(author, "Two", { images: [await image(site, author), await image(site, author)] })).body;
  const photoId = made.images[0]!.id;
  await reportOf(await site.as("user"), "photo", photoId);
  expect((await reviewOf(moderator, "photo", photoId))!.content).toMatchObject({
    postId: made.id,
    images: [{ id: photoId }],
  });
  expect((await hide(moderator, "photo", photoId)).status).toBe(200);
  expect(await reviewOf(moderator, "photo", photoId)).toBeUndefined();
  const shown = async () => (await site.anon.get(`/api/community/posts/${made.id}`)).body.images.length;
  expect(await shown()).toBe(1);
  await hide(moderator, "photo", photoId, false);
  expect(await shown()).toBe(2);
  const { id } = (await comment(author, made.id, "Rude")).body;
  await hide(moderator, "comment", id);
  expect((await site.anon.get(`/api/community/posts/${made.id}`)).body.commentCount).toBe(0);
  expect((await site.anon.get(`/api/community/comments/${id}`)).status).toBe(404);
  expect((await author.get(`/api/community/comments/${id}`)).body).toMatchObject({
    status: "hidden",
    statusReason: reason,
  });
});

test("what its author deletes or takes out leaves the queue, with all that waits about it", async () => {
  const [author, reporter] = [await trusted(), await site.as("user")];
  const images = [await image(site, author), await image(site, author)];
  const made = (await post(author, "Gone soon", { images })).body;
  const said = (await comment(author, made.id, "Me too")).body;
  await moderator.call("PUT", "/api/banned-words", { words: ["badword"], reason });
  const held = (await comment(author, made.id, "badword")).body;
  await moderator.call("PUT", "/api/banned-words", { words: [], reason });
  const [first, second] = made.images.map(({ id }: any) => id);
  for (const [kind, id] of [
    ["photo", first],
    ["photo", second],
    ["comment", said.id],
    ["post", made.id],
  ] as const)
    expect((await reportOf(reporter, kind, id)).status).toBe(201);
  await author.call("DELETE", `/api/community/photos/${first}`);
  expect(await reviewOf(moderator, "photo", first)).toBeUndefined();
  await author.call("PATCH", `/api/community/posts/${made.id}`, { text: "Gone soon", images: [], version: 1 });
  expect(await reviewOf(moderator, "photo", second)).toBeUndefined();
  await author.call("DELETE", `/api/community/posts/${made.id}`);
  for (const [kind, id] of [
    ["comment", said.id],
    ["comment", held.id],
    ["post", made.id],
  ] as const)
    expect(await reviewOf(moderator, kind, id)).toBeUndefined();
  expect(await kindsOf(reporter)).toEqual(Array(4).fill("report_closed"));
});

test("an action is undone within 24 hours, once, and what someone changed since stays", async () => {
  const author = await trusted();
  const [kept, changed] = [(await post(author, "Kept")).body.id, (await post(author, "Changed")).body.id];
  const status = async (id: number) => (await site.anon.get(`/api/community/posts/${id}`)).status;
  const { action } = (await act(moderator, author, { kind: "remove_all" })).body;
  expect([action.itemCount, await status(kept), await status(changed)]).toEqual([3, 404, 404]);
  const { rows } = await sql`select target_id from audit_log where action = 'post.hidden' and reason = ${reason}
    and target_id in (${String(kept)}, ${String(changed)})`.execute(site.db);
  expect(rows, "each thing is in the activity log").toHaveLength(2);
  await author.call("DELETE", `/api/community/posts/${changed}`);
  expect((await undo(author, action.id)).status).toBe(403);
  const [first, second] = await Promise.all([undo(moderator, action.id), undo(moderator, action.id)]);
  expect([first.status, second.status].toSorted()).toEqual([200, 409]);
  expect([await status(kept), await status(changed)]).toEqual([200, 404]);
  expect((await undo(moderator, 999_999)).status).toBe(404);
  const late = (await hide(moderator, "post", kept)).body;
  expect(late.undoUntil).not.toBeNull();
  await sql`update moderation_actions set at = at - interval '24 hours 1 second' where id = ${late.id}`.execute(
    site.db,
  );
  expect((await undo(moderator, late.id)).body.code).toBe("status_final");
  const warned = (await act(moderator, author, { kind: "warn" })).body.action;
  expect([warned.undoUntil, (await undo(moderator, warned.id)).body.code]).toEqual([null, "status_final"]);
});

test("undoing an approval holds the post again, and it waits in the queue as before", async () => {
  const newcomer = await site.as("user");
  const { id } = (await post(newcomer, "Approved by mistake")).body;
  const item = await reviewOf(moderator, "post", id);
  const { action } = (await decide(moderator, item!.id, "approve")).body;
  expect((await undo(moderator, action.id)).status).toBe(200);
  expect([
    (await site.anon.get(`/api/community/posts/${id}`)).status,
    (await newcomer.get(`/api/community/posts/${id}`)).body.status,
  ]).toEqual([404, "held"]);
  expect(await reviewOf(moderator, "post", id)).toMatchObject({ id: item!.id, holds: ["new_member"] });
});

test("a mute ends by itself, a suspension doesn't, and the member is told the reason", async () => {
  const own = await openCommunity();
  opened.push(own);
  await installMovingClock(own.database);
  const [mo, member] = [await own.as("moderator"), await own.as("user")];
  const { id } = (await post(mo, "Open")).body;
  const tries = async () => [
    (await post(member, "Hi")).body.code,
    (await comment(member, id, "Hi")).body.code,
    (await member.call("PUT", `/api/community/posts/${id}/reaction`, { kind: "like" })).body.code,
  ];
  expect((await act(mo, member, { kind: "mute", seconds: 7200 })).body.action.until).not.toBeNull();
  expect(await tries()).toEqual(Array(3).fill("community_muted"));
  const me = (await member.get("/api/community/me")).body;
  expect([me.trust, me.mutedReason, me.mutedUntil !== null]).toEqual(["muted", reason, true]);
  expect((await member.get(`/api/community/posts/${id}`)).status).toBe(200);
  await moveClock(own.database, 7300);
  expect((await post(member, "Back")).status).toBe(201);
  const { action } = (await act(mo, member, { kind: "suspend" })).body;
  await moveClock(own.database, 60_000);
  expect(await tries()).toEqual(Array(3).fill("community_muted"));
  expect((await undo(mo, action.id)).status).toBe(200);
  expect((await post(member, "Back again")).status).toBe(201);
  await act(mo, member, { kind: "suspend" });
  await act(mo, member, { kind: "unmute" });
  expect((await post(member, "And again")).status).toBe(201);
  expect((await kindsOf(member)).slice(0, 5)).toEqual(["unmuted!", "muted!", "unmuted!", "muted!", "muted!"]);
});

test("nobody acts on staff or themselves, and someone else decides about a moderator's own posts", async () => {
  const [admin, other, member] = [await site.as("admin"), await site.as("moderator"), await trusted()];
  for (const target of [admin, other, moderator]) {
    expect((await act(moderator, target, { kind: "warn" })).body.code).toBe("not_allowed");
  }
  expect((await act(member, other, { kind: "warn" })).status).toBe(403);
  const { id } = (await post(moderator, "Mine")).body;
  await reportOf(member, "post", id);
  const item = await reviewOf(other, "post", id);
  expect((await decide(moderator, item!.id, "approve")).body.code).toBe("not_allowed");
  expect((await decide(other, item!.id, "approve")).status).toBe(200);
});

test("a report about a member is settled by an action on them, or dismissed", async () => {
  const [one, two, reporter] = [await trusted(), await trusted(), await site.as("user")];
  for (const who of [one, two]) await reportOf(reporter, "person", who.id);
  const item = await reviewOf(moderator, "person", one.id);
  expect((await decide(moderator, item!.id, "hide")).body.code).toBe("not_allowed");
  expect((await decide(moderator, item!.id, "approve")).status).toBe(200);
  await act(moderator, two, { kind: "warn" });
  expect(await reviewOf(moderator, "person", two.id)).toBeUndefined();
  const record = (await moderator.get(`/api/community/people/${two.id}/record`)).body;
  expect(record).toMatchObject({
    trust: "trusted",
    reportCount: 1,
    canAct: true,
    actions: [{ kind: "warn", reason }, {}],
  });
  expect((await reporter.get(`/api/community/people/${two.id}/record`)).status).toBe(403);
});

/** Posts of one member and a mute at the same time: how many were published after it. */
async function muteRace(rewriteSql?: Sabotage) {
  const own = await openCommunity({ rewriteSql });
  opened.push(own);
  const [mo, member] = [await own.as("moderator"), await own.as("user")];
  await Promise.all([
    ...Array.from({ length: 6 }, (_, number) => post(member, `Spam ${number}`)),
    act(mo, member, { kind: "remove_all" }),
    act(mo, member, { kind: "suspend" }),
  ]);
  await act(mo, member, { kind: "remove_all" });
  const before = await feedOf(own.anon, `authorId=${member.id}`);
  const late = await Promise.all([post(member, "Late"), post(member, "Later")]);
  return { before, late: late.map(({ status }) => status) };
}

test("nothing of a member is published after a mute, and remove-all leaves nothing", async () => {
  expect(await muteRace()).toEqual({ before: [], late: [403, 403] });
});

test("of two moderators who decide at once, one is refused", async () => {
  const newcomer = await site.as("user");
  const { id } = (await post(newcomer, "Decide me")).body;
  const item = await reviewOf(moderator, "post", id);
  const other = await site.as("moderator");
  const answers = await Promise.all([decide(moderator, item!.id, "approve"), decide(other, item!.id, "hide")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { rows } = await sql`select 1 from moderation_items where kind = 'post' and target_id = ${id}`.execute(site.db);
  expect(rows).toHaveLength(1);
});

test("negative control: without the lock on the item, both decide", async () => {
  const own = await openCommunity({
    heldPosts: 1,
    rewriteSql: sabotage([
      "from review_items where id = $1 for update",
      `from review_items where id = $1 and ${haveRead()}`,
    ]),
  });
  opened.push(own);
  const mods = [await own.as("moderator"), await own.as("moderator")];
  const { id } = (await post(await own.as("user"), "Decide me")).body;
  const item = await reviewOf(mods[0]!, "post", id);
  const answers = await Promise.all(mods.map((who) => decide(who, item!.id, "approve")));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test("limits: three posts and twenty comments in an hour for new members, more for others", async () => {
  const own = await openCommunity({ heldPosts: 1, settings: { RATE_LIMITS: "on" } });
  opened.push(own);
  await installMovingClock(own.database);
  const [mo, newcomer] = [await own.as("moderator"), await own.as("user")];
  const { id } = (await post(mo, "Open")).body;
  const posts = await Promise.all(Array.from({ length: 5 }, (_, number) => post(newcomer, `Post ${number}`)));
  expect(posts.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = posts.find(({ status }) => status === 429)!;
  expect(refused.body.code).toBe("too_many_requests");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3500);
  const comments = await Promise.all(Array.from({ length: 22 }, () => comment(newcomer, id, "Hi")));
  expect(comments.filter(({ status }) => status === 201)).toHaveLength(20);
  await moveClock(own.database, 3700);
  expect((await post(newcomer, "Later")).status).toBe(201);
  for (let number = 0; number < 25; number++) expect((await post(mo, `Staff ${number}`)).status).toBe(201);
});

test("open queues hear of every change, and staff see how much waits", async () => {
  const before = (await moderator.get("/api/community/review")).body;
  const { id } = (await post(await site.as("user"), "One more")).body;
  const item = await reviewOf(moderator, "post", id);
  await decide(moderator, item!.id, "hide");
  const messages = (await messagesOf(site, "community.review")).slice(before.position);
  expect(messages.map(({ data }) => data.open)).toEqual([before.open + 1, before.open]);
  const done = (await moderator.get("/api/community/review?show=done")).body.items;
  expect(done[0]).toMatchObject({ id: item!.id, decision: "hidden", decidedBy: "mona" });
  const { items } = (await moderator.get("/api/community/actions")).body;
  expect(items[0]).toMatchObject({ kind: "hide", moderator: "mona", reason });
});
