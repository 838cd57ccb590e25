import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import type { BodyAt } from "#testing/replies.ts";
import type { Answer, Client, Site } from "#testing/site.ts";
import { comment, feedOf, image, messagesOf, openCommunity, post, reviewOf, runningEvent } from "./kit.ts";

let site: Site;
let ada: Client;
let bob: Client;
beforeAll(async () => {
  site = await openCommunity();
  ada = await site.as("user", "ada.lovelace");
  bob = await site.as("user", "bob");
});
afterAll(async () => {
  await expectInvariants(site.db, { except: ["I-52"] });
  await site.close();
});

test("a post is rendered from Markdown, cleaned, and mentions become links", async () => {
  const text = "**Big** tune, @bob and @Nobody!\n<script>pwn()</script> [x](javascript:pwn()) https://example.com";
  const { status, body } = await post(ada, text);
  expect(status).toBe(201);
  expect(body.html).toContain("<strong>Big</strong>");
  expect(body.html).toContain(`<a href="/community?person=${bob.id}">@bob</a>`);
  expect(body.html).toContain("@Nobody");
  expect(body.html).toContain('href="https://example.com" rel="noopener noreferrer nofollow" target="_blank"');
  expect(body.html).not.toMatch(/<script|href="javascript/);
  expect([body.text, body.you.isAuthor]).toEqual([text, true]);
  const seen = (await site.anon.get(`/api/community/posts/${body.id}`)).body;
  expect([seen.text, seen.you.isAuthor, seen.author!.handle]).toEqual([null, false, "ada.lovelace"]);
  expect(seen.excerpt).toContain("Big tune");
});

test("the same Idempotency-Key posts once", async () => {
  const key = { "idempotency-key": "one-post-only-please" };
  const send = () => ada.post("/api/community/posts", { text: "Once", images: [], eventId: null }, key);
  const answers = await Promise.all(Array.from({ length: 8 }, send));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const { rows } = await sql`select id from posts where text = 'Once'`.execute(site.db);
  expect(rows).toHaveLength(1);
});

test("a post needs text or images, images need alt text, and only one's own are accepted, once", async () => {
  const [mine, theirs] = [await image(site, ada), await image(site, bob)];
  expect((await post(ada, "")).body.code).toBe("post_refused");
  expect((await post(ada, "", { images: [{ ...mine, alt: "" }] })).status).toBe(400);
  expect((await post(ada, "", { images: [theirs] })).status).toBe(404);
  expect((await post(ada, "", { images: [{ pictureId: 999_999, alt: "None" }] })).status).toBe(404);
  const { status, body } = await post(ada, "", { images: [mine] });
  expect(status).toBe(201);
  expect(body.images[0]!.poster.alt).toBe("People dancing");
  expect((await post(ada, "again", { images: [mine] })).status).toBe(404);
  const eleven = await Promise.all(Array.from({ length: 11 }, () => image(site, ada)));
  expect((await post(ada, "", { images: eleven })).status).toBe(400);
});

test("an edit keeps the earlier text, changes the images, and of two edits the second is refused", async () => {
  const [first, second] = [await image(site, ada), await image(site, ada)];
  const made = (await post(ada, "First words", { images: [first] })).body;
  const edit = (version: number, text = "Second words", who = ada) =>
    who.call("PATCH", `/api/community/posts/${made.id}`, { text, images: [second], version });
  expect((await edit(1, "Stolen words", bob)).status).toBe(404);
  const edited = await edit(1);
  expect(edited.status).toBe(200);
  expect([edited.body.version, edited.body.images.length, edited.body.editedAt !== null]).toEqual([2, 1, true]);
  expect((await edit(1)).body.code).toBe("edited_meanwhile");
  const { items } = (await bob.get(`/api/community/posts/${made.id}/history`)).body;
  expect(items).toMatchObject([{ html: "<p>First words</p>", imageCount: 1 }]);
  const { rows } = await sql`select id from pictures where id = ${first.pictureId}`.execute(site.db);
  expect(rows, "an image that a post doesn't have anymore is deleted").toEqual([]);
});

test("a deleted post is gone everywhere, with its text, images and history", async () => {
  const made = (await post(ada, "To be deleted", { images: [await image(site, ada)] })).body;
  await comment(bob, made.id, "Nice");
  await ada.call("PATCH", `/api/community/posts/${made.id}`, { text: "Edited", images: [], version: 1 });
  expect((await bob.call("DELETE", `/api/community/posts/${made.id}`)).status).toBe(404);
  expect((await ada.call("DELETE", `/api/community/posts/${made.id}`)).status).toBe(200);
  for (const path of ["", "/comments", "/history"])
    for (const who of [site.anon, ada, await site.as("moderator")])
      expect((await who.get(`/api/community/posts/${made.id}${path}`)).status).toBe(
        path === "/history" && who === site.anon ? 401 : 404,
      );
  expect(await feedOf(ada)).not.toContain(made.id);
  const { rows } = await sql`
    select text from posts where id = ${made.id} union all select text from earlier_texts where post_id = ${made.id}`.execute(
    site.db,
  );
  expect(rows).toEqual([{ text: "" }]);
});

test("a post about an event says whether that is to come, running or over; a draft has no posts", async () => {
  const phase = async (startHours: number, endHours: number) => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    const eventId = await site.create.event({ startsAt: at(startHours), endsAt: at(endHours) });
    return (await post(ada, "Yes", { eventId })).body.phase;
  };
  expect([await phase(2, 4), await phase(-1, 4), await phase(-4, -1)]).toEqual(["before", "during", "after"]);
  const draft = await site.create.event({ visibility: "draft" });
  expect((await post(ada, "Secret", { eventId: draft })).status).toBe(404);
});

