import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import type { BodyAt } from "#testing/replies.ts";
import type { Answer, Client, Site } from "#testing/site.ts";
import { comment, feedOf, mayFollow, openCommunity, post, reason, runningEvent, ticketOf } from "./kit.ts";

let site: Site;
beforeAll(async () => {
  site = await openCommunity();
});
afterAll(async () => {
  await expectInvariants(site.db, { except: ["I-52"] });
  await site.close();
});

const relate = (who: Client, { id }: Client, what: "follow" | "mute" | "block", isOn = true) =>
  who.call("PUT", `/api/community/people/${id}/${what}`, {
    [{ follow: "isFollowing", mute: "isMuted", block: "isBlocked" }[what]]: isOn,
  });
const card = (who: Client, { id }: Client) => who.get(`/api/community/people/${id}`);
const pair = async () => [await site.as("user"), await site.as("user")] as const;

test("a card shows what its member allows", async () => {
  const [ada, bob] = await pair();
  expect((await card(site.anon, ada)).body).toMatchObject({
    person: { id: ada.id, badge: null },
    badges: null,
    followerCount: 0,
    you: { isYou: false, canFollow: false },
  });
  expect((await card(bob, ada)).body.joinedAt).not.toBeNull();
  const privacy = { showJoined: false, showBadges: true, isFindable: false, mayFollow: false, mentions: "nobody" };
  expect((await ada.call("PUT", "/api/community/me/privacy", privacy)).body.privacy).toEqual(privacy);
  expect((await card(bob, ada)).body).toMatchObject({ joinedAt: null, badges: [], you: { canFollow: false } });
  expect((await relate(bob, ada, "follow")).body.code).toBe("not_allowed");
  const { html } = (await post(bob, `Hello @${(await card(bob, ada)).body.person.handle}`)).body;
  expect(html).not.toContain("<a");
  for (const role of ["guest", "user"] as const) {
    const status = (await card(bob, await site.as(role))).status;
    expect(status, role).toBe(role === "guest" ? 404 : 200);
  }
});

test("a badge says that someone was there: by an admission with a ticket of theirs", async () => {
  const [ada, bob] = await pair();
  await ada.call("PUT", "/api/community/me/privacy", {
    showJoined: true,
    showBadges: true,
    isFindable: true,
    mayFollow: true,
    mentions: "everyone",
  });
  const eventId = await runningEvent(site);
  const ticketId = await ticketOf(site, ada, eventId);
  expect((await card(bob, ada)).body.badges).toEqual([]);
  await sql`
    insert into admissions (ticket_id, event_id, device_id, scan_id, staff_id)
    values (${ticketId}, ${eventId}, 'door', gen_random_uuid(), ${bob.id})`.execute(site.db);
  expect((await card(bob, ada)).body).toMatchObject({ badges: [{ event: { id: eventId } }], badgeCount: 1 });
  await sql`update admissions set voided_at = clock_now() where ticket_id = ${ticketId}`.execute(site.db);
  expect((await card(bob, ada)).body.badges).toEqual([]);
  // It has no scan, which an admission needs.
  await sql`delete from admissions where ticket_id = ${ticketId}`.execute(site.db);
});

test("following makes a feed, muting empties one's own, and both end", async () => {
  const [ada, bob] = await pair();
  const { id } = (await post(ada, "For followers")).body;
  expect((await site.anon.get("/api/community/posts?sort=following")).status).toBe(401);
  expect(await feedOf(bob, "sort=following")).toEqual([]);
  expect((await relate(bob, ada, "follow")).body).toMatchObject({ isFollowing: true });
  expect(await feedOf(bob, "sort=following")).toEqual([id]);
  expect((await card(ada, bob)).body.you.isFollower).toBe(true);
  await relate(bob, ada, "mute");
  expect([await feedOf(bob, "sort=following"), (await feedOf(bob)).includes(id)]).toEqual([[], false]);
  expect(await feedOf(bob, `authorId=${ada.id}`)).toEqual([id]);
  expect((await bob.get(`/api/community/posts/${id}`)).status).toBe(200);
  expect((await card(ada, bob)).body.you).toMatchObject({ isMuted: false, isFollower: true });
  await relate(bob, ada, "mute", false);
  await relate(bob, ada, "follow", false);
  expect(await feedOf(bob, "sort=following")).toEqual([]);
  expect((await relate(bob, bob, "follow")).body.code).toBe("not_allowed");
});

