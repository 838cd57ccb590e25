import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import type { Site } from "#testing/site.ts";
import { comment, image, openCommunity, post, reason, ticketOf } from "./kit.ts";

let site: Site;
beforeAll(async () => {
  site = await openCommunity();
});
afterAll(async () => {
  await expectInvariants(site.db, { except: ["I-52"] });
  await site.close();
});

/** Every table of the community, and everything in it as text. */
async function wholeCommunity(): Promise<string> {
  const tables = [
    "posts",
    "comments",
    "earlier_texts",
    "post_mentions",
    "relations",
    "post_reactions",
    "comment_reactions",
    "going_tickets",
    "reports",
    "review_items",
    "moderation_actions",
    "notifications",
    "community_members",
    "post_images",
  ];
  const texts: string[] = [];
  for (const table of tables) {
    const { rows } = await sql<{
      text: string;
    }>`select row_to_json(t)::text as text from ${sql.table(table)} t`.execute(site.db);
    texts.push(...rows.map(({ text }) => `${table} ${text}`));
  }
  return texts.join("\n");
}

test("deleting an account anonymizes its posts, and leaves nothing that leads to the person", async () => {
  const [gone, friend, moderator] = [
    await site.as("user", "Gone.Girl"),
    await site.as("user"),
    await site.as("moderator"),
  ];
  const kept = (await post(gone, "I was here", { images: [await image(site, gone)] })).body;
  await gone.call("PATCH", `/api/community/posts/${kept.id}`, { text: "Edited", images: [], version: 1 });
  const mentioning = (await post(friend, "Thanks @gone.girl! And @Gone.Girls too")).body;
  await friend.call("PATCH", `/api/community/posts/${mentioning.id}`, {
    text: "Thank you, @Gone.Girl. And @Gone.Girls",
    images: [],
    version: 1,
  });
  const answered = (await comment(gone, mentioning.id, "Any time")).body;
  await comment(friend, mentioning.id, "@gone.girl again", answered.id);
  for (const what of [`posts/${mentioning.id}`, `posts/${kept.id}`])
    for (const who of [gone, friend]) await who.call("PUT", `/api/community/${what}/reaction`, { kind: "fire" });
  await gone.call("PUT", `/api/community/people/${friend.id}/follow`, { isFollowing: true });
  await friend.call("PUT", `/api/community/people/${gone.id}/follow`, { isFollowing: true });
  await friend.post("/api/community/reports", { kind: "post", targetId: kept.id, reason: "other" });
  await gone.post("/api/community/reports", { kind: "post", targetId: mentioning.id, reason: "other" });
  const hidden = (await post(gone, "Hidden words")).body;
  await moderator.post(`/api/community/content/post/${hidden.id}`, { isHidden: true, reason });
  await moderator.post(`/api/community/people/${gone.id}/actions`, { kind: "warn", reason });
  const eventId = await site.create.event();
  const ticketId = await ticketOf(site, gone, eventId);
  await gone.call("PUT", `/api/events/${eventId}/going`, { ticketId, isShown: true });

  // They confirmed that it is them.
  await sql`update users set password_hash = null where id = ${gone.id}`.execute(site.db);
  await sql`update sessions set confirmed_at = clock_now() where user_id = ${gone.id}`.execute(site.db);
  const records = (await gone.get("/api/me/export")).body;
  expect(records.community).toMatchObject({
    posts: [{ text: "Edited" }, { text: "Hidden words" }],
    comments: [{ text: "Any time" }],
    earlierTexts: [{ text: "I was here" }],
    goingWithTickets: [{ ticketId }],
    reports: [{ targetId: mentioning.id }],
    moderation: [
      { kind: "hide", reason },
      { kind: "warn", reason },
    ],
  });
  expect(records.community).toMatchObject({ reactions: [{}, {}] });

  const deletion = await gone.post("/api/me/deletion", { giveUpTickets: true });
  expect([deletion.status, deletion.text]).toEqual([200, expect.any(String)]);

  const seen = (await site.anon.get(`/api/community/posts/${kept.id}`)).body;
  expect([seen.author, seen.html, seen.reactions]).toEqual([null, "<p>Edited</p>", [{ kind: "fire", count: 1 }]]);
  const other = (await site.anon.get(`/api/community/posts/${mentioning.id}`)).body;
  expect(other.html).toBe("<p>Thank you, @deleted. And @Gone.Girls</p>");
  const { items } = (await site.anon.get(`/api/community/posts/${mentioning.id}/comments`)).body;
  expect(items).toMatchObject([
    { author: null, html: "<p>Any time</p>", replies: [{ html: "<p>@deleted again</p>" }] },
  ]);
  expect((await site.anon.get(`/api/events/${eventId}/going`)).body.count).toBe(0);
  expect((await site.anon.get(`/api/community/people/${gone.id}`)).status).toBe(404);
  const left = await wholeCommunity();
  expect(left).not.toMatch(/gone\.girl(?!s)/i);
  expect(left).not.toContain("Hidden words");
  const people = "user_id|author_id|from_id|to_id|actor_id|reporter_id|person_id|moderator_id|decided_by";
  expect(left).not.toMatch(new RegExp(`"(?:${people})":${gone.id}[,}]`));
  const { rows } = await sql`select id from pictures where uploaded_by = ${gone.id}`.execute(site.db);
  expect(rows).toEqual([]);
});
