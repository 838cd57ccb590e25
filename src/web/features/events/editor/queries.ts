import { queryOptions } from "@tanstack/react-query";
import type { EventChanges } from "#contract/events/editing.ts";
import { adminQuery, adminQueryOf } from "#web/admin-kit/table/list-query.ts";
import { callApi } from "#web/lib/api.ts";

export const editedEventQuery = (id: number) => adminQuery("GET /api/admin/events/{id}", { params: { id } });
export const venuesQuery = (q: string) => adminQuery("GET /api/admin/venues", { query: { q } });
export const affectedBuyersQuery = (id: number) =>
  adminQuery("GET /api/admin/events/{id}/affected-buyers", { params: { id } });
/** The email that ticket holders would get for these changes. Never cached, because people keep buying. */
export function attendeeUpdateQuery(id: number, { startsAt, doorsAt, endsAt, timeZone, venueId }: EventChanges) {
  const changes = { startsAt, doorsAt, endsAt, timeZone, venueId };
  return queryOptions({
    queryKey: ["attendee-update", id, changes],
    queryFn: ({ signal }) =>
      callApi("POST /api/admin/events/{id}/attendee-update", { params: { id }, body: { changes }, signal }),
    gcTime: 0,
  });
}
export const historyQuery = (id: number) =>
  adminQueryOf("GET /api/admin/audit", { query: { kind: "event", id: String(id) } });
