import type { SearchHit } from "#contract/search.ts";

/** What a module contributes to the site's search. It gets the words as typed and ranks its results. */
export interface SearchSource {
  kind: string;
  /** The heading above its results. */
  label: string;
  /** The page that lists everything that these words find. */
  listPath?: (q: string) => string;
  /** At most `limit` hits, best first, and the total; only what everyone may see. */
  find: (q: string, limit: number) => Promise<{ total: number; hits: SearchHit[] }>;
}