test("feeds are by topic, event, phase and person, and leave out what isn't in them", async () => {
  const eventId = await runningEvent(site);
  const about = (await post(bob, "About the event", { eventId })).body.id;
  const general = (await post(bob, "General")).body.id;
  const photo = (await post(bob, "Photo", { images: [await image(site, bob)] })).body.id;
  expect((await feedOf(site.anon)).slice(0, 3)).toEqual([photo, general, about]);
  expect(await feedOf(site.anon, `eventId=${eventId}`)).toEqual([about]);
  expect(await feedOf(site.anon, `eventId=${eventId}&phase=during`)).toEqual([about]);
  expect(await feedOf(site.anon, `eventId=${eventId}&phase=after`)).toEqual([]);
  const byTopic = await feedOf(site.anon, "topic=general");
  expect([byTopic.includes(general), byTopic.includes(about)]).toEqual([true, false]);
  expect((await feedOf(site.anon, "topic=photos"))[0]).toBe(photo);
  expect((await feedOf(site.anon, `authorId=${bob.id}`)).slice(0, 3)).toEqual([photo, general, about]);
  const topics = (await site.anon.get("/api/community/topics")).body.items;
  expect(topics.find(({ event }: any) => event.id === eventId)).toMatchObject({ phase: "during", postCount: 1 });
});

test("pages follow each other without a gap or a repeat, while people post", async () => {
  const own = await site.as("user");
  const made: number[] = [];
  for (let number = 0; number < 47; number++) made.unshift((await post(own, `Post ${number}`)).body.id);
  for (const sort of ["new", "top"]) {
    const seen: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body }: Answer<BodyAt<"GET", "/api/community/posts">> = await site.anon.get(
        `/api/community/posts?sort=${sort}&authorId=${own.id}${cursor}`,
      );
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor && `&cursor=${body.nextCursor}`;
      await post(bob, "Meanwhile");
    }
    expect(seen, sort).toEqual(made);
  }
  expect((await site.anon.get("/api/community/posts?sort=top&cursor=bm9uZQ")).body.code).toBe("invalid_input");
});

test("top is by response", async () => {
  const eventId = await runningEvent(site);
  const [first, second] = [
    (await post(ada, "One", { eventId })).body.id,
    (await post(ada, "Two", { eventId })).body.id,
  ];
  for (const who of [await site.as("user"), await site.as("user")])
    await who.call("PUT", `/api/community/posts/${first}/reaction`, { kind: "fire" });
  expect(await feedOf(site.anon, `sort=top&eventId=${eventId}`)).toEqual([first, second]);
  expect(await feedOf(site.anon, `sort=new&eventId=${eventId}`)).toEqual([second, first]);
});

test("search finds the beginnings of all typed words", async () => {
  const id = (await post(ada, "The steelpan at sunrise was Magnificent, Zoë")).body.id;
  expect(await feedOf(site.anon, "q=steelp%20magnif")).toEqual([id]);
  expect(await feedOf(site.anon, "q=zoe")).toEqual([id]);
  expect(await feedOf(site.anon, "q=steelpan%20moonrise")).toEqual([]);
});

