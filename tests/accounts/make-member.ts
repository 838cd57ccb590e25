import { sql } from "kysely";
import { hashPassword } from "#server/modules/accounts/passwords.ts";
import type { Site } from "#testing/site.ts";
import { createBrowser } from "./browser.ts";

export const password = "Carnival2026";
let hash: string | undefined;

/** A member with a password, signed in with their own browser, and with an email address if given. */
export async function createMember(site: Site, name: string, email: string | null = null, role = "user") {
  hash ??= await hashPassword(password);
  await sql`
    insert into users (username, display_name, role, password_hash, password_changed_at, email)
    values (${name}, ${`${name} of Brooklyn`}, ${role}, ${hash}, clock_now(), ${email})`.execute(site.db);
  const browser = createBrowser(site.app.server);
  const { body } = await browser.post("/api/auth/login", { username: name, password });
  return { browser, id: Number(body["id"]), name };
}

/** Signs in to an account from another browser. */
export async function signInAgain(site: Site, username: string, secret = password) {
  const browser = createBrowser(site.app.server);
  const reply = await browser.post("/api/auth/login", { username, password: secret });
  return { browser, status: reply.status };
}
