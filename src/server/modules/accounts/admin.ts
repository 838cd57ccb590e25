import { randomInt } from "node:crypto";
import { RegisterForm } from "#contract/accounts.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { StartFailure } from "#server/platform/postgres/start-failure.ts";
import { hashPassword } from "./passwords.ts";
import { findAdmin, findAdminPassword, insertAccount } from "./store.ts";

export interface AdminLogin {
  /** False when there was an administrator already: nothing was changed. */
  created: boolean;
  username: string;
  /** In clear, to be told once; only when it was created now. */
  password: string | undefined;
}

/**
 * Sees to it that the site has an administrator: makes one when there is none, with the password given or a generated one,
 * and the address where one is given. Whoever starts the site vouches for that: it is confirmed.
 *
 * Safe when several nodes start together: one makes it, the others find it.
 *
 * @throws StartFailure when the name belongs to somebody who is no administrator
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
  const added = await insertAccount(db, { username, displayName: "The House", passwordHash, role: "admin", email });
  if (added) return { created: true, username, password };
  const other = await findAdmin(db);
  if (other) return { created: false, username: other.username, password: undefined };
  throw new StartFailure(
    `The account "${username}" exists and is no administrator: set ADMIN_USERNAME to another name.`,
  );
}

/**
 * Adds a moderator who signs in with the administrator's password, for the demo's door: one password to tell. Nothing
 * happens when the name is taken or there is no administrator.
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

// Without the characters that people misread to each other.
const letters = "abcdefghjkmnpqrstuvwxyz23456789";

/** A password of about 80 bits that can be typed from paper: `Kx7m-2qpt-94vd-hwre`. */
export function generatePassword(): string {
  for (;;) {
    const groups = Array.from({ length: 4 }, () =>
      Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join(""),
    );
    const password = groups.join("-").replace(/[a-z]/, (letter) => letter.toUpperCase());
    if (RegisterForm.shape.password.safeParse(password).success) return password;
  }
}
