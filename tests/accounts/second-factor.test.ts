import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accounts } from "#server/modules/accounts/index.ts";
import { createModuleApp, type ModuleApp } from "#testing/module-app.ts";
import { createBrowser } from "./browser.ts";
import { codeOf, password, register, setUpTotp, startLogin, wrongCodeOf } from "./second-factor-kit.ts";

let app: ModuleApp;
beforeAll(async () => {
  app = await createModuleApp(accounts, { RATE_LIMITS: "off" });
});
afterAll(() => app.close());

const finish = (ticket: string, proof: object, browser = createBrowser(app.server)) =>
  browser.post("/api/auth/second-factor", { ticket, ...proof });

async function memberWithTotp() {
  const person = await register(app.server);
  return { ...person, ...(await setUpTotp(person.browser)) };
}

describe("setting up time-based codes", () => {
  test("returns a secret for an app, and ten recovery codes after its first code is entered", async () => {
    const { browser, started, confirmed, recoveryCodes, secret } = await memberWithTotp();
    expect(started.body["uri"]).toMatch(
      /^otpauth:\/\/totp\/Savage%20Gentlemen:member-\S+\?secret=[A-Z2-7]{32}&issuer=/,
    );
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(confirmed.status).toBe(200);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    const state = await browser.get("/api/me/second-factor");
    expect(state.body).toMatchObject({
      totp: {},
      passkeys: [],
      recoveryCodesLeft: 10,
      hasPassword: true,
      missing: false,
    });
  });

  test("has no effect until then", async () => {
    const { browser, username } = await register(app.server);
    const { body } = await browser.post("/api/me/second-factor/totp", {});
    const code = wrongCodeOf(String(body["secret"]));
    const wrong = await browser.post("/api/me/second-factor/totp/confirm", { code });
    expect(wrong.body["code"]).toBe("second_factor_wrong");
    expect((await startLogin(app.server, username)).reply.status).toBe(200);
  });

  test("doesn't store the secret or the recovery codes in readable form", async () => {
    const { id, secret, recoveryCodes } = await memberWithTotp();
    const { rows } = await sql<{ text: string }>`
      select (select row_to_json(t)::text from totp_secrets t where user_id = ${id})
        || (select string_agg(row_to_json(r)::text, '') from recovery_codes r where user_id = ${id}) as text`.execute(
      app.db,
    );
    const text = Buffer.from(rows[0]!.text.replace(/\\\\x/g, ""), "utf8").toString();
    const hex = Buffer.from(secret).toString("hex");
    for (const part of [secret, hex, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace("-", ""))])
      expect(text).not.toContain(part);
  });

  test("one person's secret can't be decrypted as another's", async () => {
    const [one, other] = [await memberWithTotp(), await memberWithTotp()];
    await sql`
      update totp_secrets set encrypted_secret = (select encrypted_secret from totp_secrets where user_id = ${one.id})
      where user_id = ${other.id}`.execute(app.db);
    const { ticket } = await startLogin(app.server, other.username);
    expect((await finish(ticket, { code: codeOf(one.secret) })).status).toBe(500);
  });

  test("ends the account's other sessions, and only those", async () => {
    const { browser, username } = await register(app.server);
    const other = (await startLogin(app.server, username)).browser;
    expect((await other.get("/api/me")).status).toBe(200);
    await setUpTotp(browser);
    expect((await other.get("/api/me")).status).toBe(401);
    expect((await browser.get("/api/me")).status).toBe(200);
  });

  test("isn't available to guests", async () => {
    const browser = createBrowser(app.server);
    await browser.post("/api/auth/guest");
    expect((await browser.post("/api/me/second-factor/totp", {})).body["code"]).toBe("not_allowed");
  });
});

