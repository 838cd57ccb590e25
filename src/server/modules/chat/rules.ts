import type { ChatAudience, ChatBadge, LinkRule, PostRefusal } from "#contract/chat/chat.ts";
import type { Role } from "#contract/accounts/accounts.ts";

/** When a room is open. */
export interface Opening {
  opensAt: Date | null;
  closesAt: Date | null;
  isPaused: boolean;
}

/** True if a room takes messages now. */
export const isOpen = ({ opensAt, closesAt, isPaused }: Opening, now: Date): boolean =>
  !isPaused && (opensAt === null || opensAt <= now) && (closesAt === null || now < closesAt);

/** Who wants to do something in a room. */
export interface Person {
  role: Role | undefined;
  isHost: boolean;
  hasTicket: boolean;
  /** A ban that holds now; `until` is set for a timeout. */
  ban: { until: Date | null } | undefined;
}

/** True for staff and hosts. The rules for authors don't apply to them. */
export const isModerator = ({ role, isHost }: Pick<Person, "role" | "isHost">): boolean =>
  isHost || role === "moderator" || role === "admin";

/** What the room shows beside an author's name. */
export function badgeOf({ role, isHost }: Pick<Person, "role" | "isHost">): ChatBadge | null {
  if (role === "admin" || role === "moderator") return role;
  return isHost ? "host" : null;
}

/** True if someone is kept out of a room entirely. A timeout keeps nobody from reading. */
export const isBanned = (person: Person): boolean => !isModerator(person) && person.ban?.until === null;

/** Why someone can't post or react in a room now; null if they can. */
export function refusePost(person: Person, room: Opening & { audience: ChatAudience }, now: Date): PostRefusal | null {
  if (person.role === undefined) return "signed_out";
  if (isModerator(person)) return null;
  if (!isOpen(room, now)) return "closed";
  if (person.ban !== undefined) return "timed_out";
  if (room.audience === "members" && person.role === "guest") return "members";
  if (room.audience === "ticket_holders" && !person.hasTicket) return "ticket_holders";
  return null;
}

/** Whom a moderator may ban: not themselves, no staff, and not the room's other hosts. */
export const mayBan = (
  moderator: { id: number; role: Role },
  target: { id: number; role: Role; isHost: boolean },
  isEverywhere: boolean,
): boolean =>
  moderator.id !== target.id &&
  !isModerator(target) &&
  (!isEverywhere || moderator.role === "moderator" || moderator.role === "admin");

/** Messages that must have stood before a member may post links. */
export const messagesForTrust = 10;

/** True if someone may post links. */
export const mayLink = (rule: LinkRule, role: Role, shownMessages: number): boolean =>
  rule === "all" || (rule === "trusted" && role !== "guest" && shownMessages >= messagesForTrust);

const guestWords = [
  "Mango",
  "Hibiscus",
  "Calypso",
  "Coconut",
  "Steelpan",
  "Guava",
  "Flamingo",
  "Tamarind",
  "Palmtree",
  "Sorrel",
  "Papaya",
  "Conch",
  "Plantain",
  "Ginger",
  "Lime",
  "Carnival",
  "Nutmeg",
  "Soca",
  "Sunrise",
  "Breeze",
] as const;

/** What a guest is called in chat: "Guest Mango 43". It stays the same, and no other guest has it. */
export const guestName = (id: number): string =>
  `Guest ${guestWords[id % guestWords.length]} ${Math.floor(id / guestWords.length) + 1}`;

/** What an author is called in chat. */
export const authorName = ({ id, role, displayName }: { id: number; role: Role; displayName: string }): string =>
  role === "guest" ? guestName(id) : plainName(displayName);

/**
 * A name beside a message: nothing that turns the line around, and at most four marks on a letter. The forms refuse such
 * names; other services, which people also sign in with, may not.
 */
export const plainName = (name: string): string =>
  name
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "")
    .normalize("NFD")
    .replace(/(\p{M}{4})\p{M}+/gu, "$1")
    .normalize("NFC");
