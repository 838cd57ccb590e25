import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { SearchResults } from "#contract/search.ts";
import { withQuery } from "#web/lib/paths.ts";

/** Shorter searches match too much to be useful. */
export const minCharacters = 2;

/** Results from the whole site for this text. */
export const searchQuery = (q: string) =>
  queryOptions<SearchResults, Error, SearchResults, readonly [string]>({
    queryKey: [withQuery("/api/search", { q })],
    enabled: q.length >= minCharacters,
    placeholderData: keepPreviousData,
  });
