import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import { haveRead } from "#testing/meeting-point.ts";
import { sabotage } from "#testing/sabotage.ts";
import type { Client, Site, SiteOptions } from "#testing/site.ts";
import { comment, messagesOf, openCommunity, post } from "./kit.ts";

let site: Site;
let ada: Client;
let bob: Client;
beforeAll(async () => {
  site = await openCommunity();
  ada = await site.as("user", "ada");
  bob = await site.as("user", "bob");
});
afterAll(async () => {
  await expectInvariants(site.db, { except: ["I-52"] });
  await site.close();
});

const list = async (who: Client, postId: number, query = "") =>
  (await who.get(`/api/community/posts/${postId}/comments?${query}`)).body;

test("comments are two levels deep: replies belong to a comment of the same post", async () => {
  const { id } = (await post(ada, "Post")).body;
  const other = (await post(ada, "Other post")).body;
  const top = (await comment(bob, id, "Top @ada")).body;
  const reply = (await comment(ada, id, "Reply", top.id)).body;
  expect((await comment(bob, id, "Too deep", reply.id)).status).toBe(404);
  expect((await comment(bob, other.id, "Elsewhere", top.id)).status).toBe(404);
  expect((await comment(bob, 999_999, "Nowhere")).status).toBe(404);
  const { items } = await list(site.anon, id);
  expect(items).toMatchObject([{ id: top.id, replyCount: 1, replies: [{ id: reply.id, parentId: top.id }] }]);
  expect(items[0]!.html).toBe(`<p>Top <a href="/community?person=${ada.id}">@ada</a></p>`);
  expect((await site.anon.get(`/api/community/posts/${id}`)).body.commentCount).toBe(2);
  expect((await site.anon.get(`/api/community/comments/${reply.id}`)).body.html).toBe("<p>Reply</p>");
});

test("comments and replies come page by page, in both orders, each once", async () => {
  const { id } = (await post(ada, "Busy post")).body;
  const top = (await comment(ada, id, "First")).body.id;
  const tops = [top];
  const replies: number[] = [];
  for (let number = 0; number < 60; number++) {
    tops.push((await comment(bob, id, `Top ${number}`)).body.id);
    replies.push((await comment(bob, id, `Reply ${number}`, top)).body.id);
  }
  const readAll = async (query: string) => {
    const seen: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { items, nextCursor } = await list(site.anon, id, `${query}${cursor}`);
      seen.push(...items.map((each: any) => each.id));
      cursor = nextCursor && `&cursor=${nextCursor}`;
    }
    return seen;
  };
  expect(await readAll("order=oldest")).toEqual(tops);
  expect(await readAll("order=newest")).toEqual(tops.toReversed());
  expect(await readAll(`parentId=${top}`)).toEqual(replies);
  const [first] = (await list(site.anon, id)).items;
  expect([first!.replyCount, first!.replies.map((each: any) => each.id)]).toEqual([60, replies.slice(0, 3)]);
});

test("a deleted comment leaves a gap only if it has replies", async () => {
  const { id } = (await post(ada, "Post")).body;
  const [kept, gone] = [(await comment(bob, id, "With replies")).body.id, (await comment(bob, id, "Alone")).body.id];
  const reply = (await comment(ada, id, "Reply", kept)).body.id;
  expect((await ada.call("DELETE", `/api/community/comments/${kept}`)).status).toBe(404);
  for (const each of [kept, gone])
    expect((await bob.call("DELETE", `/api/community/comments/${each}`)).status).toBe(200);
  const { items } = await list(site.anon, id);
  expect(items).toMatchObject([{ id: kept, html: null, author: null, text: null, replies: [{ id: reply }] }]);
  expect((await site.anon.get(`/api/community/comments/${kept}`)).status).toBe(404);
  expect((await site.anon.get(`/api/community/posts/${id}`)).body.commentCount).toBe(1);
  const { rows } = await sql`select text from comments where id in (${kept}, ${gone})`.execute(site.db);
  expect(rows).toEqual([{ text: "" }, { text: "" }]);
});

