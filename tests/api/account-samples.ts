import { sql } from "kysely";
import { hashPassword } from "#server/modules/accounts/passwords.ts";
import { writeLink } from "#server/modules/accounts/recovery/service.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Client, Site } from "#testing/site.ts";
import type { Sample } from "./scene.ts";

const password = "Carnival2026";
const pendingEmail = "owner@example.com";
/** One white pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==",
  "base64",
);

/** People with passwords, and the links and sessions that account calls use. */
export async function prepareAccounts(site: Site) {
  const people = { owner: await site.as("user"), leaver: await site.as("user"), forgetful: await site.as("user") };
  const hash = await hashPassword(password);
  for (const { id } of Object.values(people)) {
    await sql`update users set password_hash = ${hash} where id = ${id}`.execute(site.db);
    await sql`update sessions set confirmed_at = clock_now() where user_id = ${id}`.execute(site.db);
  }
  const { owner, leaver, forgetful } = people;
  await sql`update users set pending_email = ${pendingEmail} where id = ${owner.id}`.execute(site.db);
  const otherSession = Buffer.alloc(32, 7);
  await sql`
    insert into sessions (token_hash, user_id, expires_at)
    values (${otherSession}, ${owner.id}, clock_now() + interval '1 day')`.execute(site.db);
  const links = await inTransaction(site.db, async (tx) => ({
    reset: await writeLink(site.app.deps, tx, { userId: forgetful.id, purpose: "reset" }),
    signIn: await writeLink(site.app.deps, tx, { userId: leaver.id, purpose: "sign_in" }),
    confirm: await writeLink(site.app.deps, tx, { userId: owner.id, purpose: "confirm_email", email: pendingEmail }),
  }));
  return {
    people,
    sessionId: otherSession.toString("hex").slice(0, 32),
    resetToken: links.reset.token,
    confirmToken: links.confirm.token,
    signInToken: links.signIn.token,
  };
}

type Prepared = Awaited<ReturnType<typeof prepareAccounts>>;

/** One valid call of every endpoint for a person's own account, in an order in which all succeed. */
export function accountSamples(accounts: Prepared, anon: Client, admin: Client): Record<string, Sample> {
  const { people, sessionId, resetToken, confirmToken, signInToken } = accounts;
  const { owner, leaver, forgetful } = people;
  const at = (as: Client, url: string, more: object = {}) => ({ as, url, ...more });
  const reset = "/api/auth/password-reset";
  const signIn = "/api/auth/sign-in-link";
  return {
    [`POST ${signIn}`]: at(anon, signIn, { body: { identifier: "ada@example.com" } }),
    [`POST ${signIn}/check`]: at(anon, `${signIn}/check`, { body: { token: signInToken } }),
    [`POST ${signIn}/use`]: at(anon, `${signIn}/use`, { body: { token: signInToken } }),
    [`POST ${reset}`]: at(anon, reset, { body: { identifier: "ada@example.com" } }),
    [`POST ${reset}/check`]: at(anon, `${reset}/check`, { body: { token: resetToken } }),
    [`POST ${reset}/complete`]: at(anon, `${reset}/complete`, { body: { token: resetToken, password } }),
    "POST /api/admin/users/{id}/reset-link": at(admin, `/api/admin/users/${forgetful.id}/reset-link`, {
      body: {},
      optional: [""],
    }),
    "GET /api/me/profile": at(owner, "/api/me/profile"),
    "PATCH /api/me/profile": at(owner, "/api/me/profile", { body: { displayName: "Auntie Merle" } }),
    "POST /api/me/avatar": at(owner, "/api/me/avatar", { body: picture, headers: { "content-type": "image/png" } }),
    "DELETE /api/me/avatar": at(owner, "/api/me/avatar"),
    "GET /api/me/sessions": at(owner, "/api/me/sessions"),
    "DELETE /api/me/sessions/{id}": at(owner, `/api/me/sessions/${sessionId}`),
    "DELETE /api/me/sessions": at(owner, "/api/me/sessions"),
    "POST /api/me/email/confirm": at(owner, "/api/me/email/confirm", { body: { token: confirmToken } }),
    "PUT /api/me/email": at(owner, "/api/me/email", {
      body: { email: "next@example.com", password },
      optional: ["password"],
    }),
    "DELETE /api/me/email/pending": at(owner, "/api/me/email/pending"),
    "GET /api/me/export": at(owner, "/api/me/export"),
    "GET /api/me/deletion": at(owner, "/api/me/deletion"),
    "POST /api/me/password": at(owner, "/api/me/password", {
      body: { currentPassword: password, password: "NewCarnival27" },
    }),
    "POST /api/me/deletion": at(leaver, "/api/me/deletion", {
      body: { password, giveUpTickets: true },
      optional: ["password", "giveUpTickets"],
    }),
  };
}

/** Who may call these. */
export const accountAccess = {
  "POST /api/auth/sign-in-link": "public",
  "POST /api/auth/sign-in-link/check": "public",
  "POST /api/auth/sign-in-link/use": "public",
  "POST /api/auth/password-reset": "public",
  "POST /api/auth/password-reset/check": "public",
  "POST /api/auth/password-reset/complete": "public",
  "POST /api/admin/users/{id}/reset-link": "admin",
  "GET /api/me/profile": "guest",
  "PATCH /api/me/profile": "member",
  "POST /api/me/avatar": "member",
  "DELETE /api/me/avatar": "member",
  "PUT /api/me/email": "member",
  "POST /api/me/email/confirm": "member",
  "DELETE /api/me/email/pending": "member",
  "POST /api/me/password": "member",
  "GET /api/me/sessions": "guest",
  "DELETE /api/me/sessions/{id}": "guest",
  "DELETE /api/me/sessions": "guest",
  "GET /api/me/export": "guest",
  "GET /api/me/deletion": "guest",
  "POST /api/me/deletion": "guest",
} as const;

/** Invalid session IDs. */
export const badSessionIds = ["1", "null", "0".repeat(31), "0".repeat(33), "g".repeat(32), "%00", "A".repeat(32)];

/** Calls whose second reply differs from the first. With a body that none accepts, all replies are the same. */
export function unrepeatable(samples: Record<string, Sample>): Record<string, Sample> {
  const keys = [
    "POST /api/auth/password-reset/complete",
    "POST /api/auth/sign-in-link/use",
    "POST /api/me/avatar",
    "PUT /api/me/email",
    "POST /api/me/password",
    "POST /api/me/deletion",
  ];
  return Object.fromEntries(keys.map((key) => [key, { ...samples[key]!, body: { nonsense: 1 }, headers: {} }]));
}
