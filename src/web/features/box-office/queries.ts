import type { Attendee, OfficeNight, OfficeNightDetail, OfficeOrder } from "#contract/box-office.ts";
import type { Comp } from "#contract/comps.ts";
import { deskQuery, type ListReply } from "#web/features/desk/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type CompFilter = {
  q?: string;
  eventId?: number | undefined;
  state?: string | undefined;
  sort?: string;
  page?: number | undefined;
};

export const compsQuery = (filter: CompFilter) => deskQuery<ListReply<Comp>>(withQuery("/api/admin/comps", filter));
export const nightsQuery = (q = "", page?: number) =>
  deskQuery<ListReply<OfficeNight>>(withQuery("/api/admin/nights", { q, page }));
export const nightQuery = (id: number) => deskQuery<OfficeNightDetail>(`/api/admin/nights/${id}`);

export type AttendeeFilter = {
  eventId?: number | undefined;
  personId?: number | undefined;
  q?: string | undefined;
  ticketTypeId?: number | undefined;
  state?: string | undefined;
  sort?: string;
  page?: number | undefined;
};
export const attendeesQuery = (filter: AttendeeFilter) =>
  deskQuery<ListReply<Attendee>>(withQuery("/api/admin/tickets", filter));

export type OrderFilter = Omit<AttendeeFilter, "ticketTypeId" | "state"> & { status?: string | undefined };
export const ordersQuery = (filter: OrderFilter) =>
  deskQuery<ListReply<OfficeOrder>>(withQuery("/api/admin/orders", filter));
