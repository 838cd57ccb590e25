import type { EventChanges } from "#contract/event-editing.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { findEditable, type EditableRow } from "../editing/edit-store.ts";
import type { EventSchedule } from "./rules.ts";
import * as store from "./store.ts";

type ScheduleRow = Pick<EditableRow, "startsAt" | "doorsAt" | "endsAt" | "timeZone" | "venueId" | "status" | "readAt">;

/** An event's schedule before and after a change. */
export async function findSchedules(
  db: Queryable,
  before: ScheduleRow,
  after: ScheduleRow,
): Promise<[EventSchedule, EventSchedule]> {
  const venues = await store.findVenueNames(db, [before.venueId, after.venueId]);
  const toSchedule = ({
    startsAt,
    doorsAt,
    endsAt,
    timeZone,
    venueId,
    status,
    readAt,
  }: ScheduleRow): EventSchedule => ({
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
  changes: Pick<EventChanges, "startsAt" | "doorsAt" | "endsAt" | "timeZone" | "venueId">,
): Promise<{ title: string; before: EventSchedule; after: EventSchedule }> {
  const row = await findEditable(db, id);
  if (row === undefined) throw new AppError("not_found");
  const { startsAt, doorsAt, endsAt, timeZone = row.timeZone, venueId = row.venueId } = changes;
  if (venueId !== row.venueId && !(await store.findVenueNames(db, [venueId])).has(venueId)) {
    const message = "We can't find that venue";
    throw new AppError("invalid_input", { message, errors: [{ message, path: "changes.venueId" }] });
  }
  const [before, after] = await findSchedules(db, row, {
    ...row,
    timeZone,
    venueId,
    startsAt: startsAt === undefined ? row.startsAt : new Date(startsAt),
    doorsAt: doorsAt === undefined ? row.doorsAt : doorsAt === null ? null : new Date(doorsAt),
    endsAt: endsAt === undefined ? row.endsAt : new Date(endsAt),
  });
  return { title: row.title, before, after };
}

/** Lets an event's page and search engines show its original start after it was rescheduled. */
export async function keepFormerStart(tx: Tx, eventId: number, before: EventSchedule): Promise<void> {
  await store.keepStart(tx, eventId, before.startsAt);
}
