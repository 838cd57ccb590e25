import type { AdminEvent, AdminEventDetail } from "#contract/admin/orders.ts";
import type { EventSales } from "#contract/events/sales.ts";
import { adminQuery, type ListReply } from "#web/admin-kit/table/list-query.ts";
import { formatDay } from "#web/lib/dates.ts";

export const adminEventsQuery = () => adminQuery<ListReply<AdminEvent>>("/api/admin/box-office/events");
export const adminEventQuery = (id: number, everyMs?: number) =>
  adminQuery<AdminEventDetail>(`/api/admin/box-office/events/${id}`, everyMs);
export const salesQuery = (eventId: number) => adminQuery<EventSales>(`/api/admin/box-office/events/${eventId}/sales`);

/** An event as an option: "Sat, Dec 5 · Soca Brunch". */
export const eventOption = (event: Pick<AdminEvent, "id" | "startsAt" | "timeZone" | "title">) =>
  [event.id, `${formatDay(event.startsAt, event.timeZone)} · ${event.title}`] as const;
