import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accounts } from "#server/modules/accounts/index.ts";
import { createAuthenticator, type AnswerFaults } from "#testing/authenticator.ts";
import { createModuleApp, type ModuleApp } from "#testing/module-app.ts";
import { createBrowser } from "./browser.ts";
import { addPasskey, password, register, startLogin } from "./second-factor-kit.ts";

const baseUrl = "http://localhost:3000";
let app: ModuleApp;
beforeAll(async () => {
  app = await createModuleApp(accounts, { RATE_LIMITS: "off" });
});
afterAll(() => app.close());

type Options = { challenge: string; rpId?: string; userVerification?: string; allowCredentials?: { id: string }[] };

async function memberWithPasskey(start: { counter?: number } = {}) {
  const person = await register(app.server);
  const device = createAuthenticator(baseUrl, start);
  const added = await addPasskey(person.browser, device);
  return { ...person, device, added };
}

async function challenge(ticket: string) {
  const reply = await createBrowser(app.server).post("/api/auth/second-factor/challenge", { ticket });
  return reply.body as unknown as Options;
}

const finish = (ticket: string, assertion: object, browser = createBrowser(app.server)) =>
  browser.post("/api/auth/second-factor", { ticket, assertion });

test("a passkey is created, named and listed, and as the first factor it comes with recovery codes", async () => {
  const { browser, added } = await memberWithPasskey();
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({ passkey: { name: "My phone", lastUsedAt: null } });
  expect(added.body["recoveryCodes"]).toHaveLength(10);
  const second = await addPasskey(browser, createAuthenticator(baseUrl), "Key ring");
  expect(second.body).toMatchObject({ passkey: { name: "Key ring" }, recoveryCodes: null });
  const { body } = await browser.get("/api/me/second-factor");
  expect(body).toMatchObject({ passkeys: [{ name: "My phone" }, { name: "Key ring" }], recoveryCodesLeft: 10 });
  expect(JSON.stringify(body)).not.toContain("publicKey");
});

test("the options for a device name our domain, require verification and exclude the keys it already has", async () => {
  const { browser, device } = await memberWithPasskey();
  const { body } = await browser.post("/api/me/second-factor/passkeys/options", {});
  expect(body).toMatchObject({
    rp: { id: "localhost" },
    attestation: "none",
    authenticatorSelection: { userVerification: "required" },
    excludeCredentials: [{ id: device.id }],
  });
});

test("a passkey finishes a sign-in", async () => {
  const { username, device, id } = await memberWithPasskey();
  const { ticket, browser, reply } = await startLogin(app.server, username);
  expect(reply.body["methods"]).toEqual(["passkey", "recovery_code"]);
  const options = await challenge(ticket);
  expect(options).toMatchObject({
    rpId: "localhost",
    userVerification: "required",
    allowCredentials: [{ id: device.id }],
  });
  const finished = await finish(ticket, device.assert(options), browser);
  expect([finished.status, finished.body["id"]]).toEqual([200, id]);
  const state = await browser.get("/api/me/second-factor");
  expect(state.body).toMatchObject({ passkeys: [{ lastUsedAt: expect.any(String) }] });
});

const faults: Record<string, AnswerFaults> = {
  "from another origin": { origin: "http://localhost:4000" },
  "from another host that starts with our name": { origin: "http://localhost.evil.example:3000" },
  "from our host over https": { origin: "https://localhost:3000" },
  "for another domain": { rpId: "evil.example" },
  "for a subdomain": { rpId: "sub.localhost" },
  "without verification of the user (UV=0)": { userVerified: false },
  "without a user present (UP=0)": { userPresent: false },
  "for another challenge": { challenge: Buffer.alloc(32, 7).toString("base64url") },
  "with an empty challenge": { challenge: "" },
};

test.each(
  Object.entries({ ...faults, "for creation": { type: "webauthn.create" }, "by a wrong key": { foreignKey: true } }),
)("a signature %s is refused", async (_name, fault) => {
  const { username, device } = await memberWithPasskey();
  const { ticket, browser } = await startLogin(app.server, username);
  const reply = await finish(ticket, device.assert(await challenge(ticket), fault), browser);
  expect([reply.status, reply.body["code"]]).toEqual([401, "second_factor_wrong"]);
  expect(browser.cookies.size).toBe(0);
});

test.each(
  Object.entries({
    ...faults,
    "for a sign-in": { type: "webauthn.get" },
    "with an unsupported algorithm": { algorithm: -35 },
  }),
)("a new passkey %s is refused", async (_name, fault) => {
  const { browser, id } = await register(app.server);
  const { body } = await browser.post("/api/me/second-factor/passkeys/options", {});
  const attestation = createAuthenticator(baseUrl).attest(body as unknown as Options, fault);
  const reply = await browser.post("/api/me/second-factor/passkeys", { name: "Faulty", attestation });
  expect([reply.status, reply.body["code"]]).toEqual([400, "invalid_input"]);
  const { rows } = await sql`select from passkeys where user_id = ${id}`.execute(app.db);
  expect(rows).toEqual([]);
});

