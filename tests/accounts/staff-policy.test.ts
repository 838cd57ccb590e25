import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const policy = "/api/admin/policies/staff-second-factor";
/** Gives someone an authenticator app, whose first code they just entered. */
const addFactor = (who: Client) =>
  sql`
    with used as (update sessions set second_factor_at = clock_now() where user_id = ${who.id})
    insert into totp_secrets (user_id, encrypted_secret, confirmed_at) values (${who.id}, '\\x00', clock_now())`.execute(
    site.db,
  );
const growStale = (who: Client) =>
  sql`update sessions set confirmed_at = clock_now() - interval '31 minutes' where user_id = ${who.id}`.execute(
    site.db,
  );
const confirmNow = (who: Client) =>
  sql`update sessions set confirmed_at = clock_now() where user_id = ${who.id}`.execute(site.db);

test("only an admin with a second factor can require one of staff, so that nobody locks everyone out", async () => {
  const [admin, moderator] = [await site.as("admin"), await site.as("moderator")];
  expect((await moderator.call("PUT", policy, { required: true })).body.code).toBe("not_allowed");
  expect((await admin.call("PUT", policy, { required: true })).body.code).toBe("second_factor_missing");
  expect((await admin.get(policy)).body).toEqual({ required: false });
});

test("staff without one can sign in and manage their account, but no staff endpoint accepts them", async () => {
  const [admin, other, moderator] = [await site.as("admin"), await site.as("admin"), await site.as("moderator")];
  const eventId = await site.create.event();
  expect((await moderator.get("/api/door/events")).status).toBe(200);
  await addFactor(admin);
  expect((await admin.call("PUT", policy, { required: true })).body).toEqual({ required: true });

  for (const who of [other, moderator]) {
    expect((await who.get("/api/me")).status).toBe(200);
    expect((await who.get("/api/me/second-factor")).body).toMatchObject({ missing: true });
  }
  const staffEndpoints = site.app.endpoints.filter(({ access }) => access === "moderator" || access === "admin");
  expect(staffEndpoints.length).toBeGreaterThan(4);
  for (const { method, path } of staffEndpoints) {
    const url = path.replace(/\{\w+\}/g, String(eventId));
    const reply = await other.call(method, url, method === "GET" ? undefined : {}, { "idempotency-key": "policy" });
    expect([path, reply.status, reply.body.code]).toEqual([path, 403, "second_factor_missing"]);
  }
  expect((await admin.get("/api/door/events")).status).toBe(200);

  await addFactor(moderator);
  expect((await moderator.get("/api/door/events")).status).toBe(200);
});

test("staff without one can't see other people's orders either", async () => {
  const ticketTypeId = await site.create.ticketType();
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const [bare, secured] = [await site.as("moderator"), await site.as("moderator")];
  await addFactor(secured);
  expect((await secured.get(`/api/orders/${order.id}`)).status).toBe(200);
  expect((await bare.get(`/api/orders/${order.id}`)).status).toBe(404);
});

test("members don't need one", async () => {
  const member = await site.as("user");
  expect((await member.get("/api/me/second-factor")).body).toMatchObject({ missing: false });
});

test("dropping the requirement needs a recent confirmation, and restores access", async () => {
  const [admin, moderator] = [await site.as("admin"), await site.as("moderator")];
  await addFactor(admin);
  await growStale(admin);
  expect((await admin.call("PUT", policy, { required: false })).body.code).toBe("confirmation_required");
  expect((await moderator.get("/api/door/events")).status).toBe(403);
  await confirmNow(admin);
  expect((await admin.call("PUT", policy, { required: false })).status).toBe(200);
  expect((await moderator.get("/api/door/events")).status).toBe(200);
});
