import { plainLetters } from "#contract/letters.ts";
import { RegisterForm, type Role } from "#contract/accounts/accounts.ts";
import { cleanText } from "#contract/typed-text.ts";
import { emailAddressOf } from "#contract/email-address.ts";
import type { ErrorCode } from "#contract/errors.ts";

/** How long a session lasts after its last use, as a database interval. */
export const sessionLifetime = "30 days";
/** The same for the cookie, in seconds. */
export const sessionSeconds = 30 * 24 * 60 * 60;

/** A guest's display name until they register. */
export const guestDisplayName = "Guest";
const guestPrefix = "guest-";

/** The display name of a deleted account. */
export const deletedDisplayName = "Deleted account";

const deletedPrefix = "deleted-";

/** A deleted account's username, from random characters: it reveals nothing. */
export function deletedUsername(characters: string): string {
  return deletedPrefix + characters;
}

/** A new guest's username, from eight random characters. */
export function guestUsername(characters: string): string {
  return guestPrefix + characters;
}

/** A username in the form that it is stored and looked up in; letter case is kept, and ignored when comparing. */
export function normalizeUsername(username: string): string {
  return cleanText(username).trim().normalize("NFKC");
}

/** True for usernames that only the site itself assigns. */
export function isReservedUsername(username: string): boolean {
  const name = username.toLowerCase();
  return name.startsWith(guestPrefix) || name.startsWith(deletedPrefix);
}

/** True for guests: everything that differs between a guest and an account follows from the role. */
export function isGuest(role: Role): boolean {
  return role === "guest";
}

/** What the rules need to know about a person. */
export interface Subject {
  id: number;
  role: Role;
  suspended: boolean;
}

/** Why staff can't do something, in one sentence. */
export interface Refusal {
  code: Extract<ErrorCode, "not_allowed" | "last_admin">;
  message: string;
}

/** True for the last admin who is not suspended. */
const isLastAdmin = ({ role, suspended }: Subject, otherAdmins: number) =>
  role === "admin" && !suspended && otherAdmins === 0;

/**
 * Whether a person's role can be changed.
 *
 * @param otherAdmins other admins who can sign in
 */
export function checkRoleChange(staffId: number, subject: Subject, otherAdmins: number): Refusal | undefined {
  if (subject.role === "guest")
    return { code: "not_allowed", message: "Guests don't have an account, so they can't have a role" };
  if (isLastAdmin(subject, otherAdmins)) return { code: "last_admin", message: "The last admin has to stay an admin" };
  if (subject.id === staffId) return { code: "not_allowed", message: "Another admin has to change your role" };
  return undefined;
}

/** Whether a person can be suspended. */
export function checkSuspension(staffId: number, subject: Subject, otherAdmins: number): Refusal | undefined {
  if (isLastAdmin(subject, otherAdmins)) return { code: "last_admin", message: "The last admin can't be suspended" };
  if (subject.id === staffId) return { code: "not_allowed", message: "You can't suspend yourself" };
  return undefined;
}

/**
 * Whether staff can delete a person who asked for it. They delete their own account in its panel, with their own
 * password.
 */
export function checkDeletion(staffId: number, subject: Subject, otherAdmins: number): Refusal | undefined {
  if (isLastAdmin(subject, otherAdmins)) return { code: "last_admin", message: "The last admin can't be deleted" };
  if (subject.id === staffId) return { code: "not_allowed", message: "Delete your own account in account settings" };
  return undefined;
}

/** Whether staff can reset a lost second factor. Nobody can reset their own: a stolen session could do it too. */
export function checkFactorReset(staffId: number, subject: Subject): Refusal | undefined {
  return subject.id === staffId
    ? { code: "not_allowed", message: "Another admin has to reset your two-factor authentication" }
    : undefined;
}

/** Whether one person can be merged into another: only a guest that isn't suspended, and only into an account. */
export function checkMerge(account: Subject, guest: Subject): Refusal | undefined {
  if (guest.role !== "guest") return { code: "not_allowed", message: "Only a guest can be merged into an account" };
  if (account.role === "guest") return { code: "not_allowed", message: "A guest can't be merged into another guest" };
  // The account wouldn't be suspended, and the suspension would be lost.
  if (guest.suspended)
    return {
      code: "not_allowed",
      message: "This guest is suspended. Unsuspend them first",
    };
  return undefined;
}

/** How long a sign-in waits for its second factor. */
export const ticketLifetime = "5 minutes";
/** How long an authenticator may take to sign. */
export const challengeLifetime = "5 minutes";
/** Wrong second factors per sign-in; after that the person has to enter their password again. */
export const maxTicketAttempts = 5;
/** Recovery codes for signing in when every device is lost. */
export const recoveryCodeCount = 10;
/** Passkeys per person: more than anyone needs, and few enough for one list. */
export const maxPasskeys = 10;

/** The step of RFC 6238 in seconds; every authenticator app assumes it. */
export const stepSeconds = 30;
/** A code is accepted one step early or late: phone clocks differ, and typing takes time. */
export const toleranceSeconds = 30;

/** A recovery code as displayed: two groups of five, easy to read aloud. */
export function showRecoveryCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** The parts of an identity token that identify a person. */
export interface IdentityClaims {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  /** When the token expires, seconds since 1970. */
  expiresAt: number;
}

/** How far the service's clock may be ahead of ours, in seconds. */
const clockSkewSeconds = 10;
const maxSubject = 128;
const maxEmail = 254;

const isText = (value: unknown, max: number): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= max && value.isWellFormed() && !value.includes("\0");

const isInstant = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/**
 * Reads the claims of a token with a valid signature; undefined when a required claim is missing, from another service
 * or project, or not current.
 *
 * @param expected the only issuer and audience that we accept
 * @param nowSeconds now, seconds since 1970
 * @see https://firebase.google.com/docs/auth/admin/verify-id-tokens
 */
export function readClaims(
  claims: Record<string, unknown>,
  expected: { issuer: string; audience: string },
  nowSeconds: number,
): IdentityClaims | undefined {
  const { iss, aud, sub, exp, iat, nbf, auth_time: authTime } = claims;
  if (iss !== expected.issuer || aud !== expected.audience) return undefined;
  if (!isText(sub, maxSubject) || sub.trim() === "") return undefined;
  if (!isInstant(exp) || exp <= nowSeconds) return undefined;
  const latest = nowSeconds + clockSkewSeconds;
  if (!isInstant(iat) || iat > latest || !isInstant(authTime) || authTime > latest) return undefined;
  if (nbf !== undefined && (!isInstant(nbf) || nbf > latest)) return undefined;
  const email = isText(claims.email, maxEmail) ? (emailAddressOf(claims.email) ?? null) : null;
  return {
    issuer: iss,
    subject: sub,
    email,
    // Only `true` counts: the service never sends "true" or 1.
    emailVerified: email !== null && claims.email_verified === true,
    name: isText(claims.name, 500) ? claims.name : null,
    expiresAt: exp,
  };
}

const shownName = 60;

/** A display name from the name that the service sends. */
export function displayNameOf(name: string | null): string {
  const line = (name ?? "")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const short = [...line].slice(0, shownName).join("").slice(0, shownName).trim();
  return short.length >= 3 ? short : "New Member";
}

/** The first username to try: the display name in the characters that usernames allow. */
export function usernameSlug(displayName: string): string {
  const slug = plainLetters(displayName)
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  const short = [...slug].slice(0, 20).join("").slice(0, 20).replace(/-+$/, "");
  return RegisterForm.shape.username.safeParse(short).success ? short : "member";
}
