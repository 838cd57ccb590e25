import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#server/platform/db/migrate.ts";
import { createEmptyDatabase, type TestDatabase } from "#testing/database.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { silentLog } from "#testing/own-cluster.ts";
import { createSite, type Site } from "#testing/site.ts";

// The ids of these people are 1 to 4.
/** What the version before stored in three places. */
const before = `
  insert into users (username, display_name, role) values
    ('mona', 'Mona', 'moderator'), ('ada', 'Ada', 'admin'), ('troll', 'Troll', 'user'), ('gone', 'Gone', 'guest');
  update users set deleted_at = now(), suspended_at = now() where id = 4;
  update users set suspended_at = now() - interval '1 hour', suspended_reason = 'Fraud' where id = 3;
  insert into audit_log (staff_id, staff_name, action, target_kind, target_id)
    values (2, 'Ada', 'person.suspended', 'person', '3');
  insert into chat_rooms (id, kind, owner_id) overriding system value values (7, 'show', 1);
  insert into chat_bans (id, room_id, user_id, until, made_at, lifted_at, replaced_id) overriding system value values
    (40, 7, 3, now() + interval '1 day', '2026-11-01T10:00Z', '2026-11-01T11:00Z', null),
    (41, 7, 3, null, '2026-11-01T11:00Z', null, 40),
    (42, null, 3, now() - interval '1 day', '2026-11-02T10:00Z', null, null);
  insert into chat_log (room_id, at, moderator_id, moderator_name, action, person_id, reason) values
    (7, '2026-11-01T10:00Z', 1, 'Mona', 'timed_out', 3, 'Spam'),
    (7, '2026-11-01T11:00Z', 1, 'Mona', 'banned', 3, 'More spam');
  insert into community_members (user_id, muted_until, muted_reason) values (3, 'infinity', 'Rude again');
  insert into moderation_actions (kind, person_id, moderator_id, moderator_name, reason, at, until, former_until, former_reason)
    values
    ('mute', 3, 2, 'Ada', 'Rude', now() - interval '2 hours', now() + interval '1 day', null, null),
    ('suspend', 3, 1, 'Mona', 'Rude again', now() - interval '1 hour', null, now() + interval '1 day', 'Rude');`;

let database: TestDatabase;
let site: Site;
beforeAll(async () => {
  database = await createEmptyDatabase();
  const pool = new pg.Pool(database.connection);
  await migrate(pool, { log: silentLog, upTo: 18 });
  await pool.query(before);
  await migrate(pool, { log: silentLog });
  await pool.end();
  site = await createSite({ database });
});
afterAll(async () => {
  await site.close();
  await database.drop();
});

test("bans, mutes and suspensions of the version before are one history, with who decided if that was recorded", async () => {
  const admin = await site.as("admin");
  const { items } = (await admin.get("/api/admin/users/3/restrictions")).body;
  const short = items.map((each: any) => [each.scope, each.status, each.reason, each.madeBy, each.liftedBy]);
  expect(short).toEqual([
    ["account", "active", "Fraud", "Ada", null],
    ["community", "active", "Rude again", "Mona", null],
    ["chat", "active", "More spam", "Mona", null],
    ["community", "replaced", "Rude", null, "Mona"],
    ["chat", "ended", "", null, null],
    ["chat", "replaced", "Spam", "Mona", "Mona"],
  ]);
  await expectInvariants(site.db, { except: ["I-54"] });
});

test("undoing a mute of the version before brings back the one that it replaced, and new bans get new ids", async () => {
  const moderator = await site.as("moderator");
  const reason = "A mistake";
  expect((await moderator.post("/api/community/actions/2/undo", { reason })).status).toBe(200);
  const [active] = (await moderator.get("/api/admin/users/3/restrictions")).body.items;
  expect(active).toMatchObject({ scope: "community", status: "active", reason: "Rude", endsAt: expect.any(String) });
  const ban = { personId: 3, seconds: null, isEverywhere: true, reason };
  expect((await moderator.post("/api/chat/rooms/7/bans", ban)).status).toBe(200);
  expect((await moderator.get("/api/admin/users/3/restrictions")).body.items[0]?.id).toBeGreaterThan(42);
  await expectInvariants(site.db, { except: ["I-54"] });
});
