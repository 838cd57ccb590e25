import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createAuthenticator, type AnswerFaults } from "#testing/authenticator.ts";
import { findParts, startMailServer, type ReceivedMail } from "#testing/mail-server.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type Site } from "#testing/site.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import { createBrowser } from "./browser.ts";
import { createMember, password } from "./make-member.ts";
import { addPasskey, codeOf, setUpTotp } from "./second-factor-kit.ts";

const baseUrl = "http://localhost:3998";
let mails: Awaited<ReturnType<typeof startMailServer>>;
let site: Site;

beforeAll(async () => {
  mails = await startMailServer();
  site = await createSite({ settings: { SMTP_URL: mails.url, BASE_URL: baseUrl } });
});
afterEach(() => void mails.taken.splice(0));
afterAll(async () => {
  await site.close();
  await mails.close();
});

const textOf = (mail: ReceivedMail) => findParts(mail, "text/plain")[0]!.content.toString("utf8");
const tokensOf = (sent: ReceivedMail[]) =>
  sent.flatMap((mail) => /\/password-reset\?sign-in=([\w-]{22})(?![\w-])/.exec(textOf(mail))?.[1] ?? []);
const deliver = async (of: Site) => {
  await of.app.runJob("account-recovery");
  await of.app.runJob("mail");
};

/** Asks for a sign-in link as a stranger and returns the secrets that arrived. */
async function ask(identifier: string, { of = site, address = "127.0.0.1" } = {}): Promise<string[]> {
  const before = mails.taken.length;
  const browser = createBrowser(of.app.server, { address });
  expect((await browser.post("/api/auth/sign-in-link", { identifier })).status).toBe(202);
  await deliver(of);
  return tokensOf(mails.taken.slice(before));
}

const follow = (token: string, browser = createBrowser(site.app.server)) =>
  browser.post("/api/auth/sign-in-link/use", { token });

const whoIs = async (browser: ReturnType<typeof createBrowser>) => (await browser.get("/api/me")).body["username"];

