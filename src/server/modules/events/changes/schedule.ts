import type { EventChanges } from "#contract/events/editing.ts";
import { fieldError } from "#server/platform/app-error.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { getRecord, type EventRecord } from "../editing/store.ts";
import type { EventTimes } from "../store.ts";
import { changedTimes, type EventSchedule } from "./rules.ts";
import { findVenueNames } from "./store.ts";

/** An event's schedule before and after a change. */
export async function findSchedules(
  db: Queryable,
  before: EventRecord,
  after: EventRecord,
): Promise<[EventSchedule, EventSchedule]> {
  const venues = await findVenueNames(db, [before.venueId, after.venueId]);
  const toSchedule = ({ startsAt, doorsAt, endsAt, timeZone, venueId, status, readAt }: EventRecord) => ({
    startsAt: startsAt.toISOString(),
    doorsAt: doorsAt?.toISOString() ?? null,
    endsAt: endsAt.toISOString(),
    timeZone,
    venue: venues.get(venueId)!,
    status,
    isOver: endsAt <= readAt,
  });
  return [toSchedule(before), toSchedule(after)];
}

/**
 * The same for changes that are only previewed.
 *
 * @throws AppError `not_found` | `invalid_input` for a venue that doesn't exist
 */
export async function previewSchedules(
  db: Queryable,
  id: number,
  changes: Pick<EventChanges, keyof EventTimes | "timeZone" | "venueId">,
): Promise<{ title: string; before: EventSchedule; after: EventSchedule }> {
  const row = await getRecord(db, id);
  const { timeZone = row.timeZone, venueId = row.venueId } = changes;
  if (venueId !== row.venueId && !(await findVenueNames(db, [venueId])).has(venueId)) {
    throw fieldError("changes.venueId", "We can't find that venue");
  }
  const times = changedTimes(row, changes);
  const [before, after] = await findSchedules(db, row, { ...row, timeZone, venueId, ...times });
  return { title: row.title, before, after };
}
