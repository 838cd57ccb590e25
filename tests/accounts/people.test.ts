import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { checkRoleChange, checkSuspension } from "#server/modules/accounts/rules.ts";
import { sabotage } from "#testing/sabotage.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import { createSite, type Client, type Site, type SiteOptions } from "#testing/site.ts";

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function open(options: SiteOptions = {}) {
  const site = await createSite(options);
  sites.unshift(site);
  return site;
}

const reason = "Asked for it by phone";
const path = (who: { id: number }) => `/api/admin/users/${who.id}` as const;
const roleOf = async (site: Site, who: Client) =>
  (await sql<{ role: string }>`select role from users where id = ${who.id}`.execute(site.db)).rows[0]!.role;

describe("the rules", () => {
  const person = (role: "guest" | "user" | "admin", suspended = false) => ({ id: 7, role, suspended });
  test.each([
    [person("user"), 0, undefined, undefined],
    [person("guest"), 1, "not_allowed", undefined],
    [person("admin"), 1, undefined, undefined],
    [person("admin"), 0, "last_admin", "last_admin"],
    [person("admin", true), 0, undefined, undefined],
  ] as const)("%o with %i other admins: role %s, suspension %s", (subject, others, role, suspension) => {
    expect(checkRoleChange(1, subject, others)?.code).toBe(role);
    expect(checkSuspension(1, subject, others)?.code).toBe(suspension);
  });

  test("nobody changes their own role or suspends themselves", () => {
    expect(checkRoleChange(7, person("admin"), 3)?.code).toBe("not_allowed");
    expect(checkSuspension(7, person("admin"), 3)?.code).toBe("not_allowed");
  });
});

test("a role change applies from the next request, and the log records old role, new role, who and why", async () => {
  const site = await open();
  const [admin, member] = [await site.as("admin"), await site.as("user")];
  expect((await member.get("/api/door/events")).status).toBe(403);
  const { status, body } = await admin.post(`${path(member)}/role`, { role: "moderator", reason });
  expect([status, body.role, body.canChangeRole]).toEqual([200, "moderator", true]);
  expect((await member.get("/api/door/events")).status).toBe(200);
  await admin.post(`${path(member)}/role`, { role: "moderator", reason });
  const { items } = (await admin.get(`/api/admin/audit?kind=person&id=${member.id}`)).body;
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    action: "person.role_changed",
    staff: { id: admin.id },
    before: { role: "user" },
    after: { role: "moderator" },
    reason,
  });
});

test("a suspended person is signed out at once, everywhere, until unsuspended", async () => {
  const site = await open();
  const [admin, member] = [await site.as("admin"), await site.as("user")];
  expect((await member.get("/api/me")).status).toBe(200);
  const { body } = await admin.post(`${path(member)}/suspend`, { reason });
  expect(body.suspendedAt).not.toBeNull();
  expect(body.sessionCount).toBe(0);
  expect((await member.get("/api/me")).status).toBe(401);
  const { rows } = await sql`select from sessions where user_id = ${member.id}`.execute(site.db);
  expect(rows).toHaveLength(0);
  await admin.post(`${path(member)}/suspend`, { reason });
  const back = await admin.post(`${path(member)}/unsuspend`, { reason: "It was a mistake" });
  expect(back.body.suspendedAt).toBeNull();
  expect((await member.get("/api/me")).status).toBe(401);
  const { items } = (await admin.get(`/api/admin/audit?kind=person&id=${member.id}`)).body;
  expect(items.map((entry: { action: string }) => entry.action)).toEqual(["person.unsuspended", "person.suspended"]);
});

test("admins can't demote or suspend themselves, and a guest can't get a role", async () => {
  const site = await open();
  const [admin, , guest] = [await site.as("admin"), await site.as("admin"), await site.as("guest")];
  const before = await readSnapshot(site.db);
  for (const [who, act, body] of [
    [admin, "role", { role: "user", reason }],
    [admin, "suspend", { reason }],
    [guest, "role", { role: "admin", reason }],
  ] as const) {
    const answer = await admin.post(`${path(who)}/${act}`, body);
    expect([answer.status, answer.body.code]).toEqual([403, "not_allowed"]);
  }
  expect(await readSnapshot(site.db)).toEqual(before);
});

