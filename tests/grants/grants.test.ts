import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSite, type Client, type Site } from "#testing/site.ts";
import type { GrantDraft } from "#contract/grants/grants.ts";

let site: Site;
let admin: Client;
let other: Site;
let eventId: number;
let otherEventId: number;
let person: Client;

beforeAll(async () => {
  site = await createSite();
  other = await createSite({ database: site.database });
  admin = await site.as("admin");
  await sql`update users set email = 'boss@example.com' where id = ${admin.id}`.execute(site.db);
  eventId = await site.create.event();
  otherEventId = await site.create.event();
});
beforeEach(async () => void (person = await site.as("user")));
afterAll(async () => {
  await other.close();
  await site.close();
});

const grant = (draft: Partial<GrantDraft> = {}) =>
  admin.post("/api/grants", { userId: person.id, kind: "door", eventId, ...draft });
const door = (id = eventId, who = person) => who.get(`/api/door/events/${id}`).then(({ status }) => status);
const logged = async () =>
  (await admin.get(`/api/admin/audit?kind=person&id=${person.id}`)).body.items.map(({ action }) => action);

test("a grant opens its event's door, and no other, until it is revoked: at once on every node", async () => {
  const onOther = other.clientOf(person);
  expect(await door()).toBe(403);
  const given = await grant();
  expect(given).toMatchObject({
    status: 201,
    body: { person: { id: person.id }, kind: "door", event: { id: eventId }, status: "active", endsAt: null },
  });
  expect([await door(), await door(eventId, onOther), await door(otherEventId)]).toEqual([200, 200, 404]);
  expect((await person.get("/api/door/events")).body.items.map(({ id }) => id)).toEqual([eventId]);
  expect((await person.get("/api/me")).body.grants).toEqual([
    { kind: "door", eventId, hostId: null, promoterId: null },
  ]);

  const revoked = await admin.post(`/api/grants/${given.body.id}/revoke`, {});
  expect(revoked.body).toMatchObject({ status: "revoked", revokedBy: { id: admin.id } });
  expect([await door(), await door(eventId, onOther)]).toEqual([403, 403]);
  expect((await person.get("/api/me")).body).not.toHaveProperty("grants");
  expect(await logged()).toEqual(["grant.ended", "grant.created"]);
  // Repeating it changes nothing.
  expect((await admin.post(`/api/grants/${given.body.id}/revoke`, {})).body).toEqual(revoked.body);
  expect(await logged()).toHaveLength(2);
});

test("a grant for all events opens every door", async () => {
  await grant({ eventId: null });
  expect([await door(), await door(otherEventId), await door(999_999)]).toEqual([200, 200, 404]);
});

test("a grant ends by itself, can be extended before, and can be given again after", async () => {
  const { body: given } = await grant({ endsAt: "2099-01-01T00:00:00.000Z" });
  const path = `/api/grants/${given.id}`;
  const moved = await admin.call("PATCH", path, { endsAt: "2098-01-01T00:00:00.000Z" });
  expect(moved.body).toMatchObject({ endsAt: "2098-01-01T00:00:00.000Z" });
  await sql`update grants set given_at = clock_now() - interval '2 hours', ends_at = clock_now() where id = ${given.id}`.execute(
    site.db,
  );
  expect(await door()).toBe(403);
  expect((await admin.get(`/api/grants?userId=${person.id}`)).body.items).toMatchObject([{ status: "ended" }]);
  expect(await admin.call("PATCH", path, { endsAt: null })).toMatchObject({
    status: 409,
    body: { code: "status_final" },
  });
  expect(await grant()).toMatchObject({ status: 201 });
  expect(await door()).toBe(200);
  expect((await admin.get(`/api/grants?userId=${person.id}&status=active`)).body.items).toHaveLength(1);
  expect(await logged()).toEqual(["grant.created", "grant.changed", "grant.created"]);
});

test.each([
  ["an unknown person", { userId: 999_999 }, 404, "not_found"],
  ["an unknown event", { eventId: 999_999 }, 404, "not_found"],
  ["a host's grant without the host", { kind: "host", eventId: null }, 400, "invalid_input"],
  ["an unknown host", { kind: "host", eventId: null, hostId: 999_999 }, 404, "not_found"],
  ["a promoter's grant for an event", { kind: "promoter", promoterId: 1 }, 400, "invalid_input"],
  ["an unknown promoter", { kind: "promoter", eventId: null, promoterId: 999_999 }, 404, "not_found"],
  ["an end in the past", { endsAt: "2020-01-01T00:00:00.000Z" }, 400, "invalid_input"],
] as const)("%s is refused", async (_, draft, status, code) => {
  expect(await grant(draft)).toMatchObject({ status, body: { code } });
  expect(await logged()).toEqual([]);
});

test("guests get no grants, and nobody gets the same one twice, however many ask at once", async () => {
  const guest = await site.as("guest");
  expect(await grant({ userId: guest.id })).toMatchObject({ status: 403, body: { code: "not_allowed" } });
  const answers = await Promise.all(Array.from({ length: 5 }, () => grant()));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  expect(await logged()).toEqual(["grant.created"]);
});

test("every admin with an address is told what changed, and by whom", async () => {
  const { body: given } = await grant({ kind: "finance", eventId: null });
  await admin.post(`/api/grants/${given.id}/revoke`, {});
  await site.app.runJob("mail");
  const { rows } = await sql<{ subject: string; to_address: string; body: string }>`
    select subject, to_address, body_text as body from emails where kind = 'staff_grant' and topic ->> 'grantId' = ${String(given.id)}
    order by id`.execute(site.db);
  expect(rows.map(({ to_address: to, subject }) => `${to} ${subject.split(":")[0]}`)).toEqual([
    "boss@example.com New staff permissions",
    "boss@example.com Staff permissions removed",
  ]);
  const { name } = given.person;
  // Both are rendered after the second change, and each says what was done.
  expect(rows[0]!.body).toContain(`${name} has Finance access to all events.`);
  expect(rows[1]!.body).toContain(`${name} no longer has Finance access to any event.`);
});

test("grants don't count for someone who lacks the second factor that staff must have", async () => {
  await grant();
  await sql`insert into policies (name, required, changed_by) values ('staff_second_factor', true, ${admin.id})`.execute(
    site.db,
  );
  try {
    expect(await person.get(`/api/door/events/${eventId}`)).toMatchObject({
      status: 403,
      body: { code: "second_factor_missing" },
    });
  } finally {
    await sql`delete from policies`.execute(site.db);
  }
  expect(await door()).toBe(200);
});

test("a deleted account leaves no grants behind, and a suspended one can't use them", async () => {
  await grant();
  await admin.post(`/api/admin/users/${person.id}/suspend`, { reason: "Left the team" });
  expect(await door()).toBe(401);
  const deleted = await admin.post(`/api/admin/users/${person.id}/delete`, { reason: "They asked for it" });
  expect(deleted.status).toBe(200);
  const { rows } = await sql`select from grants where user_id = ${person.id}`.execute(site.db);
  expect(rows).toEqual([]);
});
