import type { DoorEvent } from "#contract/door/door.ts";
import { formatDay, formatTime } from "#web/lib/dates.ts";

const hourMs = 3_600_000;

/** True from 18 hours before an event starts until 14 hours after: the event that door staff mean by "tonight". */
export function isTonight({ startsAt }: Pick<DoorEvent, "startsAt">, now: number): boolean {
  const untilStart = Date.parse(startsAt) - now;
  return untilStart < 18 * hourMs && untilStart > -14 * hourMs;
}

/** Events in the order that door staff need: tonight's, then upcoming ones, then past ones, newest first. */
export function sortDoorEvents<Timed extends Pick<DoorEvent, "startsAt">>(events: Timed[], now: number): Timed[] {
  const rank = (event: Timed) => (isTonight(event, now) ? 0 : Date.parse(event.startsAt) > now ? 1 : 2);
  return events.toSorted((a, b) => {
    const byStart = Date.parse(a.startsAt) - Date.parse(b.startsAt);
    return rank(a) - rank(b) || (rank(a) === 2 ? -byStart : byStart);
  });
}

type NamedDoorEvent = Pick<DoorEvent, "id" | "title" | "startsAt" | "timeZone" | "venueName">;

/** "Tonight" or the day of an event. */
export const doorDay = (event: NamedDoorEvent, now: number): string =>
  isTonight(event, now) ? "Tonight" : formatDay(event.startsAt, event.timeZone);

/** Events as options: "Tonight · Boat Ride". Those that would read the same, such as two rides, also say the time and the venue. */
export function doorOptions(events: NamedDoorEvent[], now: number): [id: number, name: string][] {
  const shortName = (event: NamedDoorEvent) => `${doorDay(event, now)} · ${event.title}`;
  const names = events.map(shortName);
  return events.map((event) => {
    const name = shortName(event);
    if (names.indexOf(name) === names.lastIndexOf(name)) return [event.id, name];
    const time = formatTime(event.startsAt, event.timeZone);
    return [event.id, `${doorDay(event, now)}, ${time} · ${event.title} · ${event.venueName}`];
  });
}

/** Whether an event is over, or starts more than 18 hours from now: then staff probably chose the wrong one. */
export function isOffNow({ startsAt, endsAt }: Pick<DoorEvent, "startsAt" | "endsAt">, now: number) {
  if (Date.parse(endsAt) < now) return "over";
  return Date.parse(startsAt) - now > 18 * hourMs ? "ahead" : undefined;
}
