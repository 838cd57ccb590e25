import { getSettings } from "#server/modules/settings/index.ts";
import { LRUCache } from "lru-cache";
import { type EventMarkers, type EventMonth, EventMarker } from "#contract/events/markers.ts";
import type { EventListQuery } from "#contract/events/events.ts";
import type { Database } from "#server/platform/db/database.ts";
import * as store from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";

/** Up to this many events are counted quickly, so their counts are always current. */
const fewEvents = 2_000;
const cacheMs = 10_000;

/** Counts of long lists, for each database of this process. */
const caches = new WeakMap<Database, LRUCache<string, store.Facets>>();

/**
 * The filters' options. Counting a list of thousands reads each event, so such counts are cached for ten seconds;
 * nobody notices when one of thousands is missing.
 */
export async function readFacets(
  db: Database,
  { when, q, city, category, from, to }: store.ListFilter,
): Promise<store.Facets> {
  const counts = caches.get(db) ?? new LRUCache<string, store.Facets>({ max: 500, ttl: cacheMs });
  caches.set(db, counts);
  const filter = { when, q, city, category, from, to };
  const name = JSON.stringify(Object.values(filter));
  const known = counts.get(name);
  if (known !== undefined) return known;
  const facets = await store.countFacets(db, filter);
  if (facets.cities.reduce((sum, { count }) => sum + count, 0) > fewEvents) counts.set(name, facets);
  return facets;
}

const maxMarkers = 300;

/** Events for a map, with the filters' options. */
export async function listMarkers(
  db: Database,
  { most = maxMarkers, ...filter }: store.ListFilter & { most?: number | undefined },
): Promise<EventMarkers> {
  const [{ rows, total }, facets] = await Promise.all([store.findMarkers(db, filter, most), readFacets(db, filter)]);
  return { items: rows.map(shownAs(EventMarker)), total, ...facets };
}

/** Events of one month, each on its day at the venue, past or upcoming. Without a month, the current one in the brand's time zone. */
export async function listMonth(
  db: Database,
  { month: requestedMonth, ...query }: Pick<EventListQuery, "q" | "city" | "category"> & { month?: string | undefined },
): Promise<EventMonth> {
  const month = requestedMonth ?? (await store.findCurrentMonth(db, (await getSettings(db)).defaultTimeZone));
  const [markers, neighbours] = await Promise.all([
    listMarkers(db, { ...query, when: "any", from: `${month}-01`, to: lastDayOf(month) }),
    store.findNeighbours(db, month),
  ]);
  return { ...markers, month, ...neighbours! };
}

function lastDayOf(month: string): string {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year!, number, 0)).toISOString().slice(0, 10);
}
