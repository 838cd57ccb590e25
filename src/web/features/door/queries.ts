import { pathQuery, placeholderFrom } from "#web/lib/query-client.ts";
import type { DoorEvent, DoorTicket } from "#contract/door/door.ts";
import type { ScanLogEntry, ScanLogQuery } from "#contract/door/scan-log.ts";
import type { DoorPickup } from "#contract/fulfillment/pickups.ts";
import type { QueryClient } from "@tanstack/react-query";
import { withQuery } from "#web/lib/paths.ts";

/** The events that can be scanned for. */
export const doorEventsQuery = () => pathQuery<{ items: DoorEvent[] }>("/api/door/events");

/** One event's check-in counts, refetched regularly because other gates admit people too. */
export const doorEventQuery = (id: number) => ({
  ...pathQuery<DoorEvent>(`/api/door/events/${id}`),
  refetchInterval: 5000,
});

const ticketsPath = (eventId: number) => `/api/door/events/${eventId}/tickets`;

/** An event's tickets by name, order number or email. Other gates check people in meanwhile, so it is never kept. */
export const doorTicketsQuery = (eventId: number, q: string) => ({
  ...pathQuery<{ items: DoorTicket[]; isMore: boolean }>(withQuery(ticketsPath(eventId), { q })),
  ...placeholderFrom(ticketsPath(eventId)),
  staleTime: 0,
  gcTime: 0,
});

const pickupsPath = (eventId: number) => `/api/door/events/${eventId}/pickups`;

/** An event's pickups by the buyer's name or email, or by order number. */
export const doorPickupsQuery = (eventId: number, q: string) => ({
  ...pathQuery<{ items: DoorPickup[]; isMore: boolean }>(withQuery(pickupsPath(eventId), { q })),
  ...placeholderFrom(pickupsPath(eventId)),
  staleTime: 0,
  gcTime: 0,
});

export const scanLogPath = "/api/door/scans";

/** The latest scans of an event, or of one of its tickets. Other gates scan meanwhile, so it is never kept. */
export const scansQuery = (scans: { event: number; ticket?: number; show: ScanLogQuery["show"] }) => ({
  ...pathQuery<{ items: ScanLogEntry[]; isMore: boolean; total: number }>(withQuery(scanLogPath, scans)),
  staleTime: 0,
  gcTime: 0,
});

/** After a pickup was closed: the search shows whether it was handed over. */
export const refreshPickups = (queryClient: QueryClient, eventId: number) =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(pickupsPath(eventId)) });

/** After a check-in: the search shows it. */
export const refreshFound = (queryClient: QueryClient, eventId: number) =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(ticketsPath(eventId)) });

/** After an undone check-in: the search and the counter show it. */
export const refreshDoor = (queryClient: QueryClient, eventId: number) =>
  Promise.all([refreshFound(queryClient, eventId), queryClient.invalidateQueries(doorEventQuery(eventId))]);