test("the followed feed goes back page by page over many people", async () => {
  const reader = await site.as("user");
  const made: number[] = [];
  for (let number = 0; number < 5; number++) {
    const author = await site.as("user");
    await relate(reader, author, "follow");
    for (let turn = 0; turn < 9; turn++) made.unshift((await post(author, `Post ${turn}`)).body.id);
  }
  const seen: number[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { body }: Answer<BodyAt<"GET", "/api/community/posts">> = await reader.get(
      `/api/community/posts?sort=following${cursor}`,
    );
    seen.push(...body.items.map(({ id }) => id));
    cursor = body.nextCursor && `&cursor=${body.nextCursor}`;
  }
  expect(seen).toEqual(made);
  const { items } = (await reader.get("/api/community/me/people?kind=following")).body;
  expect(items).toHaveLength(5);
});

/** Everything by which one member could see or reach another: each must fail or be empty after a block. */
async function reachesOf(from: Client, to: Client, things: { postId: number; commentId: number; ownPostId: number }) {
  const { postId, commentId, ownPostId } = things;
  const handle = (await to.get("/api/community/me")).body.card.handle;
  const is = async (call: Promise<{ status: number }>) => (await call).status < 400;
  const url = "/api/community";
  return {
    card: await is(from.get(`${url}/people/${to.id}`)),
    post: await is(from.get(`${url}/posts/${postId}`)),
    comments: await is(from.get(`${url}/posts/${postId}/comments`)),
    history: await is(from.get(`${url}/posts/${postId}/history`)),
    commentHistory: await is(from.get(`${url}/comments/${commentId}/history`)),
    comment: await is(from.get(`${url}/comments/${commentId}`)),
    feed: (await feedOf(from)).includes(postId),
    top: (await feedOf(from, "sort=top")).includes(postId),
    search: (await feedOf(from, "q=unmistakable")).includes(postId),
    byAuthor: (await feedOf(from, `authorId=${to.id}`)).length > 0,
    following: (await feedOf(from, "sort=following")).includes(postId),
    write: await is(comment(from, postId, "Hi")),
    reply: await is(comment(from, ownPostId, "Hi", commentId)),
    react: await is(from.call("PUT", `${url}/posts/${postId}/reaction`, { kind: "like" })),
    reactToComment: await is(from.call("PUT", `${url}/comments/${commentId}/reaction`, { kind: "like" })),
    report: await is(from.post(`${url}/reports`, { kind: "post", targetId: postId, reason: "spam" })),
    mention: (await post(from, `Hey @${handle}`)).body.html.includes("<a"),
    findName: (await from.get(`${url}/people?q=${handle}`)).body.items.length > 0,
    follow: await is(relate(from, to, "follow")),
    topic: await mayFollow(site, from, `post-${postId}`),
  };
}

test("after a block neither reaches the other by any endpoint, whoever blocked; and all is back after it ends", async () => {
  const [ada, bob] = await pair();
  const setUp = async (author: Client, visitor: Client) => {
    const { id: postId } = (await post(author, "An unmistakable post")).body;
    const ownPostId = (await post(visitor, "Somewhere else")).body.id;
    const commentId = (await comment(author, ownPostId, "I was here")).body.id;
    return { postId, commentId, ownPostId };
  };
  const [ofAda, ofBob] = [await setUp(ada, bob), await setUp(bob, ada)];
  await relate(bob, ada, "follow");
  await relate(ada, bob, "follow");
  const before = await reachesOf(bob, ada, ofAda);
  expect(Object.entries(before).filter(([, can]) => !can)).toEqual([]);
  expect((await relate(ada, bob, "block")).body).toMatchObject({
    isBlocked: true,
    isFollowing: false,
    isFollower: false,
  });
  const blocked = await reachesOf(bob, ada, ofAda);
  expect(Object.entries(blocked).filter(([, can]) => can)).toEqual([]);
  // Whoever blocked sees the other's card, to unblock them, and nothing else.
  const blocker = await reachesOf(ada, bob, ofBob);
  expect(Object.entries(blocker).flatMap(([name, can]) => (can ? [name] : []))).toEqual(["card"]);
  expect((await ada.get("/api/community/me/people?kind=blocked")).body.items).toMatchObject([{ id: bob.id }]);
  const notified = async (who: Client, actor: Client) =>
    (await who.get("/api/notifications")).body.items.some((each: any) => each.actor?.id === actor.id);
  expect([await notified(ada, bob), await notified(bob, ada)]).toEqual([false, false]);
  await relate(ada, bob, "block", false);
  await relate(bob, ada, "follow");
  const after = await reachesOf(bob, ada, ofAda);
  expect([after.card, after.post, after.write, after.mention]).toEqual([true, true, true, true]);
});