describe("a sign-in link", () => {
  test("goes to the confirmed address, by username or email, and opens a session once", async () => {
    await createMember(site, "marva", "marva@example.com");
    for (const identifier of ["MARVA", " Marva@Example.COM "]) {
      const [token, ...others] = await ask(identifier);
      expect(others).toEqual([]);
      expect(mails.taken.at(-1)!.to).toEqual(["marva@example.com"]);
      const browser = createBrowser(site.app.server);
      const reply = await follow(token!, browser);
      expect([reply.status, reply.body["username"], await whoIs(browser)]).toEqual([200, "marva", "marva"]);
      expect((await follow(token!)).body["code"]).toBe("link_over");
    }
    // The password still works.
    const login = await createBrowser(site.app.server).post("/api/auth/login", { username: "marva", password });
    expect(login.status).toBe(200);
  });

  test("is nowhere in the database, and looking at it changes nothing", async () => {
    await createMember(site, "discreet", "discreet@example.com");
    const [token] = await ask("discreet");
    const { rows } = await sql<{ text: string }>`
      select e::text as text from emails e union all select l::text from account_links l`.execute(site.db);
    const stored = rows.map(({ text }) => text).join("\n");
    expect(stored).toContain("/password-reset?sign-in=(secret)");
    expect(stored).not.toContain(token);
    const before = await readSnapshot(site.db);
    const check = await createBrowser(site.app.server).post("/api/auth/sign-in-link/check", { token });
    expect([check.status, check.body["username"]]).toEqual([200, "discreet"]);
    await site.anon.get(`/password-reset?sign-in=${token}`);
    expect(await readSnapshot(site.db)).toEqual(before);
  });

  test("that is used fifty times at the same moment opens one session", async () => {
    const { id } = await createMember(site, "rushed", "rushed@example.com");
    await sql`delete from sessions where user_id = ${id}`.execute(site.db);
    const [token] = await ask("rushed");
    const replies = await Promise.all(Array.from({ length: 50 }, () => follow(token!)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body["code"] === "link_over")).toHaveLength(49);
    const { rows } = await sql`select from sessions where user_id = ${id}`.execute(site.db);
    expect(rows).toHaveLength(1);
  });

  test("negative control: without the guard in its statement one link opens many sessions", async () => {
    const broken = await createSite({
      settings: { SMTP_URL: mails.url },
      rewriteSql: sabotage([
        "and used_at is null ",
        "and (select meet(2)) > 0 ",
        { in: "update account_links set used_at" },
      ]),
    });
    await createMember(broken, "unguarded", "unguarded@example.com");
    const [token] = await ask("unguarded", { of: broken });
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => follow(token!, createBrowser(broken.app.server))),
    );
    await broken.close();
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(1);
  });

  test("expires after half an hour", async () => {
    await createMember(site, "slow", "slow@example.com");
    const [token] = await ask("slow");
    const later = await createSite({ database: site.database, clockOffset: "31 minutes" });
    expect((await follow(token!, createBrowser(later.app.server))).body["code"]).toBe("link_over");
    await later.close();
    expect((await follow(token!)).status).toBe(200);
  });

  test("asks an account with a second factor for it", async () => {
    const { browser, id } = await createMember(site, "careful", "careful@example.com");
    const { secret } = await setUpTotp(browser);
    const [token] = await ask("careful");
    const phone = createBrowser(site.app.server);
    const first = await follow(token!, phone);
    expect([first.status, first.body["code"], phone.cookies.size]).toEqual([401, "second_factor_required", 0]);
    // The link was the first step: it is used up.
    expect((await follow(token!)).body["code"]).toBe("link_over");
    const finished = await phone.post("/api/auth/second-factor", {
      ticket: first.body["ticket"],
      code: codeOf(secret, 30),
    });
    expect([finished.status, finished.body["id"]]).toEqual([200, id]);
  });

  test("opens nothing once the account is suspended or deleted", async () => {
    const { id } = await createMember(site, "out-of-favor", "out@example.com");
    const [token] = await ask("out-of-favor");
    await sql`update users set suspended_at = clock_now(), suspended_reason = 'Spam' where id = ${id}`.execute(site.db);
    const browser = createBrowser(site.app.server);
    expect([(await follow(token!, browser)).body["message"], browser.cookies.size]).toEqual([
      "This account is suspended: Spam",
      0,
    ]);
    const leaver = await createMember(site, "leaver", "leaver@example.com");
    const [last] = await ask("leaver");
    expect((await leaver.browser.post("/api/me/deletion", { password })).status).toBe(200);
    expect([(await follow(last!, browser)).body["code"], browser.cookies.size]).toEqual(["link_over", 0]);
  });

  test("no longer works once the password was changed or reset, and is no reset link, nor the other way around", async () => {
    const { browser } = await createMember(site, "changed", "changed@example.com");
    const [token] = await ask("changed");
    const server = createBrowser(site.app.server);
    const asReset = await server.post("/api/auth/password-reset/complete", { token, password: "JouvertMorning7" });
    expect(asReset.body["code"]).toBe("link_over");
    await server.post("/api/auth/password-reset", { identifier: "changed" });
    await deliver(site);
    const reset = /\?token=([\w-]{22})/.exec(textOf(mails.taken.at(-1)!))![1]!;
    expect((await follow(reset)).body["code"]).toBe("link_over");
    await browser.post("/api/me/password", { currentPassword: password, password: "JouvertMorning7" });
    expect((await follow(token!)).body["code"]).toBe("link_over");
  });

  test("nobody learns whether an account exists: the same answer, no rows, no mail", async () => {
    await createMember(site, "no-address");
    const { id } = await createMember(site, "banned", "banned@example.com");
    await sql`update users set suspended_at = clock_now() where id = ${id}`.execute(site.db);
    for (const identifier of ["nobody-at-all", "nobody@example.com", "no-address", "banned"]) {
      expect(await ask(identifier)).toEqual([]);
    }
    const { rows } = await sql`select from recovery_requests`.execute(site.db);
    expect(rows).toEqual([]);
  });

  test("someone else's requests send three emails an hour, and never keep the owner from getting a link", async () => {
    const strict = await createSite({ settings: { SMTP_URL: mails.url, RATE_LIMITS: "on", BASE_URL: baseUrl } });
    await createMember(strict, "pestered", "pestered@example.com");
    const sent = [];
    for (let count = 0; count < 6; count++)
      sent.push(...(await ask("pestered", { of: strict, address: `10.0.0.${count}` })));
    expect(sent).toHaveLength(3);
    const later = await createSite({
      database: strict.database,
      clockOffset: "31 minutes",
      settings: { SMTP_URL: mails.url, RATE_LIMITS: "on", BASE_URL: baseUrl },
    });
    const [token, ...more] = await ask("pestered", { of: later, address: "10.0.1.1" });
    expect([more, (await follow(token!, createBrowser(later.app.server))).status]).toEqual([[], 200]);
    await later.close();
    await strict.close();
  });
});

async function memberWithPasskey(username: string) {
  const member = await createMember(site, username);
  const device = createAuthenticator(baseUrl);
  expect((await addPasskey(member.browser, device)).status).toBe(201);
  return { ...member, device };
}

type Options = { challenge: string; allowCredentials?: unknown };

const challenge = async (of = site) =>
  (await createBrowser(of.app.server).post("/api/auth/passkey/challenge", {})).body as unknown as Options;
const answer = (assertion: object, browser = createBrowser(site.app.server)) =>
  browser.post("/api/auth/passkey", { assertion });

