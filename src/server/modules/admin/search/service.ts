import { SearchKind, type SearchResults } from "#contract/search.ts";
import type { SearchSource } from "#server/platform/module.ts";

const hitsPerKind = 8;

/** Asks every source and groups the results in the contract's order; leaves out kinds without results. */
export async function searchSite(sources: SearchSource[], q: string): Promise<SearchResults> {
  const found = await Promise.all(
    sources.map(async (source) => ({ kind: source.kind, ...(await source.find(q, hitsPerKind)) })),
  );
  const groups = found
    .filter((group) => group.hits.length > 0)
    .sort((a, b) => SearchKind.options.indexOf(a.kind) - SearchKind.options.indexOf(b.kind));
  return { q, groups };
}
