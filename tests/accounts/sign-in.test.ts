import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accounts } from "#server/modules/accounts/index.ts";
import { createModuleApp, type ModuleApp } from "#testing/module-app.ts";
import { createBrowser } from "./browser.ts";

let app: ModuleApp;
const password = "Carnival2026";

beforeAll(async () => {
  app = await createModuleApp(accounts, { RATE_LIMITS: "off" });
});
afterAll(() => app.close());

let count = 0;
async function member(username = `member${++count}`) {
  const browser = createBrowser(app.server);
  const reply = await browser.post("/api/auth/register", { username, displayName: "Marva Joseph", password });
  expect(reply.status).toBe(201);
  return { browser, username, id: Number(reply.body["id"]) };
}

test("registering signs the person in and returns no secrets", async () => {
  const { browser, username, id } = await member();
  const me = await browser.get("/api/me");
  expect(me.status).toBe(200);
  expect(me.body).toEqual({
    id,
    username,
    displayName: "Marva Joseph",
    avatar: null,
    role: "user",
    isGuest: false,
    email: null,
  });
});

test("the password is stored as Argon2id with at least 19 MiB and two passes, the token only as a hash", async () => {
  const { browser, id } = await member();
  const { rows } = await sql<{ hash: string }>`select password_hash as hash from users where id = ${id}`.execute(
    app.db,
  );
  expect(rows[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const sessions = await sql<{
    hex: string;
  }>`select encode(token_hash, 'hex') as hex from sessions where user_id = ${id}`.execute(app.db);
  expect(sessions.rows).toHaveLength(1);
  expect(browser.token).toMatch(/^[\w-]{43}$/);
  expect(Buffer.from(browser.token!, "base64url")).toHaveLength(32);
});

test("the form has the specification's rules and texts", async () => {
  const browser = createBrowser(app.server);
  const cases: [Record<string, string>, string][] = [
    [{ username: "ab" }, "Username must be at least 3 characters"],
    [{ displayName: "Al" }, "Display name must be at least 3 characters"],
    [{ password: "Short1" }, "Password must be at least 8 characters"],
    [{ password: "lowercase1" }, "Password must contain at least one uppercase letter"],
    [{ password: "NoNumbers" }, "Password must contain at least one number"],
  ];
  for (const [change, message] of cases) {
    const reply = await browser.post("/api/auth/register", {
      username: "fine-name",
      displayName: "Fine Name",
      password,
      ...change,
    });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      code: "invalid_input",
      message,
      errors: [{ message, path: Object.keys(change)[0] }],
    });
  }
  const extra = await browser.post("/api/auth/register", {
    username: "fine-name",
    displayName: "Fine Name",
    password,
    role: "admin",
  });
  expect(extra.status).toBe(400);
  const { rows } = await sql`select from users where username = 'fine-name'`.execute(app.db);
  expect(rows).toHaveLength(0);
});

test("a name is taken in any letter case", async () => {
  const { username } = await member();
  const reply = await createBrowser(app.server).post("/api/auth/register", {
    username: username.toUpperCase(),
    displayName: "Someone Else",
    password,
  });
  expect(reply.status).toBe(409);
  expect(reply.body).toMatchObject({ code: "username_taken", message: "Username already exists" });
});

test("names reserved for guests can't be registered", async () => {
  const reply = await createBrowser(app.server).post("/api/auth/register", {
    username: "Guest-abc",
    displayName: "Sly One",
    password,
  });
  expect(reply.body).toMatchObject({ code: "username_taken" });
});

test("names that differ only in character width are one name, and a character that expands to eighteen letters is too long", async () => {
  const { username } = await member("fullwidth");
  const wide = [...username].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join("");
  const browser = createBrowser(app.server);
  const twin = await browser.post("/api/auth/register", { username: wide, displayName: "Wide One", password });
  expect(twin.body).toMatchObject({ code: "username_taken" });
  expect((await browser.post("/api/auth/login", { username: wide, password })).status).toBe(200);
  const long = await browser.post("/api/auth/register", {
    username: "\u{fdfa}".repeat(20),
    displayName: "Long One",
    password,
  });
  expect(long.body).toMatchObject({ code: "invalid_input", errors: [{ path: "username" }] });
});

