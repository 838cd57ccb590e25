import type { Role } from "#contract/accounts.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { FailedLogins } from "./failed-logins.ts";
import { verifyPassword } from "./passwords.ts";
import { findOwnPassword } from "./profile/store.ts";
import { isGuest } from "./rules.ts";
import { requireConfirmed } from "./second-factor/confirm.ts";

/** Who is asked for their password again, and what judges the answer. */
export interface PasswordQuestion {
  db: Database;
  failedLogins: FailedLogins;
  userId: number;
  address: string;
}

/**
 * Asks a signed-in person for their password once more, because a session alone may be somebody else's by now. Wrong
 * answers count like failed logins. Guests, and people who sign in by another service only, have none to ask for.
 *
 * @returns the stored hash, by which the change that follows is guarded; null where there is none
 * @throws AppError `wrong_password` | `too_many_requests` | `unavailable`
 */
export async function requireOwnPassword(
  { db, failedLogins, userId, address }: PasswordQuestion,
  password: string | undefined,
): Promise<string | null> {
  const passwordHash = await findOwnPassword(db, userId);
  if (passwordHash === null) return null;
  if (password === undefined) throw wrongPassword();
  const attempt = { address, userId, knownDevice: false };
  const isRight = await failedLogins.judge(attempt, () => verifyPassword(passwordHash, password));
  if (!isRight) throw wrongPassword();
  return passwordHash;
}

/**
 * The same for what must not be done by a session that lies open: whoever has no password to be asked for proves it the
 * other way, by having signed in or shown a passkey or code in the last five minutes. A guest has nothing to prove by:
 * the session is all that there is of them.
 *
 * @throws AppError as requireOwnPassword, and `confirmation_required`
 */
export async function requireOwnProof(
  question: PasswordQuestion,
  person: { role: Role; token: string | undefined },
  password: string | undefined,
): Promise<void> {
  const passwordHash = await requireOwnPassword(question, password);
  if (passwordHash === null && !isGuest(person.role)) await requireConfirmed(question.db, person.token);
}

/** The same code as at login, in words for somebody who is signed in. */
function wrongPassword(): AppError {
  return new AppError("wrong_password", { message: "This is not your password" });
}
