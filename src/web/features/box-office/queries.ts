import type { AdminEvent, AdminEventDetail } from "#contract/admin/orders.ts";
import type { EventSales } from "#contract/events/sales.ts";
import type { AdminOrderDetail } from "#contract/admin/order.ts";
import type { MoveChoices } from "#contract/ticket-changes.ts";
import { adminQuery, type ListReply } from "#web/admin-kit/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export const adminEventsQuery = () => adminQuery<ListReply<AdminEvent>>("/api/admin/box-office/events");
export const adminEventQuery = (id: number, everyMs?: number) =>
  adminQuery<AdminEventDetail>(`/api/admin/box-office/events/${id}`, everyMs);
export const salesQuery = (eventId: number) => adminQuery<EventSales>(`/api/admin/box-office/events/${eventId}/sales`);

export const orderQuery = (id: string) => adminQuery<AdminOrderDetail>(`/api/admin/orders/${id}`);
export const movesQuery = (ticketId: number, eventId: number) =>
  adminQuery<MoveChoices>(withQuery(`/api/admin/tickets/${ticketId}/moves`, { eventId }));
