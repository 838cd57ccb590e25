import { queryOptions } from "@tanstack/react-query";
import type { EventDetail, EventList } from "#contract/events.ts";
import { type EventsFilter, withQuery } from "#web/lib/paths.ts";

/** A page of nights. The first element of every key is the GET path: that is what the query function fetches. */
export const eventsQuery = (filter: EventsFilter = {}) =>
  queryOptions<EventList, Error, EventList, readonly [string]>({ queryKey: [withQuery("/api/events", { ...filter })] });

/** @param accessCode shows the ticket types that are hidden behind it as well */
export const eventQuery = (id: string | number, accessCode?: string) =>
  queryOptions<EventDetail, Error, EventDetail, readonly [string]>({
    queryKey: [withQuery(`/api/events/${id}`, { accessCode })],
  });