test("three posts can be pinned above a topic; they are listed once", async () => {
  const moderator = await site.as("moderator");
  const ids: number[] = [];
  for (const text of ["a", "b", "c", "d"]) ids.push((await post(ada, text)).body.id);
  const pin = (id: number, isPinned = true, who = moderator) =>
    who.call("PUT", `/api/community/posts/${id}/pin`, { isPinned });
  expect((await pin(ids[0]!, true, ada)).status).toBe(403);
  const answers = await Promise.all(ids.map((id) => pin(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ body }) => body.code === "over_limit")).toHaveLength(1);
  const { pinned, items } = (await site.anon.get("/api/community/posts")).body;
  expect(pinned).toHaveLength(3);
  expect(items.map(({ id }) => id)).not.toContain(pinned[0]!.id);
  await ada.call("DELETE", `/api/community/posts/${pinned[0]!.id}`);
  for (const { id } of pinned.slice(1)) expect((await pin(id, false)).body.isPinned).toBe(false);
  expect((await site.anon.get("/api/community/posts")).body.pinned).toEqual([]);
});

test("open pages hear of posts by id alone, and continue where the feed was read", async () => {
  const { position } = (await site.anon.get("/api/community/posts")).body;
  const { id } = (await post(ada, "Live words")).body;
  await ada.call("PATCH", `/api/community/posts/${id}`, { text: "Other words", images: [], version: 1 });
  await ada.call("DELETE", `/api/community/posts/${id}`);
  const messages = (await messagesOf(site, "community.feed")).slice(position);
  expect(messages).toEqual([
    { type: "published", data: { id, eventId: null, hasImages: false } },
    { type: "changed", data: { id } },
    { type: "removed", data: { id } },
  ]);
  expect(JSON.stringify(await messagesOf(site, `community.post-${id}`))).not.toContain("words");
});

test("text that was rendered by another version is rendered again when it is read", async () => {
  const { id } = (await post(ada, "Hello **there** @bob")).body;
  await sql`update posts set html = '<p>old</p>', html_version = 0 where id = ${id}`.execute(site.db);
  const { html } = (await site.anon.get(`/api/community/posts/${id}`)).body;
  expect(html).toBe(`<p>Hello <strong>there</strong> <a href="/community?person=${bob.id}">@bob</a></p>`);
});

test("a post counts what readers can see of its comments: not those held, hidden or deleted", async () => {
  const moderator = await site.as("moderator");
  const admin = await site.as("admin");
  await admin.call("PUT", "/api/banned-words", { words: ["badword"], reason: "Rules" });
  const { id } = (await post(ada, "Counted")).body;
  const counts = async () => {
    const { body } = await site.anon.get(`/api/community/posts/${id}`);
    const { items } = (await site.anon.get(`/api/community/posts/${id}/comments`)).body;
    const inFeed = (await site.anon.get(`/api/community/posts?authorId=${ada.id}`)).body.items;
    expect(inFeed.find((each: any) => each.id === id)!.commentCount).toBe(body.commentCount);
    return [body.commentCount, ...items.map((each: any) => each.replyCount)];
  };
  const remove = (who: Client, commentId: number) => who.call("DELETE", `/api/community/comments/${commentId}`);
  const hide = (commentId: number, isHidden: boolean) =>
    moderator.post(`/api/community/content/comment/${commentId}`, { isHidden, reason: "Rules" });
  const top = (await comment(bob, id, "Top")).body.id;
  const reply = (await comment(ada, id, "Reply", top)).body.id;
  const other = (await comment(ada, id, "Other reply", top)).body.id;
  const held = (await comment(bob, id, "badword")).body;
  expect(held.status).toBe("held");
  expect(await counts()).toEqual([3, 2]);
  await remove(bob, held.id);
  expect(await counts()).toEqual([3, 2]);
  await hide(reply, true);
  expect(await counts()).toEqual([2, 1]);
  // What is hidden already isn't counted off again.
  await remove(ada, reply);
  expect(await counts()).toEqual([2, 1]);
  await hide(other, true);
  await hide(other, false);
  expect(await counts()).toEqual([2, 1]);
  const approved = (await comment(bob, id, "badword, a quote")).body.id;
  const item = await reviewOf(moderator, "comment", approved);
  await moderator.post(`/api/community/review/${item!.id}`, { decision: "approve", reason: "Fine" });
  const shown = await site.anon.get(`/api/community/comments/${approved}`);
  expect([shown.status, await counts()]).toEqual([200, [3, 1, 0]]);
  await remove(ada, other);
  expect(await counts()).toEqual([2, 0, 0]);
  await admin.call("PUT", "/api/banned-words", { words: [], reason: "Rules" });
});

