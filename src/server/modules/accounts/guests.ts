import { randomInt } from "node:crypto";
import { coalesce, type Outcome } from "#server/platform/coalesce.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { guestDisplayName, guestUsername } from "./rules.ts";
import { createToken } from "./sessions.ts";
import { insertGuests } from "./session-store.ts";

/** A person with a session that was just opened; the token is returned only this once. */
export interface SignedIn {
  person: Principal;
  token: string;
}

/** A request for one guest. */
export interface GuestRequest {
  userAgent: string | null;
}

/**
 * Creates the service that creates guests. Before an on-sale, hundreds arrive in one second: those who arrive together
 * are added in one statement.
 */
export function createGuestService(db: Database): (request: GuestRequest) => Promise<SignedIn> {
  return coalesce<GuestRequest, SignedIn>({
    run: async (requests) => (await addGuests(db, requests)).map((value): Outcome<SignedIn> => ({ ok: true, value })),
  });
}

/** Adds one guest per request, in order. If a random name is taken, it is drawn again. */
export async function addGuests(db: Database, requests: GuestRequest[]): Promise<SignedIn[]> {
  const drafts = requests.map(({ userAgent }) => ({
    ...createToken(),
    username: guestUsername(randomCharacters(8)),
    userAgent,
  }));
  const ids = await insertGuests(db, drafts);
  const guests: SignedIn[] = [];
  for (const { username, token, userAgent } of drafts) {
    const id = ids.get(username);
    if (id === undefined) guests.push(...(await addGuests(db, [{ userAgent }])));
    else guests.push({ token, person: { ...plainGuest, id, username } });
  }
  return guests;
}

const plainGuest = { displayName: guestDisplayName, avatar: null, role: "guest" as const, email: null };

const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";

function randomCharacters(count: number): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join("");
}
