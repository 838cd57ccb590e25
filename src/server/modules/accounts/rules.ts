import type { Role } from "#contract/accounts.ts";

/** How long a session lives after it was last used, as the database reads it. */
export const sessionLifetime = "30 days";
/** The same for the cookie, in seconds. */
export const sessionSeconds = 30 * 24 * 60 * 60;

/** What a guest is called until registering. */
export const guestDisplayName = "Guest";
const guestPrefix = "guest-";

/** What a person is called who deleted their account. */
export const deletedDisplayName = "Deleted account";

const deletedPrefix = "deleted-";

/** The name that a deleted account keeps, out of random characters: it tells nothing and is nobody's. */
export function deletedUsername(characters: string): string {
  return deletedPrefix + characters;
}

/** The name of a new guest out of eight random characters. */
export function guestUsername(characters: string): string {
  return guestPrefix + characters;
}

/** A username in the one form in which it is stored and looked up; letter case is kept, and ignored when comparing. */
export function normalizeUsername(username: string): string {
  return username.normalize("NFKC");
}

/** True for names that only the site itself gives out. */
export function isReservedUsername(username: string): boolean {
  const name = username.toLowerCase();
  return name.startsWith(guestPrefix) || name.startsWith(deletedPrefix);
}

/** Everything that differs between a guest and a person with an account follows from the role. */
export function isGuest(role: Role): boolean {
  return role === "guest";
}