test("a whole post, as its author and as others read it, with its images in order", async () => {
  const eventId = await runningEvent(site, { title: "Velvet Riddim" });
  const images = [await image(site, ada), await image(site, ada), await image(site, ada)];
  images.forEach((each, index) => (each.alt = `Photo ${index}`));
  const made = (await post(ada, "Look", { eventId, images })).body;
  await bob.call("PUT", `/api/community/posts/${made.id}/reaction`, { kind: "love" });
  await ada.call("PUT", `/api/community/posts/${made.id}/reaction`, { kind: "fire" });
  const view = async (who: Client) => (await who.get(`/api/community/posts/${made.id}`)).body;
  const asBob = await view(bob);
  expect(asBob).toMatchObject({
    id: made.id,
    html: "<p>Look</p>",
    text: null,
    status: "published",
    statusReason: null,
    editedAt: null,
    version: 1,
    commentCount: 0,
    isPinned: false,
    phase: "during",
    event: {
      id: eventId,
      title: "Velvet Riddim",
    },
    author: {
      id: ada.id,
      handle: "ada.lovelace",
    },
    reactions: [
      {
        kind: "fire",
        count: 1,
      },
      {
        kind: "love",
        count: 1,
      },
    ],
    you: {
      isAuthor: false,
      reaction: "love",
    },
  });
  expect(await view(ada)).toMatchObject({ text: "Look", you: { isAuthor: true, reaction: "fire" } });
  const alts = (body: any) => body.images.map((each: any) => each.poster.alt);
  expect(alts(asBob)).toEqual(["Photo 0", "Photo 1", "Photo 2"]);
  const edit = { text: "Look again", images: [images[2], images[0]], version: 1 };
  expect(alts((await ada.call("PATCH", `/api/community/posts/${made.id}`, edit)).body)).toEqual(["Photo 2", "Photo 0"]);
  const edited = await view(bob);
  expect([alts(edited), edited.version, edited.html, edited.phase]).toEqual([
    ["Photo 2", "Photo 0"],
    2,
    "<p>Look again</p>",
    "during",
  ]);
  expect(edited.reactions).toEqual(asBob.reactions);
});

test("pins belong to their topic, the last one first; topics are around today and count what is published", async () => {
  const moderator = await site.as("moderator");
  const at = (days: number) => new Date(Date.now() + days * 86_400_000);
  const event = (days: number, more: object = {}) =>
    site.create.event({ startsAt: at(days), endsAt: at(days + 0.1), ...more });
  const [soon, later, past] = [await event(2), await event(20), await event(-3)];
  const [far, old, draft] = [await event(70), await event(-50), await event(1, { visibility: "draft" })];
  const ids: number[] = [];
  for (const text of ["a", "b", "c"]) ids.push((await post(ada, text, { eventId: soon })).body.id);
  for (const id of [ids[0], ids[2]]) await moderator.call("PUT", `/api/community/posts/${id}/pin`, { isPinned: true });
  const feed = (await site.anon.get(`/api/community/posts?eventId=${soon}`)).body;
  expect([feed.pinned, feed.items].map((list) => list.map(({ id }) => id))).toEqual([[ids[2], ids[0]], [ids[1]]]);
  // Elsewhere they stand in their place.
  const all = (await site.anon.get("/api/community/posts")).body;
  expect(all.pinned).toEqual([]);
  expect(all.items.slice(0, 3).map(({ id }) => id)).toEqual(ids.toReversed());
  await moderator.post(`/api/community/content/post/${ids[1]}`, { isHidden: true, reason: "Rules" });
  await ada.call("DELETE", `/api/community/posts/${ids[0]}`);
  const topics = (await site.anon.get("/api/community/topics")).body.items;
  const mine = [soon, later, past, far, old, draft];
  expect(
    topics
      .filter((each: any) => mine.includes(each.event.id))
      .map((each: any) => [mine.indexOf(each.event.id), each.phase, each.postCount]),
  ).toEqual([
    [0, "before", 1],
    [2, "after", 0],
    [1, "before", 0],
  ]);
});
