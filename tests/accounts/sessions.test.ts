import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accounts } from "#server/modules/accounts/index.ts";
import { createModuleApp, type ModuleApp } from "#testing/module-app.ts";
import { createBrowser } from "./browser.ts";

let app: ModuleApp;
let production: ModuleApp;

beforeAll(async () => {
  app = await createModuleApp(accounts, { RATE_LIMITS: "off" });
  production = await createModuleApp(accounts, { BASE_URL: "https://sg.example", PAYMENTS: "sandbox" });
});
afterAll(async () => {
  await app.close();
  await production.close();
});

async function guest() {
  const browser = createBrowser(app.server);
  const reply = await browser.post("/api/auth/guest");
  return { browser, id: Number(reply.body["id"]), person: reply.body };
}

test("scripts and other sites can't read or send the cookie", async () => {
  const { browser } = await guest();
  expect(browser.setCookies()).toEqual([
    `sg_session=${browser.token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
  ]);
});

test("over https, the cookie is pinned to the host and never sent in plain text", async () => {
  const browser = createBrowser(production.server);
  await browser.post("/api/auth/guest");
  expect(browser.setCookies()).toEqual([
    `__Host-sg_session=${browser.token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
  ]);
  expect((await browser.get("/api/me")).status).toBe(200);
  const plain = await production.server.inject({ url: "/api/me", headers: { cookie: `sg_session=${browser.token}` } });
  expect(plain.statusCode).toBe(401);
});

test("a session is refused from the moment it expires", async () => {
  const { browser, id } = await guest();
  await sql`update sessions set expires_at = clock_now() where user_id = ${id}`.execute(app.db);
  expect((await browser.get("/api/me")).status).toBe(401);
});

test("use extends a session to thirty days from now, at most once an hour", async () => {
  const [recent, stale] = [await guest(), await guest()];
  const daysOf = async ({ id }: { id: number }) => {
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from expires_at - clock_now()) / 86400)::int as days from sessions where user_id = ${id}`.execute(
      app.db,
    );
    return rows[0]?.days;
  };
  for (const { id } of [recent, stale])
    await sql`update sessions set expires_at = clock_now() + interval '3 days' where user_id = ${id}`.execute(app.db);
  await sql`update sessions set last_seen_at = clock_now() - interval '61 minutes' where user_id = ${stale.id}`.execute(
    app.db,
  );
  await recent.browser.get("/api/me");
  await stale.browser.get("/api/me");
  // The renewal isn't awaited; by then the first request's renewal would have happened too.
  await expect.poll(() => daysOf(stale)).toBe(30);
  expect(await daysOf(recent)).toBe(3);
});

test("a session older than a day gets its cookie renewed when the page loads", async () => {
  const { browser, id } = await guest();
  await browser.get("/api/me");
  expect(browser.setCookies()).toEqual([]);
  await sql`update sessions set created_at = clock_now() - interval '25 hours' where user_id = ${id}`.execute(app.db);
  const token = browser.token;
  await browser.get("/api/me");
  expect(browser.setCookies()[0]).toMatch(new RegExp(`^sg_session=${token}; Path=/; Max-Age=2592000; HttpOnly`));
  const bearer = await app.server.inject({ url: "/api/me", headers: { authorization: `Bearer ${token}` } });
  expect([bearer.statusCode, bearer.headers["set-cookie"]]).toEqual([200, undefined]);
});

test("writes that another site makes the browser send are refused and change nothing", async () => {
  const { browser } = await guest();
  const shapes: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: "https://shop.evil.example" },
    { "sec-fetch-site": "cross-site", origin: "null" },
    { "sec-fetch-site": "none", origin: "https://evil.example" },
  ];
  for (const headers of shapes) {
    for (const url of ["/api/auth/logout", "/api/auth/guest", "/api/auth/login", "/api/auth/register"]) {
      const reply = await browser.post(url, {}, headers);
      expect([url, reply.status, reply.body["code"]]).toEqual([url, 403, "foreign_origin"]);
    }
  }
  expect((await browser.get("/api/me")).status).toBe(200);
});

test("another site's form is also refused for its content type", async () => {
  const reply = await app.server.inject({
    method: "POST",
    url: "/api/auth/guest",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "a=b",
  });
  expect(reply.statusCode).toBe(415);
});

test("the client's user-id and user-data headers change nothing, whoever they name", async () => {
  const { browser, person } = await guest();
  const admin = JSON.stringify({ id: 1, username: "admin", role: "admin" });
  const variants: Record<string, string>[] = [
    { "user-id": "1" },
    { "User-ID": "999999" },
    { "user-data": admin },
    { "user-id": "1", "user-data": admin },
    { "user-id": "0 or 1=1" },
    { "user-data": "{broken" },
    { "x-user-id": "1", "x-user-data": admin },
  ];
  for (const headers of variants) {
    const me = await browser.get("/api/me", headers);
    expect([me.status, me.body]).toEqual([200, person]);
    const stranger = await createBrowser(app.server).get("/api/me", headers);
    expect(stranger.status).toBe(401);
  }
});

test("two hundred people looked up together each get their own account", async () => {
  const people = await Promise.all(Array.from({ length: 200 }, guest));
  const replies = await Promise.all([...people, ...people].map(({ browser }) => browser.get("/api/me")));
  expect(replies.map((reply) => reply.body)).toEqual([...people, ...people].map(({ person }) => person));
});
