import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Restriction } from "#contract/restrictions.ts";
import { chatRoom, community, restrict } from "#server/modules/restrictions/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { defineModule } from "#server/platform/module.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { haveRead } from "#testing/meeting-point.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { createRoom, sendChat } from "#tests/chat/kit.ts";
import { openCommunity, post } from "#tests/community/kit.ts";

const reason = "House rules";
/** Shows have rooms, and their module names them. */
const shows = defineModule("named-shows", () => ({
  targetNames: { show: async (_, ids) => ids.map((id) => ({ id, name: `Show ${id}` })) },
}));

let site: Site;
let admin: Client;
let mona: Client;
let roomId: number;
beforeAll(async () => {
  site = await openCommunity({ extraModules: [shows] });
  [admin, mona] = [await site.as("admin", "ada"), await site.as("moderator", "mona")];
  roomId = await createRoom(site);
});
afterAll(async () => {
  await expectInvariants(site.db);
  await site.close();
});

const historyOf = async (staff: Client, who: { id: number }): Promise<Restriction[]> =>
  (await staff.get(`/api/admin/users/${who.id}/restrictions`)).body.items;
const shortOf = async (staff: Client, who: { id: number }) =>
  (await historyOf(staff, who)).map(({ scope, status, madeBy, liftedBy }) => [scope, status, madeBy, liftedBy]);

const ban = (who: Client, more: object = {}, by = mona) =>
  by.post(`/api/chat/rooms/${roomId}/bans`, { personId: who.id, seconds: null, isEverywhere: false, reason, ...more });
const unban = (who: Client, more: object = {}) =>
  mona.post(`/api/chat/rooms/${roomId}/unban`, { personId: who.id, isEverywhere: false, reason, ...more });
const act = (who: Client, action: object, by = mona) =>
  by.call(
    "POST",
    `/api/community/people/${who.id}/actions`,
    { reason, ...action },
    { "idempotency-key": randomUUID() },
  );
const undo = (id: number) => mona.post(`/api/community/actions/${id}/undo`, { reason });
const notificationsOf = async (who: { id: number }) =>
  (await sql<{ kind: string }>`select kind from notifications where user_id = ${who.id}`.execute(site.db)).rows.map(
    ({ kind }) => kind,
  );
const suspend = (who: Client, what = "suspend") => admin.post(`/api/admin/users/${who.id}/${what}`, { reason });

test("a ban, a mute and a suspension of a person are one history; lifting one leaves the others", async () => {
  const member = await site.as("user");
  await ban(member);
  await act(member, { kind: "mute", seconds: 7200 });
  await suspend(member);
  expect(await historyOf(admin, member)).toMatchObject([
    { scope: "account", roomId: null, status: "active", reason, endsAt: null, madeBy: "ada", liftedAt: null },
    { scope: "community", status: "active", reason, endsAt: expect.any(String), madeBy: "mona" },
    { scope: "chat", roomId, roomName: expect.stringMatching(/^Show \d+$/), status: "active", endsAt: null },
  ]);
  expect(await shortOf(mona, member)).toEqual([
    ["community", "active", "mona", null],
    ["chat", "active", "mona", null],
  ]);
  await suspend(member, "unsuspend");
  expect(await shortOf(admin, member)).toEqual([
    ["community", "active", "mona", null],
    ["chat", "active", "mona", null],
    ["account", "lifted", "ada", "ada"],
  ]);
  await unban(member);
  expect(await shortOf(mona, member)).toEqual([
    ["community", "active", "mona", null],
    ["chat", "lifted", "mona", "mona"],
  ]);
  await act(member, { kind: "unmute" });
  expect(await shortOf(mona, member)).toEqual([
    ["community", "lifted", "mona", "mona"],
    ["chat", "lifted", "mona", "mona"],
  ]);
});

