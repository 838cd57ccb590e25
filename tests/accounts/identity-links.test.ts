import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accounts } from "#server/modules/accounts/index.ts";
import { writeLink } from "#server/modules/accounts/recovery/service.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { createIdentityService, type IdentityService } from "#testing/identity-service.ts";
import { createModuleApp, type ModuleApp } from "#testing/module-app.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite } from "#testing/site.ts";
import { createBrowser } from "./browser.ts";
import { codeOf, setUpTotp } from "./second-factor-kit.ts";

// Ways to own an account before its owner signs up (USENIX Security 2022, "Pre-hijacked accounts"), and what links an
// identity to an account.

let service: IdentityService;
let app: ModuleApp;
const password = "Carnival2026";

beforeAll(async () => {
  service = await createIdentityService();
  app = await createModuleApp(accounts, { RATE_LIMITS: "off", ...service.settings });
});
afterAll(async () => {
  await app.close();
  await service.close();
});

let count = 0;
async function member(email?: string) {
  const browser = createBrowser(app.server);
  const username = `owner-${++count}`;
  const { body } = await browser.post("/api/auth/register", { username, displayName: "The Owner", password });
  const id = Number(body["id"]);
  if (email !== undefined) await sql`update users set email = ${email} where id = ${id}`.execute(app.db);
  return { browser, username, id };
}

const signIn = (claims: Record<string, unknown>, browser = createBrowser(app.server)) =>
  browser.post("/api/auth/firebase", { idToken: service.token({ claims }) });

const linksOf = async (userId: number) =>
  (await sql<{ subject: string }>`select subject from identities where user_id = ${userId}`.execute(app.db)).rows;

test("an address that both sides confirmed links the identity to the account, in any letter case", async () => {
  const { id } = await member("marva@example.com");
  const reply = await signIn({ sub: "marva-1", email: "Marva@Example.com", email_verified: true });
  expect([reply.status, reply.body["id"]]).toEqual([200, id]);
  const later = await signIn({ sub: "marva-1", email: "changed@example.com", email_verified: true });
  expect(later.body["id"]).toBe(id);
});

test.each([false, undefined, "true", 1, null])(
  "an address that the service hasn't verified (%s) links nothing",
  async (verified) => {
    const email = `unverified-${++count}@example.com`;
    const { id } = await member(email);
    const reply = await signIn({ sub: `unverified-${count}`, email, email_verified: verified });
    expect(reply.status).toBe(200);
    expect(reply.body["id"]).not.toBe(id);
    expect(reply.body["email"]).toBeNull();
    expect(await linksOf(id)).toEqual([]);
  },
);

test("an account created earlier with someone else's unconfirmed address doesn't get their identity", async () => {
  const attacker = await member();
  await sql`update users set pending_email = 'victim@example.com' where id = ${attacker.id}`.execute(app.db);
  const victim = await signIn({ sub: "victim-1", email: "victim@example.com", email_verified: true });
  expect(victim.body["id"]).not.toBe(attacker.id);
  expect(await linksOf(attacker.id)).toEqual([]);
});

test("linking an identity ends the sessions opened before", async () => {
  const { browser, id } = await member("early@example.com");
  expect((await browser.get("/api/me")).status).toBe(200);
  expect((await signIn({ sub: "early-1", email: "early@example.com", email_verified: true })).body["id"]).toBe(id);
  expect((await browser.get("/api/me")).status).toBe(401);
});

test("linking an identity drops a pending address change", async () => {
  const { id } = await member("changing@example.com");
  await sql`update users set pending_email = 'attacker@example.com' where id = ${id}`.execute(app.db);
  await signIn({ sub: "changing-1", email: "changing@example.com", email_verified: true });
  const { rows } = await sql<{
    pending: string | null;
  }>`select pending_email as pending from users where id = ${id}`.execute(app.db);
  expect(rows).toEqual([{ pending: null }]);
});

test("an identity linked to another account first stays there: an address moves nobody", async () => {
  const first = await signIn({ sub: "trojan-1", email: "later@example.com", email_verified: false });
  const { id } = await member("later@example.com");
  const again = await signIn({ sub: "trojan-1", email: "later@example.com", email_verified: true });
  expect(again.body["id"]).toBe(first.body["id"]);
  expect(again.body["id"]).not.toBe(id);
});

test("an address that the service claims doesn't become the account's", async () => {
  const reply = await signIn({ sub: "claims-1", email: "claims@example.com", email_verified: true });
  expect(reply.body["email"]).toBeNull();
  const { rows } = await sql`select from users where email = 'claims@example.com'`.execute(app.db);
  expect(rows).toEqual([]);
});

