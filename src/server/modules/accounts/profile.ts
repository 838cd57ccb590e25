import { Profile } from "#contract/accounts/profile.ts";
import { shownAs } from "#server/platform/shown.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { largeAvatar } from "./avatar/service.ts";
import { toUser } from "./auth.ts";
import * as store from "./store.ts";
import type { Deps } from "#server/platform/deps.ts";
import { callLinksBack, countRecentLinks, lockAddress, redeemLink } from "./recovery/store.ts";
import { mailLink, emitSecurityAlert } from "./recovery/service.ts";
import { endOtherSessionsOf, endSessionsOf, openSession } from "./session-store.ts";
import { hashToken, createToken } from "./sessions.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import type { Role } from "#contract/accounts/accounts.ts";
import type { FailedLogins } from "./failed-logins.ts";
import { isGuest } from "./rules.ts";
import { requireConfirmed } from "./second-factor/sign-in.ts";

/**
 * The account as its owner sees it.
 *
 * @throws AppError `not_signed_in` when the account was deleted since the session lookup
 */
export async function getProfile(db: Database, userId: number): Promise<Profile> {
  const row = requireFound(await store.findProfile(db, userId), "not_signed_in");
  const avatarLarge = row.avatar === null ? null : largeAvatar(row.avatar);
  return shownAs(Profile)({ ...row, ...toUser(row), avatarLarge });
}

/** Changes the display name; it shows everywhere from the next request on. */
export async function changeDisplayName(db: Database, person: Principal, displayName: string): Promise<Profile> {
  await inTransaction(db, (tx) => store.setDisplayName(tx, person.id, displayName));
  return getProfile(db, person.id);
}

/** Confirmation emails per hour, for one account and for one address. */
const confirmationsPerHour = 5;

/**
 * Stores the address that a person wants, and emails a link to it. Until the link is used, the new address owns nothing
 * and the confirmed one stays. Only someone who can read its email learns whether another account has it.
 *
 * @throws AppError `too_many_requests`
 */
export async function changeEmail(deps: Deps, person: Principal, email: string): Promise<void> {
  const link = { userId: person.id, purpose: "confirm_email" as const, email };
  await inTransaction(deps.db, async (tx) => {
    await lockAddress(tx, email);
    const recent = await countRecentLinks(tx, "confirm_email", { userId: person.id, email });
    if (deps.config.rateLimits && recent >= confirmationsPerHour) {
      throw new AppError("too_many_requests", { retryAfterSeconds: 600 });
    }
    await callLinksBack(tx, person.id, "confirm_email");
    await store.setPendingEmail(tx, person.id, email);
    await mailLink(deps, tx, { ...link, toAddress: email, toName: person.displayName });
  });
}

/** Cancels an email change; its link stops working. */
export async function dropPendingEmail(deps: Deps, person: Principal): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await callLinksBack(tx, person.id, "confirm_email");
    await store.setPendingEmail(tx, person.id, null);
  });
}

/**
 * Makes the pending address the account's email. It takes two proofs: the emailed link, and a session of the account
 * that asked for it, so that nobody confirms an address for someone else's account. Orders placed with the address
 * belong to the account from then on. The account's other sessions, password reset links and other email changes end.
 *
 * Safe under concurrency: of many uses of one link, exactly one succeeds; of two accounts that confirm one address, the
 * second is refused.
 *
 * @throws AppError `link_over` | `email_taken`
 */
export async function confirmEmail(
  deps: Deps,
  person: Principal,
  { token, sessionToken }: { token: string; sessionToken: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const used = await redeemLink(tx, "confirm_email", hashToken(token));
    if (used === undefined || used.userId !== person.id || used.email === null) throw new AppError("link_over");
    const confirmed = requireFound(await store.confirmPendingEmail(tx, person.id, used.email), "link_over");
    await callLinksBack(tx, person.id);
    await endOtherSessionsOf(tx, person.id, hashToken(sessionToken));
    const { before, displayName } = confirmed;
    if (before !== used.email) await emitSecurityAlert(deps, tx, { displayName, email: before }, "email_changed");
    await deps.bus.emit(tx, "account.proved", [{ userId: person.id }]);
    await deps.realtime.recheckPerson(tx, person.id);
  }).catch((error: unknown) => {
    if ((error as { constraint?: string }).constraint === "users_email") throw new AppError("email_taken");
    throw error;
  });
}

/**
 * Changes a password that was just confirmed. Every session ends, and a new one opens for the browser that asked.
 * Unused links and a pending email are dropped.
 *
 * @param from the hash of the old password, as it was when it was checked
 * @returns the secret of the new session
 * @throws AppError `wrong_password` when the password was changed in the meantime | `unavailable`
 */
export async function changePassword(
  deps: Deps,
  person: Principal,
  { from, password, userAgent }: { from: string; password: string; userAgent: string | null },
): Promise<string> {
  const to = await hashPassword(password);
  const { token, tokenHash } = createToken();
  await inTransaction(deps.db, async (tx) => {
    const owner = requireFound(await store.replacePassword(tx, person.id, { from, to }), "wrong_password");
    await endSessionsOf(tx, person.id);
    await callLinksBack(tx, person.id);
    await store.setPendingEmail(tx, person.id, null);
    await openSession(tx, person.id, { tokenHash, userAgent });
    await emitSecurityAlert(deps, tx, owner, "password_changed");
    await deps.realtime.recheckPerson(tx, person.id);
  });
  return token;
}

/** Who has to enter their password again, and what checks it. */
interface PasswordQuestion {
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
  const passwordHash = await store.findOwnPassword(db, userId);
  if (passwordHash === null) return null;
  if (password === undefined) throw wrongPassword();
  const attempt = { address, userId, knownDevice: false, inSession: true };
  const isRight = await failedLogins.check(attempt, () => verifyPassword(passwordHash, password));
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
  if (passwordHash === null && !isGuest(person.role)) await requireConfirmed(question.db, person.token, 5);
}

/** The same error code as at login, with a message for a person who is signed in. */
function wrongPassword(): AppError {
  return new AppError("wrong_password", { message: "Incorrect password. Try again." });
}