describe("signing in", () => {
  test("the right password alone opens no session: it leads to the second step", async () => {
    const { username } = await memberWithTotp();
    const { reply, browser } = await startLogin(app.server, username);
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({ code: "second_factor_required", methods: ["totp", "recovery_code"] });
    expect(reply.body["ticket"]).toMatch(/^[\w-]{43}$/);
    expect(browser.cookies.size).toBe(0);
  });

  test("a wrong password doesn't reveal the second step", async () => {
    const { username } = await memberWithTotp();
    const reply = await createBrowser(app.server).post("/api/auth/login", { username, password: "Wrong-password1" });
    expect(reply.body).toMatchObject({ code: "wrong_password" });
    expect(reply.body).not.toHaveProperty("ticket");
  });

  test("the current code opens a session, with or without a space", async () => {
    const { username, secret, id } = await memberWithTotp();
    const { ticket, browser } = await startLogin(app.server, username);
    const code = codeOf(secret);
    const reply = await finish(ticket, { code: `${code.slice(0, 3)} ${code.slice(3)}` }, browser);
    expect([reply.status, reply.body["id"]]).toEqual([200, id]);
    expect((await browser.get("/api/me")).body["id"]).toBe(id);
    expect((await browser.get("/api/me/second-factor")).body).toMatchObject({ confirmed: true });
  });

  test("the previous session ends only with the second step", async () => {
    const { username, secret } = await memberWithTotp();
    const browser = createBrowser(app.server);
    await browser.post("/api/auth/guest");
    const guest = browser.token!;
    const me = () => app.server.inject({ url: "/api/me", headers: { authorization: `Bearer ${guest}` } });
    const login = await browser.post("/api/auth/login", { username, password });
    expect((await me()).statusCode).toBe(200);
    await finish(String(login.body["ticket"]), { code: codeOf(secret) }, browser);
    expect((await me()).statusCode).toBe(401);
    expect(browser.token).not.toBe(guest);
  });

  test.each([
    ["from five minutes ago", -300],
    ["from two minutes ahead", 120],
  ])("a code %s is refused", async (_name, shift) => {
    const { username, secret } = await memberWithTotp();
    const { ticket } = await startLogin(app.server, username);
    expect((await finish(ticket, { code: codeOf(secret, shift) })).body["code"]).toBe("second_factor_wrong");
  });

  test("a used code is refused at the next sign-in, and so is an earlier one", async () => {
    const { username, secret } = await memberWithTotp();
    const code = codeOf(secret);
    expect((await finish((await startLogin(app.server, username)).ticket, { code })).status).toBe(200);
    const { ticket } = await startLogin(app.server, username);
    expect((await finish(ticket, { code })).body["code"]).toBe("second_factor_wrong");
    expect((await finish(ticket, { code: codeOf(secret, -30) })).body["code"]).toBe("second_factor_wrong");
  });

  test("a ticket works once, for five attempts, and for five minutes", async () => {
    const { username, secret, recoveryCodes } = await memberWithTotp();
    const once = await startLogin(app.server, username);
    expect((await finish(once.ticket, { recoveryCode: recoveryCodes[0] })).status).toBe(200);
    expect((await finish(once.ticket, { recoveryCode: recoveryCodes[1] })).body["code"]).toBe("sign_in_expired");

    const five = await startLogin(app.server, username);
    const code = wrongCodeOf(secret);
    const wrong = await Promise.all(Array.from({ length: 9 }, () => finish(five.ticket, { code })));
    expect(wrong.filter((reply) => reply.body["code"] === "second_factor_wrong")).toHaveLength(5);
    expect((await finish(five.ticket, { recoveryCode: recoveryCodes[1] })).body["code"]).toBe("sign_in_expired");

    const late = await startLogin(app.server, username);
    await sql`update login_tickets set expires_at = clock_now()`.execute(app.db);
    expect((await finish(late.ticket, { recoveryCode: recoveryCodes[1] })).body["code"]).toBe("sign_in_expired");
  });

  test("a ticket ends with a suspension, and with a new password", async () => {
    for (const change of [sql`suspended_at = clock_now()`, sql`password_changed_at = clock_now()`]) {
      const { username, recoveryCodes, id } = await memberWithTotp();
      const { ticket, browser } = await startLogin(app.server, username);
      await sql`update users set ${change} where id = ${id}`.execute(app.db);
      expect((await finish(ticket, { recoveryCode: recoveryCodes[0] }, browser)).body["code"]).toBe("sign_in_expired");
      expect(browser.cookies.size).toBe(0);
    }
  });

  test("one person's code can't finish another's sign-in", async () => {
    const [one, other] = [await memberWithTotp(), await memberWithTotp()];
    const { ticket } = await startLogin(app.server, one.username);
    expect((await finish(ticket, { code: codeOf(other.secret) })).body["code"]).toBe("second_factor_wrong");
    expect((await finish(ticket, { recoveryCode: other.recoveryCodes[0] })).body["code"]).toBe("second_factor_wrong");
  });

  test.each(["x".repeat(43), "short", ""])("a made-up ticket (%j) is refused", async (ticket) => {
    const reply = await finish(ticket, { code: "123456" });
    expect(reply.status).toBe(ticket.length === 43 ? 401 : 400);
  });
});

