import type { EventState } from "#contract/events.ts";

/** When and where a night takes place, as its holders were told. Instants are UTC, read on the clock of `timeZone`. */
export interface Arrangement {
  startsAt: string;
  doorsAt: string | null;
  endsAt: string;
  timeZone: string;
  /** Name, address and city of its place. */
  place: string;
  state: EventState;
  /** It has ended by the database's clock. */
  isOver: boolean;
}

/** What of an arrangement is another one. */
export type ArrangementDifference = "start" | "doors" | "end" | "place";

/**
 * What holders have to hear of two arrangements. Another zone moves every hour that people read. The hours of a night
 * that was put off are not fixed and so not told; its place is.
 */
export function arrangementDifferences(before: Arrangement, after: Arrangement): ArrangementDifference[] {
  const isOtherClock = before.timeZone !== after.timeZone;
  const hours: ArrangementDifference[] = [];
  if (isOtherClock || before.startsAt !== after.startsAt) hours.push("start");
  if (before.doorsAt !== after.doorsAt || (isOtherClock && after.doorsAt !== null)) hours.push("doors");
  if (isOtherClock || before.endsAt !== after.endsAt) hours.push("end");
  const place: ArrangementDifference[] = before.place === after.place ? [] : ["place"];
  return after.state === "postponed" ? place : [...hours, ...place];
}

/** Whether somebody who holds a ticket would go to the wrong hour or place without being told. */
export function isWorthTelling(before: Arrangement, after: Arrangement): boolean {
  if (after.state === "cancelled" || (before.isOver && after.isOver)) return false;
  return arrangementDifferences(before, after).length > 0;
}
