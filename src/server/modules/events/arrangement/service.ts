import type { EventChanges } from "#contract/event-editing.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { findEditable, type EditableRow } from "../editing/edit-store.ts";
import type { Arrangement } from "./rules.ts";
import * as store from "./store.ts";

type Arranged = Pick<EditableRow, "startsAt" | "doorsAt" | "endsAt" | "timeZone" | "venueId" | "state" | "readAt">;

/** When and where a night takes place before a change and after it. */
export async function findArrangements(
  db: Queryable,
  before: Arranged,
  after: Arranged,
): Promise<[Arrangement, Arrangement]> {
  const places = await store.findPlaces(db, [before.venueId, after.venueId]);
  const toArrangement = ({ startsAt, doorsAt, endsAt, timeZone, venueId, state, readAt }: Arranged): Arrangement => ({
    startsAt: startsAt.toISOString(),
    doorsAt: doorsAt?.toISOString() ?? null,
    endsAt: endsAt.toISOString(),
    timeZone,
    place: places.get(venueId)!,
    state,
    isOver: endsAt <= readAt,
  });
  return [toArrangement(before), toArrangement(after)];
}

/**
 * The same for changes that are only thought of.
 *
 * @throws AppError `not_found` | `invalid_input` for a place that is not there
 */
export async function previewArrangements(
  db: Queryable,
  id: number,
  changes: Pick<EventChanges, "startsAt" | "doorsAt" | "endsAt" | "timeZone" | "venueId">,
): Promise<{ title: string; before: Arrangement; after: Arrangement }> {
  const row = await findEditable(db, id);
  if (row === undefined) throw new AppError("not_found");
  const { startsAt, doorsAt, endsAt, timeZone = row.timeZone, venueId = row.venueId } = changes;
  if (venueId !== row.venueId && !(await store.findPlaces(db, [venueId])).has(venueId)) {
    const message = "There is no such place";
    throw new AppError("invalid_input", { message, errors: [{ message, path: "changes.venueId" }] });
  }
  const [before, after] = await findArrangements(db, row, {
    ...row,
    timeZone,
    venueId,
    startsAt: startsAt === undefined ? row.startsAt : new Date(startsAt),
    doorsAt: doorsAt === undefined ? row.doorsAt : doorsAt === null ? null : new Date(doorsAt),
    endsAt: endsAt === undefined ? row.endsAt : new Date(endsAt),
  });
  return { title: row.title, before, after };
}

/** Lets a night's page and the search engines say when it was to begin before it was moved. */
export async function keepFormerStart(tx: Tx, eventId: number, before: Arrangement): Promise<void> {
  await store.keepStart(tx, eventId, before.startsAt);
}