test("a guest who signs in for the first time keeps the id, and gets a new session", async () => {
  const browser = createBrowser(app.server);
  const guest = await browser.post("/api/auth/guest");
  const planted = browser.token;
  const reply = await signIn({ sub: "guest-1" }, browser);
  expect(reply.body).toMatchObject({ id: guest.body["id"], role: "user" });
  expect(browser.token).not.toBe(planted);
  const old = await app.server.inject({ url: "/api/me", headers: { authorization: `Bearer ${planted}` } });
  expect(old.statusCode).toBe(401);
});

test("nobody signs in to a suspended account, by its identity or by its address", async () => {
  const { id } = await member("gone@example.com");
  await signIn({ sub: "gone-1", email: "gone@example.com", email_verified: true });
  await sql`update users set suspended_at = clock_now() where id = ${id}`.execute(app.db);
  for (const sub of ["gone-1", "gone-2"]) {
    const reply = await signIn({ sub, email: "gone@example.com", email_verified: true });
    expect([reply.status, reply.body["code"]]).toEqual([403, "suspended"]);
  }
});

test("a person without a password can't sign in with one", async () => {
  const reply = await signIn({ sub: "no-password-1", name: "Nopass Word" });
  const login = await createBrowser(app.server).post("/api/auth/login", {
    username: reply.body["username"],
    password: "anything-1A",
  });
  expect([login.status, login.body["code"]]).toEqual([401, "wrong_password"]);
});

test.each([
  ["Marva Joseph", "marva-joseph"],
  ["Ünal Çelik", "unal-celik"],
  ["X", "new-member"],
  ["guest-abc", "guest-abc-"],
  ["", "new-member"],
  ["Line\nBreak\u202eEvil", "line-break-evil"],
])("a person named %j gets a free username without odd characters", async (name, start) => {
  const reply = await signIn({ sub: `named-${++count}`, name });
  expect(reply.status).toBe(200);
  const username = String(reply.body["username"]);
  if (start.startsWith("guest-")) expect(username).toMatch(/^member-/);
  else expect(username.startsWith(start)).toBe(true);
  expect(reply.body["displayName"]).not.toMatch(/[\n\u202e]/);
});

test("people with the same name each get their own username", async () => {
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) => signIn({ sub: `twin-${index}`, name: "Twin Person" })),
  );
  expect(replies.map((reply) => reply.status)).toEqual(Array(8).fill(200));
  expect(new Set(replies.map((reply) => reply.body["username"])).size).toBe(8);
});

test("a password reset by email unlinks identities, which someone else may have linked", async () => {
  const { id } = await member("trojan@example.com");
  expect((await signIn({ sub: "trojan-2", email: "trojan@example.com", email_verified: true })).body["id"]).toBe(id);
  const { token } = await inTransaction(app.db, (tx) => writeLink(app.deps, tx, { userId: id, purpose: "reset" }));
  const reset = await createBrowser(app.server).post("/api/auth/password-reset/complete", {
    token,
    password: "NewCarnival27",
  });
  expect(reset.status).toBe(200);
  expect(await linksOf(id)).toEqual([]);
  expect((await signIn({ sub: "trojan-2", email: "trojan@example.com", email_verified: false })).body["id"]).not.toBe(
    id,
  );
});

test("an account with a second factor also asks for it after sign-in by the other service", async () => {
  const { browser, id } = await member("guarded@example.com");
  const { secret } = await setUpTotp(browser);
  const entering = createBrowser(app.server);
  const reply = await signIn({ sub: "guarded-1", email: "guarded@example.com", email_verified: true }, entering);
  expect(reply.body).toMatchObject({ code: "second_factor_required", methods: ["totp", "recovery_code"] });
  expect(entering.cookies.size).toBe(0);
  const proof = { ticket: reply.body["ticket"], code: codeOf(secret) };
  expect((await entering.post("/api/auth/second-factor", proof)).body["id"]).toBe(id);
});

test("if tokens weren't single-use, one would open a second session", async () => {
  for (const [guarded, statuses] of [
    [true, [200, 401]],
    [false, [200, 200]],
  ] as const) {
    const site = await createSite({
      settings: service.settings,
      rewriteSql: guarded
        ? undefined
        : sabotage([
            "on conflict do nothing returning token_hash",
            "on conflict (token_hash) do update set expires_at = excluded.expires_at returning token_hash",
          ]),
    });
    const idToken = service.token();
    const browser = createBrowser(site.app.server);
    const replies = [
      await browser.post("/api/auth/firebase", { idToken }),
      await browser.post("/api/auth/firebase", { idToken }),
    ];
    await site.close();
    expect(replies.map((reply) => reply.status)).toEqual(statuses);
  }
});
