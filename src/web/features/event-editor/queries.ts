import { queryOptions } from "@tanstack/react-query";
import type { EventReach, HolderLetter } from "#contract/event-changes.ts";
import type { EditedEvent, EventChanges, EventRow, VenueChoice } from "#contract/event-editing.ts";
import type { AuditEntry } from "#contract/audit.ts";
import { deskQuery, type ListReply } from "#web/features/desk/table/list-query.ts";
import { callJson } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";

export type RowFilter = {
  q?: string | undefined;
  when?: string | undefined;
  state?: string | undefined;
  city?: string | undefined;
  sort?: string | undefined;
  page?: number | undefined;
  cursor?: string | undefined;
};

export type EventRows = ListReply<EventRow> & { cities: string[] };
export const eventRowsQuery = (filter: RowFilter) => deskQuery<EventRows>(withQuery("/api/admin/events", filter));
export const editedEventPath = (id: number) => `/api/admin/events/${id}`;
export const editedEventQuery = (id: number) => deskQuery<EditedEvent>(editedEventPath(id));
export const venuesQuery = (q: string) => deskQuery<{ items: VenueChoice[] }>(withQuery("/api/admin/venues", { q }));
export const reachQuery = (id: number) => deskQuery<EventReach>(`/api/admin/events/${id}/reach`);
/** The mail that holders would get for these changes; asked for anew each time, for people buy meanwhile. */
export const holderLetterQuery = (id: number, { startsAt, doorsAt, endsAt, timeZone, venueId }: EventChanges) =>
  queryOptions({
    queryKey: ["holder-letter", id, startsAt, doorsAt, endsAt, timeZone, venueId],
    queryFn: ({ signal }) =>
      callJson<HolderLetter>("POST", `/api/admin/events/${id}/holder-letter`, {
        body: { changes: { startsAt, doorsAt, endsAt, timeZone, venueId } },
        signal,
      }),
    gcTime: 0,
  });
export const historyQuery = (id: number) =>
  deskQuery<{ items: AuditEntry[] }>(withQuery("/api/admin/audit", { kind: "night", id }));
