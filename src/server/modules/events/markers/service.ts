import type { EventMarker, EventMarkers, EventMonth } from "#contract/event-markers.ts";
import type { EventListQuery } from "#contract/events.ts";
import type { Database } from "#server/platform/db/database.ts";
import { readFacets } from "../list/facets.ts";
import type { ListFilter } from "../list/store.ts";
import * as store from "./store.ts";

const maxMarkers = 300;

/** The brand's home time zone: a calendar without a month opens on the current month there. */
const siteTimeZone = "America/New_York";

/** Events for a map, with the filters' options. */
export async function listMarkers(
  db: Database,
  { most, ...filter }: Omit<EventListQuery, "page" | "cursor"> & { most?: number | undefined },
): Promise<EventMarkers> {
  return readMarkers(db, filter, most);
}

/** Events of one month, each on its day at the venue, past or upcoming. */
export async function listMonth(
  db: Database,
  { month: wanted, ...query }: Pick<EventListQuery, "q" | "city" | "category"> & { month?: string | undefined },
): Promise<EventMonth> {
  const month = wanted ?? (await store.findCurrentMonth(db, siteTimeZone));
  const [markers, neighbours] = await Promise.all([
    readMarkers(db, { ...query, when: "any", from: `${month}-01`, to: lastDayOf(month) }),
    store.findNeighbours(db, month),
  ]);
  return { ...markers, month, ...neighbours };
}

async function readMarkers(db: Database, filter: ListFilter, most = maxMarkers): Promise<EventMarkers> {
  const [{ rows, total }, facets] = await Promise.all([store.findMarkers(db, filter, most), readFacets(db, filter)]);
  const items = rows.map((row): EventMarker => ({ ...row, startsAt: row.startsAt.toISOString() }));
  return { items, total, ...facets };
}

function lastDayOf(month: string): string {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year!, number, 0)).toISOString().slice(0, 10);
}
