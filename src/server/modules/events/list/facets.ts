import { LRUCache } from "lru-cache";
import type { Database } from "#server/platform/db/database.ts";
import { countFacets, type Facets, type ListFilter } from "./store.ts";

/** Up to this many events are counted quickly, so their counts are always current. */
const fewEvents = 2_000;
const keepMs = 10_000;

/** Counts of long lists, for each database of this process. */
const caches = new WeakMap<Database, LRUCache<string, Facets>>();

/**
 * The filters' options. Counting a list of thousands reads each event, so such counts are cached for ten seconds;
 * nobody notices when one of thousands is missing.
 */
export async function readFacets(db: Database, { when, q, city, category, from, to }: ListFilter): Promise<Facets> {
  const counts = caches.get(db) ?? new LRUCache<string, Facets>({ max: 500, ttl: keepMs });
  caches.set(db, counts);
  const filter = { when, q, city, category, from, to };
  const name = JSON.stringify(Object.values(filter));
  const known = counts.get(name);
  if (known !== undefined) return known;
  const facets = await countFacets(db, filter);
  if (facets.cities.reduce((sum, { count }) => sum + count, 0) > fewEvents) counts.set(name, facets);
  return facets;
}
