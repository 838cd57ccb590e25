import type { EventSummary } from "./events.ts";

/** What an event's social image shows. Only these fields change it. */
export type SocialImageInput = Pick<EventSummary, "title" | "startsAt" | "timeZone" | "status"> & {
  venue: Pick<EventSummary["venue"], "name" | "city">;
  poster: Pick<EventSummary["poster"], "key">;
};

/** Increase it when the image's design changes. */
const design = 1;

/**
 * Identifies the content of an event's social image (FNV-1a over what it shows), so that its URL can be cached forever.
 * A change gives the image a new URL, so chat apps fetch it again.
 */
export function socialVersion({ title, startsAt, timeZone, status, venue, poster }: SocialImageInput): string {
  // A postponed event's image has no date.
  const date = status === "postponed" ? null : startsAt;
  const text = JSON.stringify([design, title, date, timeZone, status, venue.name, venue.city, poster.key]);
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index++)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  return hash.toString(36);
}
