import { queryOptions } from "@tanstack/react-query";
import type { DoorEvent } from "#contract/door.ts";

type DoorEvents = { items: DoorEvent[] };

/** The events that can be scanned for. */
export const doorEventsQuery = () =>
  queryOptions<DoorEvents, Error, DoorEvents, readonly [string]>({ queryKey: ["/api/door/events"] });

/** One event's check-in counts, refetched regularly because other gates admit people too. */
export const doorEventQuery = (id: number) =>
  queryOptions<DoorEvent, Error, DoorEvent, readonly [string]>({
    queryKey: [`/api/door/events/${id}`],
    refetchInterval: 5000,
  });
