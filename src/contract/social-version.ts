import type { EventSummary } from "./events.ts";

/** What a night's social picture shows: only this makes it another picture. */
export type SocialFacts = Pick<EventSummary, "title" | "startsAt" | "timeZone" | "state"> & {
  venue: Pick<EventSummary["venue"], "name" | "city">;
  poster: Pick<EventSummary["poster"], "key">;
};

/** Raised when the picture is drawn in another way. */
const design = 1;

/**
 * Names the content of a night's social picture (FNV-1a over what it shows), so that an address of it may be kept for good:
 * a change gives the picture another address, which chat programs then fetch anew.
 */
export function socialVersion({ title, startsAt, timeZone, state, venue, poster }: SocialFacts): string {
  const text = JSON.stringify([design, title, startsAt, timeZone, state, venue.name, venue.city, poster.key]);
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  return hash.toString(36);
}
