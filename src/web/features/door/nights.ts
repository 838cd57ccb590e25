import type { DoorEvent } from "#contract/door.ts";

const hourMs = 3_600_000;

/** True from 18 hours before a night starts until 14 hours after: the night that somebody at a door means. */
export function isTonight({ startsAt }: Pick<DoorEvent, "startsAt">, now: number): boolean {
  const untilStart = Date.parse(startsAt) - now;
  return untilStart < 18 * hourMs && untilStart > -14 * hourMs;
}

/** Nights in the order in which a door wants them: tonight's, then those to come, then those that are over, newest first. */
export function orderNights<Night extends Pick<DoorEvent, "startsAt">>(nights: Night[], now: number): Night[] {
  const rank = (night: Night) => (isTonight(night, now) ? 0 : Date.parse(night.startsAt) > now ? 1 : 2);
  return nights.toSorted((a, b) => {
    const byStart = Date.parse(a.startsAt) - Date.parse(b.startsAt);
    return rank(a) - rank(b) || (rank(a) === 2 ? -byStart : byStart);
  });
}
