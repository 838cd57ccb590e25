import { queryOptions } from "@tanstack/react-query";
import type { AffectedBuyers, AttendeeUpdatePreview } from "#contract/event-changes.ts";
import type { EditedEvent, EventChanges, EventRow, VenueChoice } from "#contract/event-editing.ts";
import type { AuditEntry } from "#contract/audit.ts";
import { adminQuery, type ListAt, type ListReply } from "#web/features/admin/table/list-query.ts";
import { callJson } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";

export type RowFilter = ListAt & {
  q?: string | undefined;
  when?: string | undefined;
  status?: string | undefined;
  city?: string | undefined;
  sort?: string | undefined;
};

export type EventRows = ListReply<EventRow> & { cities: string[] };
export const eventRowsQuery = (filter: RowFilter) => adminQuery<EventRows>(withQuery("/api/admin/events", filter));
export const editedEventPath = (id: number) => `/api/admin/events/${id}`;
export const editedEventQuery = (id: number) => adminQuery<EditedEvent>(editedEventPath(id));
export const venuesQuery = (q: string) => adminQuery<{ items: VenueChoice[] }>(withQuery("/api/admin/venues", { q }));
export const affectedBuyersQuery = (id: number) =>
  adminQuery<AffectedBuyers>(`/api/admin/events/${id}/affected-buyers`);
/** The email that ticket holders would get for these changes. Never cached, because people keep buying. */
export const attendeeUpdateQuery = (id: number, { startsAt, doorsAt, endsAt, timeZone, venueId }: EventChanges) =>
  queryOptions({
    queryKey: ["attendee-update", id, startsAt, doorsAt, endsAt, timeZone, venueId],
    queryFn: ({ signal }) =>
      callJson<AttendeeUpdatePreview>("POST", `/api/admin/events/${id}/attendee-update`, {
        body: { changes: { startsAt, doorsAt, endsAt, timeZone, venueId } },
        signal,
      }),
    gcTime: 0,
  });
export const historyQuery = (id: number) =>
  adminQuery<{ items: AuditEntry[] }>(withQuery("/api/admin/audit", { kind: "event", id }));
