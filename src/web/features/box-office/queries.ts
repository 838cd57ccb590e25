import type { Attendee, OfficeNight, OfficeNightDetail, OfficeOrder } from "#contract/box-office.ts";
import type { Comp } from "#contract/comps.ts";
import type { NightSales } from "#contract/night-sales.ts";
import type { OfficeOrderDetail } from "#contract/office-order.ts";
import type { MoveChoices } from "#contract/ticket-changes.ts";
import { deskQuery, type ListReply } from "#web/features/desk/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type CompFilter = {
  q?: string;
  eventId?: number | undefined;
  state?: string | undefined;
  sort?: string;
  page?: number | undefined;
  cursor?: string | undefined;
};

export const compsQuery = (filter: CompFilter) => deskQuery<ListReply<Comp>>(withQuery("/api/admin/comps", filter));
export const compsFile = (filter: CompFilter) => withQuery("/api/admin/comps.csv", filter);
export const nightsQuery = (q = "", page?: number, cursor?: string) =>
  deskQuery<ListReply<OfficeNight>>(withQuery("/api/admin/nights", { q, page, cursor }));
export const nightQuery = (id: number, everyMs?: number) =>
  deskQuery<OfficeNightDetail>(`/api/admin/nights/${id}`, everyMs);
export const salesQuery = (eventId: number) => deskQuery<NightSales>(`/api/admin/nights/${eventId}/sales`);

export type AttendeeFilter = {
  eventId?: number | undefined;
  personId?: number | undefined;
  q?: string | undefined;
  ticketTypeId?: number | undefined;
  state?: string | undefined;
  kind?: string | undefined;
  code?: string | undefined;
  promoterId?: number | undefined;
  sort?: string;
  page?: number | undefined;
  cursor?: string | undefined;
};
export const attendeesQuery = (filter: AttendeeFilter) =>
  deskQuery<ListReply<Attendee>>(withQuery("/api/admin/tickets", filter));

export type OrderFilter = Omit<AttendeeFilter, "ticketTypeId" | "state"> & { status?: string | undefined };
export const ordersQuery = (filter: OrderFilter) =>
  deskQuery<ListReply<OfficeOrder>>(withQuery("/api/admin/orders", filter));
export const orderQuery = (id: string) => deskQuery<OfficeOrderDetail>(`/api/admin/orders/${id}`);
export const movesQuery = (ticketId: number, eventId: number) =>
  deskQuery<MoveChoices>(withQuery(`/api/admin/tickets/${ticketId}/moves`, { eventId }));
