import type { SearchHit, SearchKind } from "#contract/search.ts";

/** What a module contributes to the site's search. It is given the words as people type them and ranks what it finds. */
export interface SearchSource {
  kind: SearchKind;
  /** At most `limit` hits, best first, and how many there are in all; only what everybody may see. */
  find(q: string, limit: number): Promise<{ total: number; hits: SearchHit[] }>;
}
