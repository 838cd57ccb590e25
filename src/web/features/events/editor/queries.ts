import { queryOptions } from "@tanstack/react-query";
import type { AuditEntry } from "#contract/audit.ts";
import type { AffectedBuyers, AttendeeUpdatePreview } from "#contract/attendee-updates.ts";
import type { EditedEvent, EventChanges, VenueChoice } from "#contract/events/editing.ts";
import { adminQuery, adminQueryOf } from "#web/admin-kit/table/list-query.ts";
import { callJson } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";

export const editedEventPath = (id: number) => `/api/admin/events/${id}`;
export const editedEventQuery = (id: number) => adminQuery<EditedEvent>(editedEventPath(id));
export const venuesQuery = (q: string) => adminQuery<{ items: VenueChoice[] }>(withQuery("/api/admin/venues", { q }));
export const affectedBuyersQuery = (id: number) => adminQuery<AffectedBuyers>(`${editedEventPath(id)}/affected-buyers`);
/** The email that ticket holders would get for these changes. Never cached, because people keep buying. */
export function attendeeUpdateQuery(id: number, { startsAt, doorsAt, endsAt, timeZone, venueId }: EventChanges) {
  const changes = { startsAt, doorsAt, endsAt, timeZone, venueId };
  return queryOptions({
    queryKey: ["attendee-update", id, changes],
    queryFn: ({ signal }) =>
      callJson<AttendeeUpdatePreview>("POST", `${editedEventPath(id)}/attendee-update`, { body: { changes }, signal }),
    gcTime: 0,
  });
}
export const historyQuery = (id: number) =>
  adminQueryOf<{ items: AuditEntry[] }>(withQuery("/api/admin/audit", { kind: "event", id }));