describe("a passkey alone", () => {
  test("signs in as both factors, and its challenge names no account", async () => {
    const { device, id } = await memberWithPasskey("key-holder");
    const options = await challenge();
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required", allowCredentials: [] });
    const browser = createBrowser(site.app.server);
    const reply = await answer(device.assert(options), browser);
    expect([reply.status, reply.body["id"], await whoIs(browser)]).toEqual([200, id, "key-holder"]);
    // It counts as a recent confirmation by a second factor.
    expect((await browser.post("/api/me/second-factor/recovery-codes", {})).status).toBe(200);
  });

  const faults: Record<string, AnswerFaults> = {
    "from another origin": { origin: "http://localhost:4000" },
    "for another domain": { rpId: "evil.example" },
    "without verification of the user": { userVerified: false },
    "without a user present": { userPresent: false },
    "for creation": { type: "webauthn.create" },
    "by a wrong key": { foreignKey: true },
  };
  test.each(Object.entries(faults))("with a signature %s is refused", async (name, fault) => {
    const { device } = await memberWithPasskey(name.replaceAll(" ", "-"));
    const browser = createBrowser(site.app.server);
    const reply = await answer(device.assert(await challenge(), fault), browser);
    expect([reply.status, reply.body["code"], browser.cookies.size]).toEqual([401, "passkey_refused", 0]);
  });

  test("of no account is refused", async () => {
    const reply = await answer(createAuthenticator(baseUrl).assert(await challenge()));
    expect(reply.body["code"]).toBe("passkey_refused");
  });

  test("answers a challenge of its own, once and within five minutes", async () => {
    const { device, browser, name } = await memberWithPasskey("replayed");
    const options = await challenge();
    const first = device.assert(options);
    expect((await answer(first)).status).toBe(200);
    const foreign = [
      // Used, made up, for a confirmation, for a second step.
      first,
      device.assert({ challenge: Buffer.alloc(32, 7).toString("base64url") }),
      device.assert((await browser.post("/api/me/confirm/challenge", {})).body as unknown as Options),
    ];
    const { body } = await createBrowser(site.app.server).post("/api/auth/login", { username: name, password });
    const second = await createBrowser(site.app.server).post("/api/auth/second-factor/challenge", {
      ticket: body["ticket"],
    });
    foreign.push(device.assert(second.body as unknown as Options));
    for (const assertion of foreign) expect((await answer(assertion)).body["code"]).toBe("sign_in_expired");
    const late = await challenge();
    await sql`update webauthn_challenges set expires_at = clock_now()`.execute(site.db);
    expect((await answer(device.assert(late))).body["code"]).toBe("sign_in_expired");
  });

  test("that answers fifty times at once opens one session", async () => {
    const { device, id } = await memberWithPasskey("hurried");
    await sql`delete from sessions where user_id = ${id}`.execute(site.db);
    const assertion = device.assert(await challenge());
    const replies = await Promise.all(Array.from({ length: 50 }, () => answer(assertion)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await sql`select from sessions where user_id = ${id}`.execute(site.db);
    expect(rows).toHaveLength(1);
  });

  test("of a suspended account is refused with the reason, and of a removed passkey too", async () => {
    const { device, id } = await memberWithPasskey("kept-out");
    await sql`update users set suspended_at = clock_now(), suspended_reason = 'Spam' where id = ${id}`.execute(site.db);
    const reply = await answer(device.assert(await challenge()));
    expect([reply.status, reply.body["message"]]).toEqual([403, "This account is suspended: Spam"]);
    await sql`delete from passkeys where user_id = ${id}`.execute(site.db);
    expect((await answer(device.assert(await challenge()))).body["code"]).toBe("passkey_refused");
  });
});

test("while a thousand networks guess, few passwords are checked, and the owner signs in on a new device by both ways", async () => {
  const strict = await createSite({ settings: { SMTP_URL: mails.url, RATE_LIMITS: "on", BASE_URL: baseUrl } });
  const { browser, name } = await createMember(strict, "besieged", "besieged@example.com");
  const device = createAuthenticator(baseUrl);
  await addPasskey(browser, device);
  const from = (address: string) => createBrowser(strict.app.server, { address });
  const guesses = await Promise.all(
    Array.from({ length: 1000 }, (_, index) =>
      from(`10.${index % 250}.${Math.floor(index / 250)}.1`).post("/api/auth/login", {
        username: name,
        password: "Wrong-password1",
      }),
    ),
  );
  const judged = guesses.filter(({ status }) => status === 401).length;
  expect(judged).toBeGreaterThan(0);
  expect(judged).toBeLessThanOrEqual(100);
  // Their own password is not enough here.
  expect((await from("172.16.0.1").post("/api/auth/login", { username: name, password })).status).toBe(429);
  const byPasskey = from("172.16.0.2");
  expect((await answer(device.assert(await challenge(strict)), byPasskey)).status).toBe(200);
  const [token] = await ask(name, { of: strict, address: "172.16.0.3" });
  const byLink = from("172.16.0.3");
  const step = await follow(token!, byLink);
  const options = await byLink.post("/api/auth/second-factor/challenge", { ticket: step.body["ticket"] });
  const finished = await byLink.post("/api/auth/second-factor", {
    ticket: step.body["ticket"],
    assertion: device.assert(options.body as unknown as Options),
  });
  expect([finished.status, await whoIs(byLink)]).toEqual([200, name]);
  // From now on this device is known.
  await byLink.post("/api/auth/logout");
  expect((await byLink.post("/api/auth/login", { username: name, password })).body["code"]).toBe(
    "second_factor_required",
  );
  await strict.close();
});
