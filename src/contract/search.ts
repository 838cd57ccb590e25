import { z } from "zod";
import { TextOrNull } from "./shapes.ts";
import { endpoint } from "./endpoint.ts";

/** One search result. */
export const SearchHit = z.object({
  /** Its path on this site. */
  path: z.string().startsWith("/"),
  title: z.string(),
  /** What distinguishes it: an event's date and city. */
  detail: z.string(),
  /** A small image, or null. */
  picture: TextOrNull,
  /** True if it is over, sold out or closed: shown after the rest. */
  isPast: z.boolean(),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** `total` of a group can be more than its `hits`. */
export const SearchResults = z.object({
  q: z.string(),
  /** Only kinds with results, in display order. */
  groups: z.array(
    z.object({
      /** For example `events`. */
      kind: z.string(),
      /** The heading above its results. */
      label: z.string(),
      /** The page that lists all of its results, or null. */
      listPath: z.string().startsWith("/").nullable(),
      total: z.int(),
      hits: z.array(SearchHit),
    }),
  ),
});
export type SearchResults = z.infer<typeof SearchResults>;

/** Eight results of a kind at most. */
export const search = endpoint("GET /api/search", "Search everything on the site", {
  access: "public",
  shared: true,
  query: z.object({ q: z.string().trim().min(1).max(100) }),
  reply: SearchResults,
});

/** Four results of a kind at most. */
export const searchStaff = endpoint("GET /api/admin/search", "Search what the caller's role may open in admin", {
  access: "moderator",
  query: z.object({ q: z.string().trim().min(1).max(100) }),
  reply: SearchResults,
});
