import type { SearchResults } from "#contract/search.ts";
import type { SearchSource } from "#server/platform/module.ts";

const hitsPerKind = 8;

/** Asks every source and groups the results in the order of sources; leaves out kinds without results. */
export async function searchSite(sources: SearchSource[], q: string): Promise<SearchResults> {
  const groups = await Promise.all(
    sources.map(async ({ kind, label, listPath, find }) => ({
      kind,
      label,
      listPath: listPath?.(q) ?? null,
      ...(await find(q, hitsPerKind)),
    })),
  );
  return { q, groups: groups.filter(({ hits }) => hits.length > 0) };
}