test("a moderator whom someone blocked reads what they must, and answers nothing", async () => {
  const [ada, moderator] = [await site.as("user"), await site.as("moderator")];
  const { id } = (await post(ada, "Not for you")).body;
  await relate(ada, moderator, "block");
  expect((await moderator.get(`/api/community/posts/${id}`)).status).toBe(200);
  expect((await comment(moderator, id, "Hi")).status).toBe(404);
  expect((await moderator.call("PUT", `/api/community/posts/${id}/reaction`, { kind: "like" })).status).toBe(404);
  expect(await feedOf(moderator)).not.toContain(id);
});

test("a comment of someone blocked is not in the list; with replies of others it is a gap", async () => {
  const [ada, bob] = await pair();
  const host = await site.as("user");
  const { id } = (await post(host, "Meeting point")).body;
  const alone = (await comment(ada, id, "Alone")).body.id;
  const answered = (await comment(ada, id, "Answered")).body.id;
  await comment(host, id, "Reply", answered);
  await relate(bob, ada, "block");
  const { items } = (await bob.get(`/api/community/posts/${id}/comments`)).body;
  expect(items.map((each: any) => [each.id, each.html, each.author])).toEqual([[answered, null, null]]);
  expect(items.map((each: any) => each.id)).not.toContain(alone);
});

test("people are found by handle and name, not by email, and those whom one follows come first", async () => {
  const [me] = await pair();
  const [first, second] = [await site.as("user", "zz-anna"), await site.as("user", "zz-bella")];
  await sql`update users set email = 'hidden-address@example.com' where id = ${first.id}`.execute(site.db);
  const find = async (q: string) =>
    (await me.get(`/api/community/people?q=${encodeURIComponent(q)}`)).body.items.map(({ id }) => id);
  expect(await find("zz-")).toEqual([first.id, second.id]);
  await relate(me, second, "follow");
  expect(await find("@zz-")).toEqual([second.id, first.id]);
  expect([await find("hidden"), await find(""), await find("%")]).toEqual([[], [], []]);
});

test("who's going: only with consent, friends first, and gone at once with the ticket", async () => {
  const eventId = await site.create.event();
  const [ada, bob] = await pair();
  const cleo = await site.as("user");
  const tickets = new Map<Client, number>();
  for (const who of [ada, bob]) tickets.set(who, await ticketOf(site, who, eventId));
  const going = async (who: Client) => (await who.get(`/api/events/${eventId}/going`)).body;
  const show = (who: Client, ticketId: number, isShown = true) =>
    who.call("PUT", `/api/events/${eventId}/going`, { ticketId, isShown });
  expect(await going(cleo)).toEqual({ count: 0, people: [], you: { tickets: [] } });
  expect((await going(ada)).you.tickets).toMatchObject([{ ticketId: tickets.get(ada), isShown: false }]);
  expect((await show(cleo, tickets.get(ada)!)).status).toBe(404);
  for (const who of [ada, bob]) expect((await show(who, tickets.get(who)!)).status).toBe(200);
  await relate(cleo, bob, "follow");
  expect((await going(cleo)).people.map(({ id }) => id)).toEqual([bob.id, ada.id]);
  expect(await going(site.anon)).toEqual({ count: 2, people: [], you: { tickets: [] } });
  await relate(ada, cleo, "block");
  expect(await going(cleo)).toMatchObject({ count: 1, people: [{ id: bob.id }] });
  // The ticket goes to someone else, who hasn't consented.
  await sql`update tickets set owner_id = ${cleo.id} where id = ${tickets.get(bob)!}`.execute(site.db);
  expect(await going(bob)).toMatchObject({ count: 1, people: [{ id: ada.id }] });
  await sql`update tickets set status = 'refunded', void_since = clock_now() where id = ${tickets.get(ada)!}`.execute(
    site.db,
  );
  expect((await going(bob)).count).toBe(0);
  await sql`update tickets set owner_id = ${bob.id} where id = ${tickets.get(bob)!}`.execute(site.db);
  expect((await going(bob)).count).toBe(1);
  await show(bob, tickets.get(bob)!, false);
  expect((await going(bob)).count).toBe(0);
  await sql`update tickets set status = 'valid', void_since = null where id = ${tickets.get(ada)!}`.execute(site.db);
});

