import type { NightMark, NightMarks, NightMonth } from "#contract/event-marks.ts";
import type { EventListQuery } from "#contract/events.ts";
import type { Database } from "#server/platform/db/database.ts";
import { readFacets } from "../list/facets.ts";
import type { ListFilter } from "../list/store.ts";
import * as store from "./store.ts";

const mostMarks = 300;

/** Where the house is: a calendar without a month opens on the one that it is here. */
const houseTimeZone = "America/New_York";

/** Nights as marks on a map, with what the filters can offer. */
export async function listPlaces(
  db: Database,
  { most, ...filter }: Omit<EventListQuery, "page" | "cursor"> & { most?: number | undefined },
): Promise<NightMarks> {
  return readMarks(db, filter, most);
}

/** Nights of one month, each on its day where it happens, gone by or to come. */
export async function listMonth(
  db: Database,
  { month: wanted, ...query }: Pick<EventListQuery, "q" | "city" | "category"> & { month?: string | undefined },
): Promise<NightMonth> {
  const month = wanted ?? (await store.findCurrentMonth(db, houseTimeZone));
  const [marks, neighbours] = await Promise.all([
    readMarks(db, { ...query, when: "any", from: `${month}-01`, to: lastDayOf(month) }),
    store.findNeighbours(db, month),
  ]);
  return { ...marks, month, ...neighbours };
}

async function readMarks(db: Database, filter: ListFilter, most = mostMarks): Promise<NightMarks> {
  const [{ rows, total }, facets] = await Promise.all([store.findMarks(db, filter, most), readFacets(db, filter)]);
  const items = rows.map((row): NightMark => ({ ...row, startsAt: row.startsAt.toISOString() }));
  return { items, total, ...facets };
}

function lastDayOf(month: string): string {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year!, number, 0)).toISOString().slice(0, 10);
}
