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

test("a guest is a person with a session", async () => {
  const browser = createBrowser(app.server);
  const reply = await browser.post("/api/auth/guest", {});
  expect(reply.status).toBe(201);
  expect(reply.body).toMatchObject({ displayName: "Guest", role: "guest", isGuest: true, email: null });
  expect(reply.body["username"]).toMatch(/^guest-[a-z0-9]{8}$/);
  expect((await browser.get("/api/me")).body).toEqual(reply.body);
});

test("a guest who calls again stays the same guest", async () => {
  const browser = createBrowser(app.server);
  const first = await browser.post("/api/auth/guest");
  const token = browser.token;
  const again = await browser.post("/api/auth/guest");
  expect(again.body).toEqual(first.body);
  expect(browser.token).toBe(token);
});

test("three hundred guests arriving together each get their own account and session", async () => {
  const browsers = Array.from({ length: 300 }, () => createBrowser(app.server));
  const replies = await Promise.all(browsers.map((browser) => browser.post("/api/auth/guest")));
  expect(new Set(replies.map((reply) => reply.body["id"])).size).toBe(300);
  const people = await Promise.all(browsers.map((browser) => browser.get("/api/me")));
  expect(people.map((reply) => reply.body["id"])).toEqual(replies.map((reply) => reply.body["id"]));
});

test("a guest who registers keeps the id, and every session of the guest ends", async () => {
  const browser = createBrowser(app.server);
  const guest = await browser.post("/api/auth/guest");
  const planted = browser.token!;
  const reply = await browser.post("/api/auth/register", {
    username: "once-a-guest",
    displayName: "Once A Guest",
    password,
  });
  expect(reply.status).toBe(201);
  expect(reply.body).toMatchObject({ id: guest.body["id"], role: "user", isGuest: false, username: "once-a-guest" });
  expect(browser.token).not.toBe(planted);
  const old = await app.server.inject({ url: "/api/me", headers: { authorization: `Bearer ${planted}` } });
  expect(old.statusCode).toBe(401);
});

test("two registrations from one guest make two accounts, one of them the guest's", async () => {
  const browser = createBrowser(app.server);
  const guest = await browser.post("/api/auth/guest");
  const replies = await Promise.all(
    ["first-tab", "second-tab"].map((username) =>
      browser.post("/api/auth/register", { username, displayName: "Two Tabs", password }),
    ),
  );
  expect(replies.map((reply) => reply.status)).toEqual([201, 201]);
  const ids = replies.map((reply) => reply.body["id"]);
  expect(new Set(ids).size).toBe(2);
  expect(ids).toContain(guest.body["id"]);
});

test("a guest stays a guest if the username is taken", async () => {
  await createBrowser(app.server).post("/api/auth/register", {
    username: "wanted",
    displayName: "First Comer",
    password,
  });
  const browser = createBrowser(app.server);
  const guest = await browser.post("/api/auth/guest");
  const reply = await browser.post("/api/auth/register", { username: "WANTED", displayName: "Second Comer", password });
  expect(reply.status).toBe(409);
  expect((await browser.get("/api/me")).body).toEqual(guest.body);
});

test("a session planted before sign-in is invalid afterward", async () => {
  const attacker = createBrowser(app.server);
  await attacker.post("/api/auth/guest");
  const planted = attacker.token!;
  await createBrowser(app.server).post("/api/auth/register", {
    username: "victim",
    displayName: "The Victim",
    password,
  });
  const victim = createBrowser(app.server);
  victim.cookies.set("sg_session", planted);
  await victim.post("/api/auth/login", { username: "victim", password });
  expect(victim.token).not.toBe(planted);
  expect((await attacker.get("/api/me")).status).toBe(401);
  const { rows } =
    await sql`select from sessions s join users u on u.id = s.user_id where u.username = 'victim'`.execute(app.db);
  expect(rows).toHaveLength(2);
});

test("a made-up session identifies nobody, and sign-in doesn't adopt it", async () => {
  const browser = createBrowser(app.server);
  const madeUp = "A".repeat(43);
  browser.cookies.set("sg_session", madeUp);
  expect((await browser.get("/api/me")).status).toBe(401);
  await browser.post("/api/auth/guest");
  expect(browser.token).not.toBe(madeUp);
});