/** Four admins on two nodes; each demotes or suspends all others in the same instant. */
async function coup(options: SiteOptions = {}) {
  const site = await open(options);
  const second = await open({ ...options, database: site.database });
  const admins = await Promise.all([1, 2, 3, 4].map(() => site.as("admin")));
  await Promise.all(
    admins.flatMap((admin, index) =>
      admins
        .filter((other) => other !== admin)
        .map((other) => {
          const from = index % 2 ? second.clientOf(admin) : admin;
          return (index + other.id) % 2
            ? from.post(`${path(other)}/role`, { role: "user", reason })
            : from.post(`${path(other)}/suspend`, { reason });
        }),
    ),
  );
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from users where role = 'admin' and suspended_at is null`.execute(site.db);
  return rows[0]!.left;
}

test("when admins demote each other at the same time, one is left", async () => {
  expect(await coup()).toBe(1);
});

/** Removes the lock, and lets all of them count the other admins before any continues. */
const unlocked = (meeting: string) =>
  sabotage(
    [" or role = 'admin' order by id for update", " and false"],
    [
      "select count(*)::integer as count from users",
      `select count(*)::integer as count, max((select ${meeting})::text) from users`,
    ],
  );

test("negative control: without the lock, none is left", async () => {
  expect(await coup({ rewriteSql: unlocked("meet(12)") })).toBe(0);
});

/** Two admins on two nodes; each deletes the other in the same instant. */
async function mutualDeletion(options: SiteOptions = {}) {
  const site = await open(options);
  const second = await open({ ...options, database: site.database });
  const [one, other] = [await site.as("admin"), await site.as("admin")];
  await Promise.all([
    one.post(`${path(other)}/delete`, { reason }),
    second.clientOf(other).post(`${path(one)}/delete`, { reason }),
  ]);
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from users where role = 'admin'`.execute(site.db);
  return rows[0]!.left;
}

test("when two admins delete each other at the same time, one is left", async () => {
  expect(await mutualDeletion()).toBe(1);
});

test("negative control: without the lock, they delete each other", async () => {
  // Each reads twice: they meet both times.
  const meeting = "wait_for((arrive() + 1) / 2 * 2)";
  expect(await mutualDeletion({ rewriteSql: unlocked(meeting) })).toBe(0);
});

test("search finds people by name, username and email; guests only if asked for", async () => {
  const site = await open();
  const admin = await site.as("admin", "the-admin");
  const carol = await site.as("user", "carol");
  await sql`update users set display_name = 'Renée Joseph', email = 'renee@example.com' where id = ${carol.id}`.execute(
    site.db,
  );
  await site.as("moderator", "door-lady");
  await site.as("guest", "guest-12345678");
  const names = async (query: string) => {
    const { body } = await admin.get(`/api/admin/users?${query}`);
    return body.items.map((person: { username: string }) => person.username);
  };
  expect(await names("sort=username")).toEqual(["carol", "door-lady", "the-admin"]);
  expect(await names("sort=-username&role=everyone")).toEqual(["the-admin", "guest-12345678", "door-lady", "carol"]);
  expect(await names("role=guest")).toEqual(["guest-12345678"]);
  expect(await names("role=moderator")).toEqual(["door-lady"]);
  expect(await names(`q=${encodeURIComponent("JOSEPH renee@")}`)).toEqual(["carol"]);
  expect(await names("q=car_l")).toEqual([]);
  await admin.post(`${path(carol)}/suspend`, { reason });
  expect(await names("status=suspended")).toEqual(["carol"]);
  expect(await names("status=active&sort=username")).toEqual(["door-lady", "the-admin"]);
});

test("the audit log is append-only", async () => {
  const site = await open();
  const [admin, member] = [await site.as("admin"), await site.as("user")];
  await admin.post(`${path(member)}/suspend`, { reason });
  for (const statement of [
    sql`update audit_log set reason = 'another'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ]) {
    await expect(statement.execute(site.db)).rejects.toThrow("the audit log is only ever added to");
  }
  expect((await admin.get("/api/admin/audit")).body.total).toBe(1);
  expect(await roleOf(site, member)).toBe("user");
});
