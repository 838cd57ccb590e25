import { pathQuery } from "#web/lib/query-client.ts";
import type { DoorEvent } from "#contract/door.ts";

/** The events that can be scanned for. */
export const doorEventsQuery = () => pathQuery<{ items: DoorEvent[] }>("/api/door/events");

/** One event's check-in counts, refetched regularly because other gates admit people too. */
export const doorEventQuery = (id: number) => ({
  ...pathQuery<DoorEvent>(`/api/door/events/${id}`),
  refetchInterval: 5000,
});