test("only chat and community moderators read it, and nobody has to have one", async () => {
  const member = await site.as("user");
  const path = `/api/admin/users/${member.id}/restrictions`;
  expect((await mona.get(path)).body).toEqual({ items: [] });
  expect((await mona.get("/api/admin/users/999999/restrictions")).body).toEqual({ items: [] });
  expect([(await member.get(path)).status, (await site.anon.get(path)).status]).toEqual([403, 401]);
});

test("a ban of a room and one of every room hold apart, and a longer one replaces a shorter one", async () => {
  const member = await site.as("user");
  const other = await createRoom(site);
  await ban(member, { seconds: 600 });
  await ban(member, { seconds: 600, isEverywhere: true });
  await ban(member, { seconds: 1200 });
  expect((await historyOf(mona, member)).map(({ roomId: room, status }) => [room, status])).toEqual([
    [roomId, "active"],
    [null, "active"],
    [roomId, "replaced"],
  ]);
  await unban(member);
  expect((await sendChat(member, roomId, "Hi")).body.code).toBe("not_allowed");
  await unban(member, { isEverywhere: true });
  expect([(await sendChat(member, roomId, "Hi")).status, (await sendChat(member, other, "Hi")).status]).toEqual([
    201, 201,
  ]);
});

test("undoing a suspension brings back the mute that it replaced", async () => {
  const member = await site.as("user");
  await act(member, { kind: "mute", seconds: 7200 });
  await undo((await act(member, { kind: "suspend" })).body.action.id);
  const [active, ...past] = await historyOf(mona, member);
  expect(active).toMatchObject({ status: "active", endsAt: expect.any(String), liftedAt: null, liftedBy: null });
  expect(past).toMatchObject([{ status: "lifted", endsAt: null }]);
  expect((await post(member, "Hi")).body.code).toBe("community_muted");
  expect(await notificationsOf(member)).not.toContain("unmuted");
  // It's there again, so lifting it says so.
  await act(member, { kind: "unmute" });
  expect((await shortOf(mona, member)).map(([, status]) => status)).toEqual(["lifted", "lifted"]);
  expect(await notificationsOf(member)).toContain("unmuted");
});

test("a mute that was undone while a newer one held doesn't come back with the end of that one", async () => {
  const member = await site.as("user");
  const mute = async (seconds: number) => (await act(member, { kind: "mute", seconds })).body.action.id;
  const [first, second, third] = [await mute(10_800), await mute(7200), await mute(3600)];
  expect((await undo(second)).status).toBe(200);
  expect(await shortOf(mona, member)).toEqual([
    ["community", "active", "mona", null],
    ["community", "lifted", "mona", "mona"],
    ["community", "replaced", "mona", "mona"],
  ]);
  expect(await notificationsOf(member)).not.toContain("unmuted");
  await undo(third);
  // What held before both of them.
  expect((await shortOf(mona, member)).map(([, status]) => status)).toEqual(["active", "lifted", "lifted"]);
  await undo(first);
  expect((await post(member, "Hi")).status).toBe(201);
  expect(await notificationsOf(member)).toContain("unmuted");
});

test("of two clearings of one person, undoing both leaves neither ban", async () => {
  const member = await site.as("user");
  const clear = async () => {
    const key = { "idempotency-key": randomUUID() };
    return (await mona.call("POST", "/api/community/clearings", { personIds: [member.id], reason }, key)).body.id;
  };
  const [first, second] = [await clear(), await clear()];
  await undo(first);
  expect((await post(member, "Hi")).body.code).toBe("community_muted");
  await undo(second);
  expect((await historyOf(mona, member)).filter(({ status }) => status === "active")).toEqual([]);
  expect([(await post(member, "Hi")).status, (await sendChat(member, roomId, "Hi")).status]).toEqual([201, 201]);
});