test("an edited comment keeps its earlier text", async () => {
  const { id } = (await post(ada, "Post")).body;
  const made = (await comment(bob, id, "First")).body;
  const edit = (who: Client, version: number) =>
    who.call("PATCH", `/api/community/comments/${made.id}`, { text: "Second", version });
  expect((await edit(ada, 1)).status).toBe(404);
  expect((await edit(bob, 1)).body).toMatchObject({ html: "<p>Second</p>", version: 2 });
  expect((await edit(bob, 1)).body.code).toBe("edited_meanwhile");
  const { items } = (await ada.get(`/api/community/comments/${made.id}/history`)).body;
  expect(items).toMatchObject([{ html: "<p>First</p>" }]);
});

const react = (who: Client, path: `${"posts" | "comments"}/${number}`, kind: string | null) =>
  who.call("PUT", `/api/community/${path}/reaction`, { kind });

test("each member has one reaction, and counts are right after changes and taking it away", async () => {
  const { id } = (await post(ada, "Post")).body;
  const commentId = (await comment(ada, id, "Comment")).body.id;
  for (const path of [`posts/${id}`, `comments/${commentId}`] as const) {
    await react(bob, path, "fire");
    expect((await react(ada, path, "fire")).body.reactions).toEqual([{ kind: "fire", count: 2 }]);
    expect((await react(ada, path, "love")).body.reactions).toEqual([
      { kind: "fire", count: 1 },
      { kind: "love", count: 1 },
    ]);
    expect((await react(ada, path, "love")).status).toBe(200);
    expect((await react(ada, path, null)).body.reactions).toEqual([{ kind: "fire", count: 1 }]);
    const seen = (await bob.get(`/api/community/${path}`)).body;
    expect([seen.reactions, seen.you.reaction]).toEqual([[{ kind: "fire", count: 1 }], "fire"]);
  }
});

async function rush(options: SiteOptions = {}) {
  const own = await openCommunity(options);
  try {
    const author = await own.as("user");
    const { id } = (await post(author, "Tune")).body;
    const crowd = await Promise.all(Array.from({ length: 12 }, () => own.as("user")));
    await Promise.all(
      crowd.flatMap((who) => [
        react(who, `posts/${id}`, "fire"),
        comment(who, id, "Yes"),
        react(who, `posts/${id}`, "love"),
      ]),
    );
    const { rows } = await sql<{ counted: number; there: number; comments: number; written: number }>`
      select reaction_count as counted, comment_count as comments,
        (select count(*)::integer from post_reactions where post_id = p.id) as there,
        (select count(*)::integer from comments where post_id = p.id) as written
      from posts p where id = ${id}`.execute(own.db);
    const last = (await messagesOf(own, `community.post-${id}`)).findLast(({ type }) => type === "reactions")!;
    const published = last.data.reactions.reduce((sum: number, each: any) => sum + each.count, 0);
    return { ...rows[0]!, published };
  } finally {
    await own.close();
  }
}

test("of many reactions and comments at once, all are counted, and the counts published last are right", async () => {
  expect(await rush()).toEqual({ counted: 12, there: 12, comments: 12, written: 12, published: 12 });
});

test("negative control: counts that are read first and written later are wrong", async () => {
  // Two read the count before either writes it.
  const late = sabotage(
    ["for no key update", ""],
    [
      "reaction_count = reaction_count +",
      `reaction_count = (select reaction_count from posts o where o.id = posts.id and ${haveRead()}) +`,
      { in: "update posts" },
    ],
  );
  const { counted, there } = await rush({ rewriteSql: late });
  expect(counted).not.toBe(there);
});

test("open pages hear of comments by id alone", async () => {
  const { id } = (await post(ada, "Post")).body;
  const made = (await comment(bob, id, "Quiet words")).body.id;
  await bob.call("DELETE", `/api/community/comments/${made}`);
  const messages = await messagesOf(site, `community.post-${id}`);
  expect(messages.slice(1)).toEqual([
    { type: "comment", data: { id: made, parentId: null } },
    { type: "comment_removed", data: { id: made } },
  ]);
});