test("a challenge accepts one answer, right or wrong", async () => {
  const { username, device } = await memberWithPasskey();
  const first = await startLogin(app.server, username);
  const options = await challenge(first.ticket);
  expect((await finish(first.ticket, device.assert(options, { userVerified: false }))).status).toBe(401);
  expect((await finish(first.ticket, device.assert(options))).body["code"]).toBe("second_factor_wrong");
  const fresh = await challenge(first.ticket);
  expect((await finish(first.ticket, device.assert(fresh))).status).toBe(200);
});

test("an answer replayed for another sign-in is refused", async () => {
  const { username, device } = await memberWithPasskey();
  const [first, second] = [await startLogin(app.server, username), await startLogin(app.server, username)];
  const answer = device.assert(await challenge(first.ticket));
  expect((await finish(second.ticket, answer)).body["code"]).toBe("second_factor_wrong");
  expect((await finish(first.ticket, answer)).status).toBe(200);
  const third = await startLogin(app.server, username);
  expect((await finish(third.ticket, answer)).body["code"]).toBe("second_factor_wrong");
});

test("a challenge for a confirmation can't finish a sign-in, nor the other way around", async () => {
  const { username, device, browser } = await memberWithPasskey();
  const confirm = (await browser.post("/api/me/confirm/challenge", {})).body as unknown as Options;
  const { ticket } = await startLogin(app.server, username);
  expect((await finish(ticket, device.assert(confirm))).body["code"]).toBe("second_factor_wrong");
  const forLogin = await challenge(ticket);
  const reply = await browser.post("/api/me/confirm", { assertion: device.assert(forLogin) });
  expect(reply.body["code"]).toBe("second_factor_wrong");
});

test("a challenge expires after five minutes", async () => {
  const { username, device } = await memberWithPasskey();
  const { ticket } = await startLogin(app.server, username);
  const options = await challenge(ticket);
  await sql`update webauthn_challenges set expires_at = clock_now()`.execute(app.db);
  expect((await finish(ticket, device.assert(options))).body["code"]).toBe("second_factor_wrong");
});

test("one person's passkey can't finish another's sign-in", async () => {
  const [one, other] = [await memberWithPasskey(), await memberWithPasskey()];
  const { ticket } = await startLogin(app.server, one.username);
  expect((await finish(ticket, other.device.assert(await challenge(ticket)))).body["code"]).toBe("second_factor_wrong");
});

test("a counter that doesn't increase reveals a copied key", async () => {
  const { username, device } = await memberWithPasskey({ counter: 5 });
  const first = await startLogin(app.server, username);
  expect((await finish(first.ticket, device.assert(await challenge(first.ticket)))).status).toBe(200);
  const second = await startLogin(app.server, username);
  const copied = device.assert(await challenge(second.ticket), { repeatCounter: true });
  expect((await finish(second.ticket, copied)).body["code"]).toBe("second_factor_wrong");
});

test("a passkey confirms sensitive actions", async () => {
  const { browser, device, id } = await memberWithPasskey();
  await sql`update sessions set confirmed_at = null where user_id = ${id}`.execute(app.db);
  expect((await browser.post("/api/me/second-factor/recovery-codes", {})).status).toBe(403);
  const { body } = await browser.post("/api/me/confirm/challenge", {});
  expect((await browser.post("/api/me/confirm", { assertion: device.assert(body as unknown as Options) })).status).toBe(
    200,
  );
  expect((await browser.post("/api/me/second-factor/recovery-codes", {})).status).toBe(200);
});

test("the same passkey is stored once", async () => {
  const { device } = await memberWithPasskey();
  const { browser } = await register(app.server);
  expect((await addPasskey(browser, device)).body["code"]).toBe("already_exists");
});

test("an account has at most ten passkeys, even if they are added at once", async () => {
  const { browser, id } = await register(app.server);
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => addPasskey(browser, createAuthenticator(baseUrl))),
  );
  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(10);
  const { rows } = await sql`select from passkeys where user_id = ${id}`.execute(app.db);
  expect(rows).toHaveLength(10);
});

test("only their owner can rename and remove passkeys", async () => {
  const { browser, username, added } = await memberWithPasskey();
  const { id } = (added.body as unknown as { passkey: { id: number } }).passkey;
  const stranger = await register(app.server);
  const send = (method: "PATCH" | "DELETE", token: string, payload?: object) =>
    app.server.inject({
      method,
      url: `/api/me/second-factor/passkeys/${id}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload ? { payload } : {}),
    });
  expect((await send("PATCH", stranger.browser.token!, { name: "Mine now" })).statusCode).toBe(404);
  expect((await send("DELETE", stranger.browser.token!)).statusCode).toBe(404);
  expect((await send("PATCH", browser.token!, { name: "Old phone" })).json()).toMatchObject({ name: "Old phone" });
  expect((await send("DELETE", browser.token!)).statusCode).toBe(200);
  const login = await createBrowser(app.server).post("/api/auth/login", { username, password });
  expect(login.status).toBe(200);
});