test("clearing someone bans them from every chat and the community, and undoing it ends both", async () => {
  const [raider, guest] = [await site.as("user"), await site.as("guest")];
  await ban(raider, { seconds: 3600, isEverywhere: true });
  const wish = { personIds: [raider.id, guest.id], reason };
  const key = { "idempotency-key": randomUUID() };
  const { id } = (await mona.call("POST", "/api/community/clearings", wish, key)).body;
  await site.app.runJob("clearings");
  const both = [
    ["community", "active", "mona", null],
    ["chat", "active", "mona", null],
  ];
  expect(await shortOf(mona, guest)).toEqual(both);
  expect(await shortOf(mona, raider)).toEqual([...both, ["chat", "replaced", "mona", "mona"]]);
  // A newer ban stays when the act is undone.
  await ban(guest, { isEverywhere: true, seconds: 3600 });
  await undo(id);
  await site.app.runJob("clearings");
  expect(await shortOf(mona, raider)).toEqual([
    ["chat", "active", "mona", null],
    ["community", "lifted", "mona", "mona"],
    ["chat", "lifted", "mona", "mona"],
  ]);
  expect(await shortOf(mona, guest)).toEqual([
    ["chat", "active", "mona", null],
    ["community", "lifted", "mona", "mona"],
    ["chat", "lifted", "mona", "mona"],
  ]);
});

test("nodes of the version before and this one see what the other decides", async () => {
  const member = await site.as("user");
  const old = (statement: ReturnType<typeof sql>) => statement.execute(site.db);
  // What that version writes, and what it reads.
  await old(sql`insert into chat_bans (room_id, user_id, until) values (${roomId}, ${member.id}, null)`);
  await old(sql`insert into community_members (user_id) values (${member.id}) on conflict do nothing`);
  await old(
    sql`update community_members set muted_until = 'infinity', muted_reason = ${reason} where user_id = ${member.id}`,
  );
  await old(
    sql`insert into moderation_actions (kind, person_id, moderator_name, reason) values ('suspend', ${member.id}, 'mona', ${reason})`,
  );
  await old(sql`update users set suspended_at = clock_now(), suspended_reason = ${reason} where id = ${member.id}`);
  await old(sql`update users set suspended_at = null, suspended_reason = null where id = ${member.id}`);
  expect(await shortOf(admin, member)).toEqual([
    ["community", "active", null, null],
    ["chat", "active", null, null],
    ["account", "lifted", null, null],
  ]);
  expect((await sendChat(member, roomId, "Hi")).body.code).toBe("chat_banned");
  expect((await post(member, "Hi")).body.code).toBe("community_muted");
  await old(sql`update chat_bans set lifted_at = clock_now() where user_id = ${member.id}`);
  await old(sql`update community_members set muted_until = null, muted_reason = null where user_id = ${member.id}`);
  expect([(await sendChat(member, roomId, "Hi")).status, (await post(member, "Hi")).status]).toEqual([201, 201]);
  await ban(member, { seconds: 3600 });
  await act(member, { kind: "mute", seconds: 7200 });
  const read = async () => {
    const { rows } = await sql`
      select b.until is not null and b.lifted_at is null as "isBanned", m.muted_until > clock_now() as "isMuted"
      from community_members m join chat_bans b using (user_id) where user_id = ${member.id}
      order by b.id desc limit 1`.execute(site.db);
    return rows[0];
  };
  expect(await read()).toEqual({ isBanned: true, isMuted: true });
  await unban(member);
  await act(member, { kind: "unmute" });
  expect(await read()).toEqual({ isBanned: false, isMuted: null });
});

test("a data download has them, and deleting the account deletes them; those it decided stay without its name", async () => {
  const [member, moderator] = [await site.as("user"), await site.as("moderator", "gone-soon")];
  await ban(member, {}, moderator);
  const records = (await admin.post(`/api/admin/users/${member.id}/export`, { reason })).body.restrictions;
  expect(records).toEqual([
    { scope: "chat", roomId, reason, startsAt: expect.any(String), endsAt: null, liftedAt: null },
  ]);
  await admin.post(`/api/admin/users/${moderator.id}/delete`, { reason });
  expect(await shortOf(mona, member)).toEqual([["chat", "active", "Deleted account", null]]);
  await suspend(member);
  expect((await admin.post(`/api/admin/users/${member.id}/delete`, { reason })).status).toBe(200);
  const { rows } = await sql`
    select id from restrictions where user_id = ${member.id} union all
    select id from chat_bans where user_id = ${member.id}`.execute(site.db);
  expect(rows).toEqual([]);
});

