import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** One thing that was found. */
export const SearchHit = z.object({
  /** Path inside the site that shows it. */
  path: z.string().startsWith("/"),
  title: z.string(),
  /** What tells it from others: a night's date and city. */
  detail: z.string(),
  /** A small picture, or null. */
  picture: z.string().nullable(),
  /** True for what is over, sold out or closed: still found, shown after the rest. */
  isPast: z.boolean(),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** Kinds of things a search can find, in the order in which they are shown. */
export const SearchKind = z.enum(["events", "products", "posts"]);
export type SearchKind = z.infer<typeof SearchKind>;

export const SearchResults = z.object({
  q: z.string(),
  /** Only kinds with something found. */
  groups: z.array(z.object({ kind: SearchKind, total: z.int(), hits: z.array(SearchHit) })),
});
export type SearchResults = z.infer<typeof SearchResults>;

export const search = endpoint({
  method: "GET",
  path: "/api/search",
  summary: "Finds nights, products and posts by words",
  access: "public",
  limit: "read",
  shared: true,
  query: z.object({ q: z.string().trim().min(1).max(100) }),
  reply: SearchResults,
  errors: ["invalid_input"],
});