describe("recovery codes", () => {
  test("each open the account once, in any spelling", async () => {
    const { username, recoveryCodes } = await memberWithTotp();
    const spelled = ` ${recoveryCodes[0]!.toLowerCase().replace("-", " ")} `;
    const first = await startLogin(app.server, username);
    expect((await finish(first.ticket, { recoveryCode: spelled }, first.browser)).status).toBe(200);
    const state = await first.browser.get("/api/me/second-factor");
    expect(state.body).toMatchObject({ recoveryCodesLeft: 9 });
    const again = await startLogin(app.server, username);
    expect((await finish(again.ticket, { recoveryCode: spelled })).body["code"]).toBe("second_factor_wrong");
  });

  test("new ones invalidate the old ones", async () => {
    const { browser, username, recoveryCodes } = await memberWithTotp();
    const renewed = await browser.post("/api/me/second-factor/recovery-codes", {});
    const fresh = renewed.body["recoveryCodes"] as unknown as string[];
    expect(fresh).toHaveLength(10);
    const { ticket } = await startLogin(app.server, username);
    expect((await finish(ticket, { recoveryCode: recoveryCodes[0] })).body["code"]).toBe("second_factor_wrong");
    expect((await finish(ticket, { recoveryCode: fresh[0] })).status).toBe(200);
  });

  test("are deleted with the last factor", async () => {
    const { browser, username, id } = await memberWithTotp();
    expect((await send("DELETE", "/api/me/second-factor/totp", browser.token!)).status).toBe(200);
    const { rows } = await sql`select from recovery_codes where user_id = ${id}`.execute(app.db);
    expect(rows).toEqual([]);
    expect((await startLogin(app.server, username)).reply.status).toBe(200);
  });
});

async function send(method: "DELETE" | "PUT" | "PATCH", url: string, token: string, payload?: object) {
  const reply = await app.server.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: reply.statusCode, body: reply.json() };
}

describe("a sensitive action", () => {
  const stale = (id: number) =>
    sql`update sessions set confirmed_at = clock_now() - interval '31 minutes' where user_id = ${id}`.execute(app.db);

  test("requires confirmation again after half an hour", async () => {
    const { browser, id } = await memberWithTotp();
    await stale(id);
    const closed = [
      await send("DELETE", "/api/me/second-factor/totp", browser.token!),
      await browser.post("/api/me/second-factor/recovery-codes", {}),
      await browser.post("/api/me/second-factor/passkeys/options", {}),
    ];
    expect(closed.map((reply) => reply.body["code"])).toEqual(Array(3).fill("confirmation_required"));
    const { browser: plain, id: plainId } = await register(app.server);
    await stale(plainId);
    expect((await plain.post("/api/me/second-factor/totp", {})).body["code"]).toBe("confirmation_required");
  });

  test("is confirmed by a code or a recovery code, and without two-factor by the password", async () => {
    const [{ browser, id, secret, recoveryCodes }, plain] = [await memberWithTotp(), await register(app.server)];
    for (const [who, whose, proof] of [
      [browser, id, { code: codeOf(secret) }],
      [browser, id, { recoveryCode: recoveryCodes[3] }],
      [plain.browser, plain.id, { password }],
    ] as const) {
      await stale(whose);
      expect((await who.post("/api/me/confirm", proof)).status).toBe(200);
      expect((await who.post("/api/me/second-factor/passkeys/options", {})).status).toBe(200);
    }
  });

  test("isn't confirmed by the password of an account with a second factor", async () => {
    const { browser, id } = await memberWithTotp();
    await stale(id);
    const { status, body } = await browser.post("/api/me/confirm", { password });
    expect([status, body["code"], body["message"]]).toEqual([
      403,
      "confirmation_required",
      "Use your two-factor method instead of your password",
    ]);
    expect((await browser.get("/api/me/second-factor")).body["confirmed"]).toBe(false);
  });

  test("stays refused after a wrong proof", async () => {
    const { browser, id, secret } = await memberWithTotp();
    await stale(id);
    const code = wrongCodeOf(secret);
    expect((await browser.post("/api/me/confirm", { code })).body["code"]).toBe("second_factor_wrong");
    expect((await browser.post("/api/me/second-factor/recovery-codes", {})).body["code"]).toBe("confirmation_required");
    const { browser: plain, id: plainId } = await register(app.server);
    await stale(plainId);
    const wrong = await plain.post("/api/me/confirm", { password: "Wrong-password1" });
    expect(wrong.body["code"]).toBe("wrong_password");
    expect((await plain.post("/api/me/second-factor/totp", {})).body["code"]).toBe("confirmation_required");
  });

  test("is confirmed for one session, not the person's others", async () => {
    const { browser, username, id, recoveryCodes } = await memberWithTotp();
    const other = await startLogin(app.server, username);
    await finish(other.ticket, { recoveryCode: recoveryCodes[0] }, other.browser);
    await stale(id);
    await browser.post("/api/me/confirm", { recoveryCode: recoveryCodes[1] });
    expect((await other.browser.post("/api/me/second-factor/recovery-codes", {})).body["code"]).toBe(
      "confirmation_required",
    );
  });
});
