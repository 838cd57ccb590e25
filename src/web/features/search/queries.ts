import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { SearchResults } from "#contract/search.ts";
import { withQuery } from "#web/lib/paths.ts";

/** Fewer letters than this find everything and nothing. */
export const fewestLetters = 2;

/** What the whole site has for these words. */
export const searchQuery = (q: string) =>
  queryOptions<SearchResults, Error, SearchResults, readonly [string]>({
    queryKey: [withQuery("/api/search", { q })],
    enabled: q.length >= fewestLetters,
    placeholderData: keepPreviousData,
  });
