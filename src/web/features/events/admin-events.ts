import type { AdminEvent } from "#contract/admin/orders.ts";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { dateParts, formatDay, formatTime } from "#web/lib/dates.ts";

/** Every event, for a select. */
export const eventChoicesQuery = () => adminQuery("GET /api/admin/event-options");
export const adminEventQuery = (id: number, everyMs?: number) =>
  adminQuery("GET /api/admin/box-office/events/{id}", { params: { id } }, everyMs);
export const salesQuery = (id: number) => adminQuery("GET /api/admin/box-office/events/{id}/sales", { params: { id } });

type NamedEvent = Pick<AdminEvent, "id" | "startsAt" | "timeZone" | "title"> & { venue?: { city: string } };

const shortName = ({ startsAt, timeZone, title }: NamedEvent) => `${formatDay(startsAt, timeZone)} · ${title}`;

/**
 * Events as options: "Sat, Dec 5 · Soca Brunch". Those that would read the same also say the year, the time and the city.
 */
export function eventOptions(events: NamedEvent[]): (readonly [id: number, name: string])[] {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(shortName(event), (counts.get(shortName(event)) ?? 0) + 1);
  return events.map((event) => {
    const { id, startsAt, timeZone, title, venue } = event;
    if (counts.get(shortName(event)) === 1) return [id, shortName(event)];
    const { year } = dateParts(startsAt, timeZone);
    const when = `${formatDay(startsAt, timeZone)}, ${year}, ${formatTime(startsAt, timeZone)}`;
    return [id, [when, title, venue?.city].filter(Boolean).join(" · ")];
  });
}
