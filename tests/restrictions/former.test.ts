import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createIdentityService, type IdentityService } from "#testing/identity-service.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { findParts, startMailServer } from "#testing/mail-server.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { createBrowser } from "#tests/accounts/browser.ts";
import { createRoom } from "#tests/chat/kit.ts";

// Who is kept out, deletes their account and comes back with the same email or the same identity is kept out again.

const reason = "House rules";
let service: IdentityService;
let server: Awaited<ReturnType<typeof startMailServer>>;
let site: Site;
let admin: Client;
let roomId: number;
beforeAll(async () => {
  [service, server] = [await createIdentityService(), await startMailServer()];
  site = await createSite({ settings: { SMTP_URL: server.hastyUrl, ...service.settings } });
  admin = await site.as("admin", "ada");
  roomId = await createRoom(site);
});
afterAll(async () => {
  await expectInvariants(site.db);
  await site.close();
  await server.close();
  await service.close();
});

interface Member {
  id: number;
  browser: ReturnType<typeof createBrowser>;
}

async function register(): Promise<Member> {
  const browser = createBrowser(site.app.server);
  const username = `back-${randomUUID().slice(0, 8)}`;
  const { body } = await browser.post("/api/auth/register", {
    username,
    displayName: "Back",
    password: "Carnival2026",
  });
  return { browser, id: Number(body["id"]) };
}

/** Confirms an email with the link that is sent there. */
async function confirm({ browser }: Member, email: string): Promise<void> {
  await browser.send("PUT", "/api/me/email", { email, password: "Carnival2026" });
  await site.app.runJob("mail");
  const mail = server.taken.findLast(({ to }) => to[0] === email)!;
  const text = findParts(mail, "text/plain")[0]!.content.toString();
  const [, token] = /confirm-email=([\w-]{22})(?![\w-])/.exec(text)!;
  expect((await browser.post("/api/me/email/confirm", { token })).status).toBe(200);
}

/** Signs in by an identity; undefined if that is refused. */
async function signIn(subject: string): Promise<{ code: unknown; member: Member }> {
  const browser = createBrowser(site.app.server);
  const { body } = await browser.post("/api/auth/firebase", { idToken: service.token({ claims: { sub: subject } }) });
  return { code: body["code"], member: { browser, id: Number(body["id"]) } };
}

const ban = ({ id: personId }: Member, seconds: number | null = null) =>
  admin.post(`/api/chat/rooms/${roomId}/bans`, { personId, seconds, isEverywhere: false, reason });
const mute = ({ id }: Member, seconds: number) =>
  admin.call(
    "POST",
    `/api/community/people/${id}/actions`,
    { kind: "mute", seconds, reason },
    { "idempotency-key": randomUUID() },
  );
const suspend = ({ id }: Member) => admin.post(`/api/admin/users/${id}/suspend`, { reason });
const remove = async ({ id }: Member) =>
  expect((await admin.post(`/api/admin/users/${id}/delete`, { reason })).status).toBe(200);
const activeOf = async ({ id }: Member) =>
  (await admin.get(`/api/admin/users/${id}/restrictions`)).body.items
    .filter(({ status }) => status === "active")
    .map(({ scope, endsAt, reason: why, madeBy }) => [scope, endsAt === null, why, madeBy]);
const storedOf = async ({ id }: Member) =>
  (await sql<any>`select * from former_restrictions where former_user_id = ${id}`.execute(site.db)).rows;

const carried = "A former account with the same email or sign-in was restricted";
const banned = ["chat", true, carried, "ada"];
const muted = ["community", false, carried, "ada"];

test("a ban and a mute hold for the account that confirms the same mailbox, and for no other one", async () => {
  const first = await register();
  await confirm(first, "marva@example.com");
  await ban(first);
  await mute(first, 7200);
  await remove(first);
  // Nothing that says who it was.
  const kept = JSON.stringify(await storedOf(first));
  expect(kept).not.toContain("marva");
  expect(kept).not.toContain(reason);
  const [other, again] = [await register(), await register()];
  await confirm(other, "other@example.com");
  await confirm(again, "marva+new@example.com");
  expect([await activeOf(other), await activeOf(again)]).toEqual([[], [muted, banned]]);
  expect(await storedOf(first)).toEqual([]);
});

test("they hold for who signs in by the same identity, and once lifted there they don't come back by another proof", async () => {
  const { member: first } = await signIn("jules");
  await sql`update users set email = 'jules@example.com' where id = ${first.id}`.execute(site.db);
  await ban(first);
  await remove(first);
  expect(await storedOf(first)).toHaveLength(2);
  const { member: again } = await signIn("jules");
  expect(again.id).not.toBe(first.id);
  expect(await activeOf(again)).toEqual([banned]);
  await admin.post(`/api/chat/rooms/${roomId}/unban`, { personId: again.id, isEverywhere: false, reason });
  const later = await register();
  await confirm(later, "jules@example.com");
  expect([await activeOf(again), await activeOf(later)]).toEqual([[], []]);
});

test("a ban isn't used up by the first account that proves one of several things", async () => {
  const { member: first } = await signIn("rico");
  await sql`update users set email = 'rico@example.com' where id = ${first.id}`.execute(site.db);
  await ban(first);
  await remove(first);
  const { member: thrownAway } = await signIn("rico");
  const later = await register();
  await confirm(later, "rico@example.com");
  expect([await activeOf(thrownAway), await activeOf(later)]).toEqual([[banned], [banned]]);
});

test("a suspension holds: the identity is refused, and confirming the email ends the sessions", async () => {
  const { member: first } = await signIn("kezia");
  await sql`update users set email = 'kezia@example.com' where id = ${first.id}`.execute(site.db);
  await suspend(first);
  await remove(first);
  for (let time = 0; time < 2; time++) expect((await signIn("kezia")).code).toBe("suspended");
  const again = await register();
  await confirm(again, "kezia@example.com");
  expect((await again.browser.get("/api/me")).status).toBe(401);
  expect(await activeOf(again)).toEqual([["account", true, carried, "ada"]]);
  await admin.post(`/api/admin/users/${again.id}/unsuspend`, { reason });
  expect(await activeOf(again)).toEqual([]);
});

test("what was lifted or ended isn't stored, and what ended since doesn't hold", async () => {
  const first = await register();
  await confirm(first, "lou@example.com");
  await ban(first, 600);
  await admin.post(`/api/chat/rooms/${roomId}/unban`, { personId: first.id, isEverywhere: false, reason });
  await mute(first, 3600);
  await remove(first);
  expect((await storedOf(first)).map(({ scope }) => scope)).toEqual(["community"]);
  await sql`update former_restrictions set starts_at = starts_at - interval '2 hours', ends_at = clock_now()`.execute(
    site.db,
  );
  const again = await register();
  await confirm(again, "lou@example.com");
  expect(await activeOf(again)).toEqual([]);
});

test("where the new account has a restriction of its own, the longer one holds", async () => {
  const first = await register();
  await confirm(first, "nia@example.com");
  await mute(first, 7200);
  await ban(first, 600);
  await remove(first);
  const again = await register();
  await mute(again, 3600);
  await ban(again);
  await confirm(again, "nia@example.com");
  expect((await activeOf(again)).toSorted()).toEqual([["chat", true, reason, "ada"], muted]);
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from ends_at - starts_at)::integer / 3600 as hours from restrictions
    where user_id = ${again.id} and scope = 'community' and lifted_at is null`.execute(site.db);
  expect(rows).toEqual([{ hours: 2 }]);
});
