import { randomInt } from "node:crypto";
import { RegisterForm } from "#contract/accounts/accounts.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { StartFailure } from "#server/platform/app-error.ts";
import { hashPassword } from "./passwords.ts";
import { normalizeUsername } from "./rules.ts";
import { findAdmin, findAdminPassword, insertAccount } from "./store.ts";

/** What an operator needs to sign in to a new site. */
interface AdminLogin {
  /** False when there was an admin already: nothing was changed. */
  created: boolean;
  username: string;
  /** In clear text, to be shown once; only when the account was just created. */
  password: string | undefined;
}

/**
 * Makes sure that the site has an admin: creates one when there is none, with the given or a generated password, and
 * the given address, if any. The address counts as confirmed, since the operator set it.
 *
 * Safe when several nodes start together: one creates it, the others find it.
 *
 * @throws StartFailure when the name belongs to an account that is not an admin
 */
export async function ensureAdmin(
  { db }: { db: Database },
  {
    username,
    password = generatePassword(),
    email,
  }: { username: string; password?: string | undefined; email?: string | undefined },
): Promise<AdminLogin> {
  const existing = await findAdmin(db);
  if (existing) return { created: false, username: existing.username, password: undefined };
  const passwordHash = await hashPassword(password);
  const added = await insertAccount(db, {
    username: normalizeUsername(username),
    displayName: "Admin",
    passwordHash,
    role: "admin",
    email,
  });
  if (added) return { created: true, username, password };
  const other = await findAdmin(db);
  if (other) return { created: false, username: other.username, password: undefined };
  throw new StartFailure(`The account "${username}" exists but isn't an admin. Set ADMIN_USERNAME to another name.`);
}

/**
 * Adds a moderator who signs in with the admin's password, for the demo's door: one password to share. Does nothing
 * when the name is taken or there is no admin.
 */
export async function addDoorStaff(
  db: Database,
  username: string,
  displayName: string,
): Promise<Principal | undefined> {
  const passwordHash = await findAdminPassword(db);
  if (passwordHash === undefined) return undefined;
  return insertAccount(db, { username, displayName, passwordHash, role: "moderator" });
}

// Without characters that people confuse.
const letters = "abcdefghjkmnpqrstuvwxyz23456789";

/** A password of about 80 bits that is easy to type from paper: `Kx7m-2qpt-94vd-hwre`. */
export function generatePassword(): string {
  for (;;) {
    const groups = Array.from({ length: 4 }, () =>
      Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join(""),
    );
    const password = groups.join("-").replace(/[a-z]/, (letter) => letter.toUpperCase());
    if (RegisterForm.shape.password.safeParse(password).success) return password;
  }
}
