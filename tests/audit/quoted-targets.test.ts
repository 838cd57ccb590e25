import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditAction } from "#contract/audit.ts";
import { storedAction, storedTarget } from "#server/modules/audit/stored-names.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
let postId: number;
const named: Record<string, string> = {};
const insertId = async (query: ReturnType<typeof sql<{ id: unknown }>>) =>
  String((await query.execute(site.db)).rows[0]!.id);
const postSql = (authorId: number | null, text: string, status: string) => sql<{ id: unknown }>`
  insert into posts (author_id, text, html, html_version, status, hidden_reason, published_at)
  values (${authorId}, ${text}, '', 1, ${status}, ${status === "hidden" ? "Spam" : null}, clock_now()) returning id`;

const actions: Record<string, AuditAction> = {
  discrepancy: "discrepancy.resolved",
  webhook_event: "webhook_event.replayed",
};

/** Each row of the table: what staff acted on, by the kind and the id that the log stores. */
const targets: Record<string, () => Promise<[kind: string, id: string]>> = {};

beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  const { id: authorId } = await site.as("user", "marva");
  postId = Number(await insertId(postSql(authorId, "Who's\n going on Saturday?", "published")));
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  named["the order"] = order.number;
  const comment = (status: string) => sql<{ id: unknown }>`
    insert into comments (post_id, author_id, text, html, html_version, status, hidden_reason)
    values (${postId}, ${authorId}, 'Me!', '', 1, ${status}, ${status === "hidden" ? "Spam" : null}) returning id`;
  Object.assign(targets, {
    "a post": async () => ["post", String(postId)],
    "a long post": async () => ["post", await insertId(postSql(authorId, "Wine ".repeat(30), "published"))],
    "a hidden post": async () => ["post", await insertId(postSql(authorId, "Buy followers", "hidden"))],
    "a held post": async () => ["post", await insertId(postSql(authorId, "First post", "held"))],
    "a deleted post": async () => ["post", await insertId(postSql(authorId, "Oops", "deleted"))],
    "a post of a deleted account": async () => ["post", await insertId(postSql(null, "Hello", "published"))],
    "a post that is gone": async () => ["post", "999999"],
    "a comment": async () => ["comment", await insertId(comment("published"))],
    "a hidden comment": async () => ["comment", await insertId(comment("hidden"))],
    "an earlier text": async () => [
      "edit",
      await insertId(sql`
        insert into earlier_texts (post_id, at, text, hidden_at)
        values (${postId}, clock_now(), 'Something rude', clock_now()) returning id`),
    ],
    "a photo": async () => {
      const pictureId = await insertId(sql`
        insert into pictures (key, status, file_name, width, height, dominant, accent)
        values ('fete', 'ready', 'fete.jpg', 4, 5, '#101010', '#c9a24b') returning id`);
      return [
        "photo",
        await insertId(sql`
          insert into post_images (post_id, picture_id, place, hidden_at, hidden_reason)
          values (${postId}, ${pictureId}, 0, clock_now(), 'Nudity') returning id`),
      ];
    },
    "a chat message": async () => {
      const roomId = await insertId(sql`insert into chat_rooms (kind, owner_id) values ('stream', 1) returning id`);
      return [
        "chat_message",
        await insertId(sql`
          insert into chat_messages (room_id, author_id, author_name, text, client_id, hidden_at)
          values (${roomId}, ${authorId}, 'DJ Puffy', 'Big up!', gen_random_uuid(), clock_now()) returning id`),
      ];
    },
    "a discrepancy of an order": async () => [
      "discrepancy",
      await insertId(sql`
        insert into discrepancies (kind, order_id) values ('ticket_without_money', ${order.id}) returning id`),
    ],
    "a discrepancy that only the provider knows": async () => [
      "discrepancy",
      await insertId(sql`insert into discrepancies (kind, ref) values ('provider_mismatch', 'ch_9') returning id`),
    ],
    "a webhook event of an order": async () => [
      "webhook_event",
      await insertId(sql`
        insert into webhook_inbox (provider, provider_event_id, ref, body)
        select provider, 'evt_1', provider_ref, '' from payments where subject_id = ${order.id} returning 'evt_1' as id`),
    ],
    "a webhook event without an order": async () => [
      "webhook_event",
      await insertId(sql`
        insert into webhook_inbox (provider, provider_event_id, ref, body, kind)
        values ('sandbox', 'evt_2', 'pi_unknown', '', 'other') returning 'evt_2' as id`),
    ],
  } satisfies typeof targets);
});
afterAll(() => site.close());

test.each([
  ["a post", "marva: “Who's going on Saturday?”"],
  ["a long post", `marva: “${"Wine ".repeat(12).trim()}…”`],
  ["a hidden post", "marva: “Buy followers” (hidden)"],
  ["a held post", "marva: “First post” (held)"],
  ["a deleted post", "marva (deleted)"],
  ["a post of a deleted account", "Deleted account: “Hello”"],
  ["a post that is gone", null],
  ["a comment", "marva: “Me!”"],
  ["a hidden comment", "marva: “Me!” (hidden)"],
  ["an earlier text", "marva: “Something rude” (hidden)"],
  ["a photo", "marva: “Who's going on Saturday?” (hidden)"],
  ["a chat message", "DJ Puffy: “Big up!” (hidden)"],
  ["a discrepancy of an order", "the order"],
  ["a discrepancy that only the provider knows", "ch_9"],
  ["a webhook event of an order", "the order"],
  ["a webhook event without an order", "pi_unknown"],
])("the activity log names %s", async (target, name) => {
  const [kind, id] = await targets[target]!();
  await sql`
    insert into audit_log (staff_id, staff_name, action, target_kind, target_id)
    values (${admin.id}, 'Ada', ${storedAction(actions[kind] ?? "post.hidden")}, ${storedTarget(kind)}, ${id})`.execute(
    site.db,
  );
  const [entry] = (await admin.get("/api/admin/audit")).body.items;
  expect(entry!.target).toMatchObject({ id, name: name === null ? null : (named[name] ?? name) });
});
