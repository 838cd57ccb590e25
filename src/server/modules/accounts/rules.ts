import type { Role } from "#contract/accounts.ts";

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
  return username.normalize("NFKC");
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
