import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findParts, startMailServer, type ReceivedMail } from "#testing/mail-server.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type Site } from "#testing/site.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import { createBrowser } from "./browser.ts";
import { createMember, password, signInAgain } from "./make-member.ts";

const newPassword = "JouvertMorning7";
let mails: Awaited<ReturnType<typeof startMailServer>>;
let site: Site;

beforeAll(async () => {
  mails = await startMailServer();
  site = await createSite({ settings: { SMTP_URL: mails.url, BASE_URL: "http://localhost:3999" } });
});
afterEach(() => void mails.taken.splice(0));
afterAll(async () => {
  await site.close();
  await mails.close();
});

const textOf = (mail: ReceivedMail) => findParts(mail, "text/plain")[0]!.content.toString("utf8");
const tokenIn = (text: string) => /[?&](?:token|confirm-email)=([\w-]{22})(?![\w-])/.exec(text)?.[1];

/** Asks for a link as a signed-out visitor, runs the jobs, and returns the mail that arrived. */
async function ask(identifier: string, headers: Record<string, string> = {}): Promise<ReceivedMail[]> {
  const before = mails.taken.length;
  const reply = await createBrowser(site.app.server).post("/api/auth/password-reset", { identifier }, headers);
  expect([reply.status, reply.body]).toEqual([202, { ok: true }]);
  await site.app.runJob("account-recovery");
  await site.app.runJob("mail");
  // Security alerts about changes by earlier tests may arrive too.
  return mails.taken.slice(before).filter((mail) => tokenIn(textOf(mail)) !== undefined);
}

async function askForToken(identifier: string): Promise<string> {
  const [mail] = await ask(identifier);
  return tokenIn(textOf(mail!))!;
}

const complete = (token: string, secret = newPassword, of = site) =>
  createBrowser(of.app.server).post("/api/auth/password-reset/complete", { token, password: secret });

test("by username or by email, in any letter case, the link goes to the confirmed address", async () => {
  await createMember(site, "marva", "marva@example.com");
  for (const identifier of ["marva", "MARVA", " Marva@Example.COM "]) {
    const [mail, ...others] = await ask(identifier);
    expect(others).toEqual([]);
    expect(mail!.to).toEqual(["marva@example.com"]);
    expect(textOf(mail!)).toMatch(/http:\/\/localhost:3999\/password-reset\?token=[\w-]{22}\s/);
    expect(textOf(mail!)).toContain("account marva");
  }
});

test("the link sets the password once, ends every session and invalidates the old password", async () => {
  const { browser } = await createMember(site, "desmond", "desmond@example.com");
  const elsewhere = await signInAgain(site, "desmond");
  const token = await askForToken("desmond");
  expect((await complete(token)).status).toBe(200);
  expect((await browser.get("/api/me")).status).toBe(401);
  expect((await elsewhere.browser.get("/api/me")).status).toBe(401);
  expect((await signInAgain(site, "desmond")).status).toBe(401);
  expect((await signInAgain(site, "desmond", newPassword)).status).toBe(200);
  const again = await complete(token, "AnotherOne55");
  expect([again.status, again.body["code"]]).toEqual([410, "link_over"]);
  expect((await signInAgain(site, "desmond", newPassword)).status).toBe(200);
  await site.app.runJob("mail");
  expect(textOf(mails.taken.at(-1)!)).toContain("Your password was changed");
});

test("reading the page or checking the link five times doesn't use it up", async () => {
  await createMember(site, "prefetched", "prefetched@example.com");
  const token = await askForToken("prefetched");
  const before = await readSnapshot(site.db);
  for (let count = 0; count < 5; count++) {
    const check = await createBrowser(site.app.server).post("/api/auth/password-reset/check", { token });
    expect([check.status, check.body["username"]]).toEqual([200, "prefetched"]);
    await site.anon.get(`/password-reset?token=${token}`);
    await site.anon.get(`/api/auth/password-reset/complete?token=${token}`);
  }
  expect(await readSnapshot(site.db)).toEqual(before);
  expect((await complete(token)).status).toBe(200);
});