test("a guest's restrictions move to the account that staff merge the guest into; where both have one, the longer one holds", async () => {
  const [guest, member] = [await site.as("guest"), await site.as("user")];
  const other = await createRoom(site);
  const banFrom = (room: number, who: Client, seconds: number | null) =>
    mona.post(`/api/chat/rooms/${room}/bans`, { personId: who.id, seconds, isEverywhere: false, reason });
  await mona.call(
    "POST",
    "/api/community/clearings",
    { personIds: [guest.id], reason },
    { "idempotency-key": randomUUID() },
  );
  await ban(guest);
  await ban(member, { seconds: 60 });
  await banFrom(other, guest, 60);
  await banFrom(other, member, 3600);
  const merge = () => admin.post(`/api/admin/users/${member.id}/merge`, { guestId: guest.id, reason });
  await suspend(guest);
  expect((await merge()).body.message).toContain("suspended");
  await suspend(guest, "unsuspend");
  expect((await merge()).status).toBe(200);
  expect(
    (await historyOf(admin, member)).map((each) => [each.roomId, each.scope, each.status, each.endsAt === null]),
  ).toEqual([
    [other, "chat", "active", false],
    [roomId, "chat", "active", true],
    [null, "community", "active", true],
    [null, "chat", "active", true],
    [null, "account", "lifted", true],
    [other, "chat", "replaced", false],
    [roomId, "chat", "replaced", false],
  ]);
  expect((await post(member, "Hi")).body.code).toBe("community_muted");
  expect((await admin.get(`/api/admin/users/${member.id}`)).body.suspendedAt).toBeNull();
});

/** Two moderators restrict one person in one place at once: what became of each. */
async function restrictAtOnce(rewriteSql?: Sabotage) {
  const own = await createSite({ rewriteSql });
  const [member, ...staff] = [await own.as("user"), await own.as("moderator"), await own.as("moderator")];
  const results = await Promise.allSettled(
    staff.map(({ id: by }) =>
      inTransaction(own.db, (tx) => restrict(tx, { userId: member.id, place: community, seconds: null, reason, by })),
    ),
  );
  const { rows } = await sql<{ open: number; replaced: number }>`
    select (count(*) filter (where lifted_at is null))::integer as open,
      (count(*) filter (where replaced_id is not null))::integer as replaced from restrictions`.execute(own.db);
  await own.close();
  return { ...rows[0], refused: results.filter(({ status }) => status === "rejected").length };
}

test("two moderators who restrict someone at once take turns", async () => {
  expect(await restrictAtOnce()).toEqual({ open: 1, replaced: 1, refused: 0 });
});

test("negative control: without the lock on the person, one of them fails", async () => {
  const unlocked = sabotage(
    [/select from \(.*"users"\) u where u\.id = \$1 for no key update/, "select $1::bigint"],
    [/(as "replacedId" from restrictions\s+where) /, `$1 ${haveRead()} and `],
  );
  expect(await restrictAtOnce(unlocked)).toEqual({ open: 1, replaced: 0, refused: 1 });
});

test("rooms without a name are still told apart from every room", async () => {
  const own = await createSite();
  const [mo, member] = [await own.as("moderator"), await own.as("user")];
  const room = await createRoom(own);
  for (const place of [chatRoom(room), chatRoom(null)]) {
    await inTransaction(own.db, (tx) => restrict(tx, { userId: member.id, place, seconds: 60, reason, by: mo.id }));
  }
  expect((await historyOf(mo, member)).map(({ roomId: id, roomName }) => [id, roomName])).toEqual([
    [null, null],
    [room, null],
  ]);
  await own.close();
});
