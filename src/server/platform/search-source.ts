import type { SearchHit, SearchKind } from "#contract/search.ts";

/** What a module contributes to the site's search. It gets the words as typed and ranks its results. */
export interface SearchSource {
  kind: SearchKind;
  /** At most `limit` hits, best first, and the total; only what everyone may see. */
  find(q: string, limit: number): Promise<{ total: number; hits: SearchHit[] }>;
}