test("if one link is used fifty times at the same moment, exactly one use succeeds", async () => {
  await createMember(site, "rushed", "rushed@example.com");
  const token = await askForToken("rushed");
  const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => complete(token, `Password${index}X`)));
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200, 410]));
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  const winner = replies.findIndex((reply) => reply.status === 200);
  expect((await signInAgain(site, "rushed", `Password${winner}X`)).status).toBe(200);
});

test("the link uses the configured address, whatever host a request names", async () => {
  await createMember(site, "hosted", "hosted@example.com");
  for (const headers of [
    { host: "evil.example" },
    { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    { host: "evil.example:80", forwarded: "host=evil.example", origin: "http://localhost:3999" },
  ]) {
    const [mail] = await ask("hosted", headers as unknown as Record<string, string>);
    expect(mail!.raw).not.toContain("evil.example");
    expect(textOf(mail!)).toContain("http://localhost:3999/password-reset?token=");
  }
});

test("nobody learns whether an account exists: same answer, same rows, no mail", async () => {
  await createMember(site, "no-address");
  const { id } = await createMember(site, "suspended", "suspended@example.com");
  await sql`update users set suspended_at = clock_now() where id = ${id}`.execute(site.db);
  await createMember(site, "waiting");
  await sql`update users set pending_email = 'pending@example.com' where username = 'waiting'`.execute(site.db);
  for (const identifier of ["nobody-at-all", "nobody@example.com", "no-address", "suspended", "pending@example.com"]) {
    expect(await ask(identifier)).toEqual([]);
  }
  const { rows } = await sql`select identifier from recovery_requests`.execute(site.db);
  expect(rows).toEqual([]);
});

test("the request runs the same statements whether or not the account exists", async () => {
  const statements: string[] = [];
  const watched = await createSite({
    watchSql: (text) => void statements.push(text),
  });
  const browser = createBrowser(watched.app.server);
  await createMember(watched, "present", "present@example.com");
  const of = async (identifier: string) => {
    statements.length = 0;
    await browser.post("/api/auth/password-reset", { identifier });
    return [...statements];
  };
  await of("warm-up");
  expect(await of("present")).toEqual(await of("absent-one"));
  await watched.close();
});

test("the secret is nowhere in the database, before or after the mail is sent", async () => {
  await createMember(site, "discreet", "discreet@example.com");
  const token = await askForToken("discreet");
  const { rows } = await sql<{ text: string }>`
    select e::text as text from emails e union all select l::text from account_links l`.execute(site.db);
  const all = rows.map((row) => row.text).join("\n");
  expect(all).toContain("/password-reset?token=(secret)");
  expect(all).not.toContain(token);
});

test("a link expires after half an hour", async () => {
  await createMember(site, "slow", "slow@example.com");
  const token = await askForToken("slow");
  const later = async (clockOffset: string) => {
    const node = await createSite({ database: site.database, clockOffset });
    const reply = await createBrowser(node.app.server).post("/api/auth/password-reset/check", { token });
    await node.close();
    return reply.status;
  };
  expect(await later("29 minutes")).toBe(200);
  expect(await later("31 minutes")).toBe(410);
});

test("a mail isn't sent if its link was used before", async () => {
  await createMember(site, "overtaken", "overtaken@example.com");
  const token = await askForToken("overtaken");
  await createBrowser(site.app.server).post("/api/auth/password-reset", { identifier: "overtaken" });
  await site.app.runJob("account-recovery");
  await complete(token);
  const before = mails.taken.length;
  await site.app.runJob("mail");
  expect(mails.taken.slice(before).map((mail) => mail.headers["subject"])).toEqual(["Your password was changed"]);
});

test("a new password follows the registration form's rules and messages", async () => {
  await createMember(site, "careless", "careless@example.com");
  const token = await askForToken("careless");
  for (const [secret, message] of [
    ["Short1", "Password must be at least 8 characters"],
    ["alllower1", "Password must contain at least one uppercase letter"],
    ["NoDigitsHere", "Password must contain at least one number"],
  ] as const) {
    const reply = await complete(token, secret);
    expect([reply.status, reply.body["message"]]).toEqual([400, message]);
  }
  expect((await complete(token)).status).toBe(200);
});

test("a reset drops a pending email change and its link", async () => {
  const { browser } = await createMember(site, "hijacked", "hijacked@example.com");
  await browser.send("PUT", "/api/me/email", { email: "attacker@example.com", password });
  await site.app.runJob("mail");
  const confirmation = tokenIn(textOf(mails.taken.at(-1)!))!;
  expect((await complete(await askForToken("hijacked"))).status).toBe(200);
  const { browser: owner } = await signInAgain(site, "hijacked", newPassword);
  expect((await owner.get("/api/me/profile")).body["pendingEmail"]).toBeNull();
  expect((await owner.post("/api/me/email/confirm", { token: confirmation })).status).toBe(410);
});

test("an account gets at most three mails an hour, an IP address twenty requests per quarter hour", async () => {
  const strict = await createSite({ settings: { SMTP_URL: mails.url, RATE_LIMITS: "on" } });
  await createMember(strict, "spammed", "spammed@example.com");
  const request = (address: string, identifier: string) =>
    createBrowser(strict.app.server, { address }).post("/api/auth/password-reset", { identifier });
  for (let count = 0; count < 6; count++) expect((await request(`10.0.0.${count}`, "spammed")).status).toBe(202);
  await strict.app.runJob("account-recovery");
  await strict.app.runJob("mail");
  expect(mails.taken).toHaveLength(3);
  const replies = [];
  for (let count = 0; count < 22; count++) replies.push(await request("10.9.9.9", `nobody-${count}`));
  expect(replies.map((reply) => reply.status)).toEqual([...Array<number>(20).fill(202), 429, 429]);
  expect(replies.at(-1)!.body["code"]).toBe("proof_required");
  await strict.close();
});

test("staff can give a link to a person without an email address, and to nobody else", async () => {
  const { browser: admin } = await createMember(site, "the-admin", null, "admin");
  const { id, browser } = await createMember(site, "phoneless");
  const made = await admin.post(`/api/admin/users/${id}/reset-link`);
  expect(made.status).toBe(201);
  expect(made.body["link"]).toMatch(/^http:\/\/localhost:3999\/password-reset\?token=[\w-]{22}$/);
  const second = await admin.post(`/api/admin/users/${id}/reset-link`);
  expect((await complete(tokenIn(String(made.body["link"]))!)).status).toBe(410);
  expect((await complete(tokenIn(String(second.body["link"]))!)).status).toBe(200);
  expect((await browser.get("/api/me")).status).toBe(401);

  const { id: reachable } = await createMember(site, "reachable", "reachable@example.com");
  const guest = await site.as("guest");
  const refused = [];
  for (const other of [reachable, guest.id, 999_999]) {
    refused.push((await admin.post(`/api/admin/users/${other}/reset-link`)).body["code"]);
  }
  expect(refused).toEqual(["email_on_file", "not_found", "not_found"]);
});

test("without the guard in its statement, one link sets many passwords", async () => {
  const broken = await createSite({
    rewriteSql: sabotage([
      // Two requests find the link valid before either uses it up.
      "and used_at is null ",
      "and (select meet(2)) > 0 ",
      { in: "update account_links set used_at" },
    ]),
  });
  const { id } = await createMember(broken, "unguarded");
  const { browser: admin } = await createMember(broken, "broken-admin", null, "admin");
  const made = await admin.post(`/api/admin/users/${id}/reset-link`);
  const token = tokenIn(String(made.body["link"]))!;
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => complete(token, `Password${index}X`, broken)),
  );
  await broken.close();
  expect(replies.filter((reply) => reply.status === 200).length).toBeGreaterThan(1);
});
