import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { createRoom } from "#tests/chat/kit.ts";
import { image } from "#tests/community/kit.ts";
import { moveClock } from "#testing/moving-clock.ts";
import type { Client, Site } from "#testing/site.ts";
import { flow } from "../flow.ts";
import { countRows, difference } from "./scenes.ts";

const reason = "House rules";
const key = "one-of-these-please";
const publishAll = (site: Site) => sql`update community_rules set held_posts = 0`.execute(site.db);

/** Posts something through the API, before the flow. */
async function posted(who: Client, text: string): Promise<number> {
  return (await who.post("/api/community/posts", { text, images: [], eventId: null })).body.id;
}

/** How many messages a realtime topic ever had. */
async function messagesOf({ db }: Site, topic: string): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select coalesce(max(seq), 0) as seq from realtime_topics where topic = ${topic}`.execute(db);
  return rows[0]!.seq;
}

/** What people write in the community, and what moderators and jobs do there. */
export const communityFlows = [
  flow({
    name: "a post with a photo and a mention is published",
    covers: ["POST /api/community/posts"],
    async prepare(site) {
      await publishAll(site);
      await site.as("user", "marva");
      const author = await site.as("user");
      return { token: author.token, images: [await image(site, author)] };
    },
    async run({ send }, { token, images }) {
      const body = { text: "Thanks @marva", images, eventId: null };
      await send({ path: "/api/community/posts", token, key, body });
    },
    check: async (site) =>
      difference(
        "the post",
        {
          posts: await countRows(site, "posts where status = 'published'"),
          images: await countRows(site, "post_images"),
          uses: await countRows(site, "picture_uses where kind = 'post'"),
          notified: await countRows(site, "notifications where kind = 'mention'"),
          messages: await messagesOf(site, "community.feed"),
        },
        { posts: 1, images: 1, uses: 1, notified: 1, messages: 1 },
      ),
  }),
  flow({
    name: "a new member's post is held and waits for a moderator",
    covers: [],
    prepare: async (site) => ({ token: (await site.as("user")).token }),
    async run({ send }, { token }) {
      await send({ path: "/api/community/posts", token, key, body: { text: "Hello", images: [], eventId: null } });
    },
    check: async (site) =>
      difference(
        "the post",
        {
          held: await countRows(site, "posts where status = 'held'"),
          waiting: await countRows(site, "review_items where decided_at is null"),
          published: await messagesOf(site, "community.feed"),
        },
        { held: 1, waiting: 1, published: 0 },
      ),
  }),
  flow({
    name: "a comment is counted and its post's author hears of it",
    covers: ["POST /api/community/posts/{id}/comments"],
    async prepare(site) {
      await publishAll(site);
      const postId = await posted(await site.as("user"), "Hello");
      return { postId, token: (await site.as("user")).token };
    },
    async run({ send }, { postId, token }) {
      const body = { text: "Hi", parentId: null };
      await send({ path: `/api/community/posts/${postId}/comments`, token, key, body });
    },
    check: async (site) =>
      difference(
        "the comment",
        {
          comments: await countRows(site, "comments"),
          counted: await countRows(site, "posts where comment_count = 1"),
          notified: await countRows(site, "notifications where kind = 'comment'"),
        },
        { comments: 1, counted: 1, notified: 1 },
      ),
  }),
  flow({
    name: "a post is reported",
    covers: ["POST /api/community/reports"],
    needsNoTransaction: "Its item and its report are each there once, however often they are written",
    async prepare(site) {
      await publishAll(site);
      const targetId = await posted(await site.as("user"), "Hello");
      return { targetId, token: (await site.as("user")).token };
    },
    async run({ send }, { targetId, token }) {
      const body = { kind: "post", targetId, reason: "spam", note: "Buy now" };
      await send({ path: "/api/community/reports", token, key, body });
    },
    check: async (site) =>
      difference(
        "the report",
        { reports: await countRows(site, "reports"), waiting: await countRows(site, "review_items") },
        { reports: 1, waiting: 1 },
      ),
  }),
  flow({
    name: "everything of a member is removed, and that is undone",
    covers: ["POST /api/community/people/{id}/actions", "POST /api/community/actions/{id}/undo"],
    async prepare(site) {
      await publishAll(site);
      const member = await site.as("user");
      for (const text of ["One", "Two"]) await posted(member, text);
      return { personId: member.id, token: (await site.as("moderator")).token };
    },
    async run({ send }, { personId, token }) {
      const path = `/api/community/people/${personId}/actions`;
      const { action } = await send({ path, token, key, body: { kind: "remove_all", reason } });
      await send({ path: `/api/community/actions/${action.id}/undo`, token, body: { reason }, orRefused: [409] });
    },
    check: async (site) =>
      difference(
        "the posts",
        {
          published: await countRows(site, "posts where status = 'published'"),
          actions: await countRows(site, "moderation_actions where undone_at is not null"),
          items: await countRows(site, "moderation_items"),
          hidden: await countRows(site, "audit_log where action = 'post.hidden'"),
          restored: await countRows(site, "audit_log where action = 'post.restored'"),
          told: await countRows(site, "notifications where kind = 'restored'"),
        },
        { published: 2, actions: 1, items: 2, hidden: 2, restored: 2, told: 2 },
      ),
  }),
  flow({
    name: "people are suspended with all that they wrote, and that is undone",
    covers: ["POST /api/community/clearings", "job clearings"],
    async prepare(site) {
      await publishAll(site);
      const roomId = await createRoom(site);
      const people = [await site.as("user"), await site.as("guest")];
      await posted(people[0]!, "One");
      for (const who of people) {
        await who.post(`/api/chat/rooms/${roomId}/messages`, { clientId: randomUUID(), text: "Spam" });
      }
      return { personIds: people.map(({ id }) => id), token: (await site.as("moderator")).token };
    },
    async run({ send, runJob }, { personIds, token }) {
      const body = { personIds, reason };
      const action = await send({ path: "/api/community/clearings", token, key, body });
      await runJob("clearings");
      const path = `/api/community/actions/${action.id}/undo`;
      await send({ path, token, body: { reason }, orRefused: [409] });
      // What a crash left of the undoing.
      await runJob("clearings");
    },
    check: async (site) =>
      difference(
        "what was undone",
        {
          published: await countRows(site, "posts where status = 'published'"),
          shown: await countRows(site, "chat_messages where hidden_at is null"),
          restricted: await countRows(site, "restrictions where lifted_at is null"),
          lifted: await countRows(site, "restrictions where lifted_by is not null"),
          actions: await countRows(site, "moderation_actions where undone_at is not null and not is_pending"),
          cleared: await countRows(site, "audit_log where action = 'person.community_cleared'"),
          restored: await countRows(site, "audit_log where action = 'person.community_restored'"),
          hidden: await countRows(site, "audit_log where action in ('post.hidden', 'chat_message.hidden')"),
        },
        { published: 1, shown: 2, restricted: 0, lifted: 4, actions: 3, cleared: 2, restored: 2, hidden: 3 },
      ),
  }),
  flow({
    name: "an event's after-party post is written and its ticket holders hear of it",
    covers: ["job after-parties"],
    async prepare(site) {
      const eventId = await site.create.event();
      const ticketTypeId = await site.create.ticketType({ eventId });
      await site.buy(await site.as("user"), [{ ticketTypeId, quantity: 2 }]);
      await moveClock(site.database, 110_000);
      return {};
    },
    run: ({ runJob }) => runJob("after-parties"),
    check: async (site) =>
      difference(
        "the after-party",
        {
          posts: await countRows(site, "posts where kind = 'after_party'"),
          notified: await countRows(site, "notifications where kind = 'after_party'"),
        },
        { posts: 1, notified: 1 },
      ),
  }),
  flow({
    name: "a digest is emailed",
    covers: ["job digests"],
    async prepare(site) {
      await publishAll(site);
      const reader = await site.as("user", "marva");
      await sql`update users set email = 'marva@example.com' where id = ${reader.id}`.execute(site.db);
      await reader.call("PUT", "/api/notifications/settings", { digest: "daily" });
      await posted(await site.as("user"), "Hello @marva");
      await moveClock(site.database, 86_400);
      return {};
    },
    async run({ runJob }) {
      await runJob("digests");
      await runJob("mail");
    },
    check: async (site) =>
      difference("emails", { count: await countRows(site, "emails where kind = 'community_digest'") }, { count: 1 }),
  }),
];
