import type { EventChanges } from "#contract/events/editing.ts";
import type { EventStatus } from "#contract/events/events.ts";
import type { EventTimes } from "../store.ts";

/** An event's times after some of them change. */
export function changedTimes(
  was: EventTimes,
  { startsAt, doorsAt, endsAt }: Pick<EventChanges, keyof EventTimes>,
): EventTimes {
  const doors = doorsAt ? new Date(doorsAt) : null;
  return {
    startsAt: startsAt === undefined ? was.startsAt : new Date(startsAt),
    doorsAt: doorsAt === undefined ? was.doorsAt : doors,
    endsAt: endsAt === undefined ? was.endsAt : new Date(endsAt),
  };
}

/** When and where an event takes place, as its ticket holders were told. Times are UTC, shown in `timeZone`. */
export interface EventSchedule {
  startsAt: string;
  doorsAt: string | null;
  endsAt: string;
  timeZone: string;
  /** Name, address and city of its venue. */
  venue: string;
  status: EventStatus;
  /** It has ended by the database clock. */
  isOver: boolean;
}

/** What differs between two schedules. */
type ScheduleDifference = "start" | "doors" | "end" | "venue";

/**
 * The differences between two schedules that ticket holders need to know. Another time zone changes every hour that
 * people read. A postponed event has no fixed hours, so they are left out; its venue counts.
 */
export function scheduleDifferences(before: EventSchedule, after: EventSchedule): ScheduleDifference[] {
  const isOtherClock = before.timeZone !== after.timeZone;
  const hours: ScheduleDifference[] = [];
  if (isOtherClock || before.startsAt !== after.startsAt) hours.push("start");
  if (before.doorsAt !== after.doorsAt || (isOtherClock && after.doorsAt !== null)) hours.push("doors");
  if (isOtherClock || before.endsAt !== after.endsAt) hours.push("end");
  const venue: ScheduleDifference[] = before.venue === after.venue ? [] : ["venue"];
  return after.status === "postponed" ? venue : [...hours, ...venue];
}

/** Whether a ticket holder would go at the wrong time or to the wrong venue without an update. */
export function isReschedule(before: EventSchedule, after: EventSchedule): boolean {
  if (after.status === "canceled" || (before.isOver && after.isOver)) return false;
  return scheduleDifferences(before, after).length > 0;
}
