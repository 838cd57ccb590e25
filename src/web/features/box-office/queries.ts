import type { Attendee, AdminEvent, AdminEventDetail, AdminOrder } from "#contract/box-office.ts";
import type { Comp } from "#contract/comps.ts";
import type { EventSales } from "#contract/event-sales.ts";
import type { AdminOrderDetail } from "#contract/admin-order.ts";
import type { MoveChoices } from "#contract/ticket-changes.ts";
import { adminQuery, type ListAt, type ListReply } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type CompFilter = ListAt & {
  q?: string;
  eventId?: number | undefined;
  status?: string | undefined;
  sort?: string;
};

export const compsQuery = (filter: CompFilter) => adminQuery<ListReply<Comp>>(withQuery("/api/admin/comps", filter));
export const compsFile = (filter: CompFilter) => withQuery("/api/admin/comps.csv", filter);
export const adminEventsQuery = (q = "", at: ListAt = {}) =>
  adminQuery<ListReply<AdminEvent>>(withQuery("/api/admin/box-office/events", { q, ...at }));
export const adminEventQuery = (id: number, everyMs?: number) =>
  adminQuery<AdminEventDetail>(`/api/admin/box-office/events/${id}`, everyMs);
export const salesQuery = (eventId: number) => adminQuery<EventSales>(`/api/admin/box-office/events/${eventId}/sales`);

export type AttendeeFilter = ListAt & {
  eventId?: number | undefined;
  personId?: number | undefined;
  q?: string | undefined;
  ticketTypeId?: number | undefined;
  status?: string | undefined;
  kind?: string | undefined;
  code?: string | undefined;
  promoterId?: number | undefined;
  sort?: string;
};
export const attendeesQuery = (filter: AttendeeFilter) =>
  adminQuery<ListReply<Attendee>>(withQuery("/api/admin/tickets", filter));

export type OrderFilter = Omit<AttendeeFilter, "ticketTypeId" | "status"> & { status?: string | undefined };
export const ordersQuery = (filter: OrderFilter) =>
  adminQuery<ListReply<AdminOrder>>(withQuery("/api/admin/orders", filter));
export const orderQuery = (id: string) => adminQuery<AdminOrderDetail>(`/api/admin/orders/${id}`);
export const movesQuery = (ticketId: number, eventId: number) =>
  adminQuery<MoveChoices>(withQuery(`/api/admin/tickets/${ticketId}/moves`, { eventId }));
