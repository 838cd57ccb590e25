import { LRUCache } from "lru-cache";
import type { Database } from "#server/platform/db/database.ts";
import { countFacets, type Facets, type ListFilter } from "./store.ts";

/** So many nights are counted in a moment: their counts are always those of now. */
const fewNights = 2_000;
const keepMs = 10_000;

/** Counts of long lists, for each database of this process. */
const kept = new WeakMap<Database, LRUCache<string, Facets>>();

/**
 * What the list's filters can offer. Counting a list of thousands takes a look at each of them, so such counts are given
 * again for ten seconds; nobody notices when one of thousands is missing.
 */
export async function readFacets(db: Database, { when, q, city, category, from, to }: ListFilter): Promise<Facets> {
  const counts = kept.get(db) ?? new LRUCache<string, Facets>({ max: 500, ttl: keepMs });
  kept.set(db, counts);
  const filter = { when, q, city, category, from, to };
  const name = JSON.stringify(Object.values(filter));
  const known = counts.get(name);
  if (known !== undefined) return known;
  const facets = await countFacets(db, filter);
  if (facets.cities.reduce((sum, { count }) => sum + count, 0) > fewNights) counts.set(name, facets);
  return facets;
}