test("a card counts published posts, followers and followed, and lists say who they are", async () => {
  const [ada, bob] = await pair();
  const [cleo, dion] = await pair();
  const moderator = await site.as("moderator");
  const [shown, hidden, gone] = [await post(ada, "One"), await post(ada, "Two"), await post(ada, "Three")];
  await post(bob, "Another's");
  await moderator.post(`/api/community/content/post/${hidden.body.id}`, { isHidden: true, reason });
  await ada.call("DELETE", `/api/community/posts/${gone.body.id}`);
  for (const who of [bob, cleo]) await relate(who, ada, "follow");
  await relate(ada, dion, "follow");
  const { body } = await card(bob, ada);
  expect(body).toMatchObject({ postCount: 1, followerCount: 2, followingCount: 1 });
  expect(body.you).toEqual({
    isYou: false,
    isFollowing: true,
    isFollower: false,
    isMuted: false,
    isBlocked: false,
    canFollow: true,
  });
  expect((await card(dion, ada)).body.you).toMatchObject({ isFollowing: false, isFollower: true });
  expect((await card(ada, ada)).body.you).toMatchObject({ isYou: true, canFollow: false });
  expect(shown.status).toBe(201);
  await relate(ada, bob, "mute");
  await relate(dion, cleo, "block");
  const listed = async (who: Client, kind: string) =>
    (await who.get(`/api/community/me/people?kind=${kind}`)).body.items.map(({ id }) => id);
  expect({
    followers: await listed(ada, "followers"),
    following: await listed(ada, "following"),
    muted: await listed(ada, "muted"),
    blocked: await listed(ada, "blocked"),
    dions: await listed(dion, "blocked"),
    bobs: await listed(bob, "following"),
  }).toEqual({
    followers: [cleo.id, bob.id],
    following: [dion.id],
    muted: [bob.id],
    blocked: [],
    dions: [cleo.id],
    bobs: [ada.id],
  });
});

test("badges are the events that a member was admitted to, the latest first, each once and no drafts", async () => {
  const [ada, bob] = await pair();
  const at = (days: number) => new Date(Date.now() + days * 86_400_000);
  const create = (days: number, more: object = {}) =>
    site.create.event({ startsAt: at(days), endsAt: at(days + 2), ...more });
  const events = [await create(-1), await create(-0.5), await create(-0.8)];
  const [older, latest, unseen] = events as [number, number, number];
  const admit = async (eventId: number, who: Client) => {
    const ticketId = await ticketOf(site, who, eventId);
    await sql`
      insert into admissions (ticket_id, event_id, device_id, scan_id, staff_id)
      values (${ticketId}, ${eventId}, 'door', gen_random_uuid(), ${bob.id})`.execute(site.db);
  };
  await admit(older, ada);
  await admit(older, ada);
  await admit(latest, ada);
  await admit(unseen, ada);
  await admit(unseen, bob);
  await sql`update events set visibility = 'draft' where id = ${unseen}`.execute(site.db);
  const privacy = { showJoined: true, showBadges: true, isFindable: true, mayFollow: true, mentions: "everyone" };
  await ada.call("PUT", "/api/community/me/privacy", privacy);
  const { badges, badgeCount } = (await card(site.anon, ada)).body;
  expect([badges!.map(({ event }: any) => event.id), badgeCount]).toEqual([[latest, older], 2]);
  // They have no scan, which an admission needs.
  await sql`delete from admissions where event_id = any(${events}::bigint[])`.execute(site.db);
});

test("one privacy setting changes nothing of the others", async () => {
  const who = await site.as("user");
  const read = async () => (await who.get("/api/community/me")).body.privacy;
  const start = { showJoined: true, showBadges: false, isFindable: true, mayFollow: true, mentions: "everyone" };
  expect(await read()).toEqual(start);
  let privacy: object = start;
  for (const change of [
    { showJoined: false },
    { showBadges: true },
    { isFindable: false },
    { mayFollow: false },
    { mentions: "following" },
  ]) {
    privacy = { ...privacy, ...change };
    await who.call("PUT", "/api/community/me/privacy", privacy);
    expect(await read()).toEqual(privacy);
  }
});
