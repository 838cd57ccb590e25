import type { CommunityFilter } from "#web/lib/paths.ts";

/** A positive whole number in a URL, such as an id. */
export function numberIn(search: URLSearchParams, name: string): number | undefined {
  const text = search.get(name) ?? "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** The filter in the community's URL. Invalid values are ignored, so an old or mistyped link still shows posts. */
export function readCommunityFilter(search: URLSearchParams): CommunityFilter {
  const event = numberIn(search, "event");
  return {
    topic: event === undefined ? (["general", "photos"] as const).find((it) => it === search.get("topic")) : undefined,
    event,
    sort: (["top", "following"] as const).find((it) => it === search.get("sort")),
    q: search.get("q")?.trim().slice(0, 100) || undefined,
    author: numberIn(search, "author"),
  };
}

/** The posts that a visitor can read: who isn't a member follows nobody. */
export const readableFilter = (filter: CommunityFilter, isMember: boolean): CommunityFilter =>
  filter.sort === "following" && !isMember ? { ...filter, sort: undefined } : filter;

/** Whether the feed leaves anything out. */
export const isNarrowed = (filter: CommunityFilter) => Object.values(filter).some((value) => value !== undefined);

/** What the channel says of a new post. */
export type Published = { id: number; eventId: number | null; hasImages: boolean };

/** Whether a new post goes on top of the feed. Of searches and of some authors' posts, only the server knows that. */
export function isOnTop(
  { eventId, hasImages }: Published,
  { topic, event, sort, q, author }: CommunityFilter,
): boolean {
  if (sort === "following" || q !== undefined || author !== undefined) return false;
  if (event !== undefined) return eventId === event;
  return topic === "general" ? eventId === null : topic === "photos" ? hasImages : true;
}

/** The parameter with which someone comes back from signing in to send what they typed. */
export const sendKey = "send";
