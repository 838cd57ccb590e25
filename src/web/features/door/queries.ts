import { queryOptions } from "@tanstack/react-query";
import type { DoorEvent } from "#contract/door.ts";

type DoorEvents = { items: DoorEvent[] };

/** The nights that a door can scan for. */
export const doorEventsQuery = () =>
  queryOptions<DoorEvents, Error, DoorEvents, readonly [string]>({ queryKey: ["/api/door/events"] });

/** How one door stands, asked again and again: other gates let people in too. */
export const doorEventQuery = (id: number) =>
  queryOptions<DoorEvent, Error, DoorEvent, readonly [string]>({
    queryKey: [`/api/door/events/${id}`],
    refetchInterval: 5000,
  });
