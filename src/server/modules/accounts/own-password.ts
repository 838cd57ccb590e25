import type { Role } from "#contract/accounts.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { FailedLogins } from "./failed-logins.ts";
import { verifyPassword } from "./passwords.ts";
import { findOwnPassword } from "./profile/store.ts";
import { isGuest } from "./rules.ts";
import { requireConfirmed } from "./second-factor/confirm.ts";

/** Who has to enter their password again, and what checks it. */
export interface PasswordQuestion {
  db: Database;
  failedLogins: FailedLogins;
  userId: number;
  address: string;
}

/**
 * Requires a signed-in person's password again, because someone else may be using the session. Wrong answers count like
 * failed logins. Guests, and people who only use third-party sign-in, have no password.
 *
 * @returns the stored hash, which guards the change that follows; null if there is none
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
 * The same for actions that an unattended session must not do: people without a password must have signed in or used a
 * passkey or code in the last five minutes. Guests can't prove anything: all they have is the session.
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

/** The same error code as at login, with a message for a person who is signed in. */
function wrongPassword(): AppError {
  return new AppError("wrong_password", { message: "Incorrect password. Try again." });
}