test("of twenty registrations of one name at once, exactly one succeeds", async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      createBrowser(app.server).post("/api/auth/register", {
        username: index % 2 === 0 ? "rushed-name" : "RUSHED-name",
        displayName: "In A Hurry",
        password,
      }),
    ),
  );
  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
  expect(replies.filter((reply) => reply.status === 409)).toHaveLength(19);
  const { rows } = await sql`select from users where lower(username) = 'rushed-name'`.execute(app.db);
  expect(rows).toHaveLength(1);
});

test("sign-in works in any letter case, with a new token each time", async () => {
  const { username, id } = await member();
  const browser = createBrowser(app.server);
  const first = await browser.post("/api/auth/login", { username: username.toUpperCase(), password });
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ id, displayName: "Marva Joseph" });
  const before = browser.token!;
  await browser.post("/api/auth/login", { username, password });
  expect(browser.token).not.toBe(before);
  const stale = await app.server.inject({ url: "/api/me", headers: { authorization: `Bearer ${before}` } });
  expect(stale.statusCode).toBe(401);
});

test("an unknown name and a wrong password get different errors, as the specification requires", async () => {
  const { username } = await member();
  const browser = createBrowser(app.server);
  const unknown = await browser.post("/api/auth/login", { username: "nobody-here", password });
  expect([unknown.status, unknown.body["code"]]).toEqual([404, "account_not_found"]);
  const wrong = await browser.post("/api/auth/login", { username, password: "Wrong-password1" });
  expect([wrong.status, wrong.body["code"]]).toEqual([401, "wrong_password"]);
  expect(browser.cookies.size).toBe(0);
});

test("signing out ends the session everywhere it is held", async () => {
  const { browser } = await member();
  const token = browser.token!;
  const reply = await browser.post("/api/auth/logout");
  expect(reply.body).toEqual({ ok: true });
  expect(browser.setCookies()[0]).toMatch(/^sg_session=; Path=\/; Max-Age=0/);
  const me = await app.server.inject({ url: "/api/me", headers: { authorization: `Bearer ${token}` } });
  expect(me.statusCode).toBe(401);
  expect((await browser.post("/api/auth/logout")).status).toBe(200);
});

test("a suspended account can't sign in or keep using a session", async () => {
  const { browser, username, id } = await member();
  await sql`update users set suspended_at = clock_now() where id = ${id}`.execute(app.db);
  expect((await browser.get("/api/me")).status).toBe(401);
  const login = await browser.post("/api/auth/login", { username, password });
  expect([login.status, login.body["code"]]).toEqual([403, "suspended"]);
  const guess = await browser.post("/api/auth/login", { username, password: "Wrong-password1" });
  expect(guess.body["code"]).toBe("wrong_password");
  await sql`update users set suspended_at = null where id = ${id}`.execute(app.db);
  expect((await browser.get("/api/me")).status).toBe(200);
});

test("an account suspended while its password is checked gets no session", async () => {
  const { username, id } = await member();
  const browser = createBrowser(app.server);
  const login = browser.post("/api/auth/login", { username, password });
  const suspension = sql`update users set suspended_at = clock_now() where id = ${id}`.execute(app.db);
  await Promise.all([login, suspension]);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from sessions where user_id = ${id} and created_at > (select suspended_at from users where id = ${id})`.execute(
    app.db,
  );
  expect(rows[0]?.n).toBe(0);
  expect((await browser.get("/api/me")).status).toBe(401);
});

test("a password of a megabyte is refused before it is hashed", async () => {
  const { username } = await member();
  const browser = createBrowser(app.server);
  expect((await browser.post("/api/auth/login", { username, password: "x".repeat(1025) })).status).toBe(400);
  expect((await browser.post("/api/auth/login", { username, password: "x".repeat(1_000_000) })).status).toBe(413);
});
