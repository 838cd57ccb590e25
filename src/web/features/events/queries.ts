import { queryOptions } from "@tanstack/react-query";
import type { NightMarks, NightMonth } from "#contract/event-marks.ts";
import type { EventDetail, EventList, RelatedEvents } from "#contract/events.ts";
import { type EventsFilter, withQuery } from "#web/lib/paths.ts";

/** A page of nights. The first element of every key is the GET path: that is what the query function fetches. */
export const eventsQuery = ({ when, q, city, category, from, to, page }: EventsFilter = {}) =>
  queryOptions<EventList, Error, EventList, readonly [string]>({
    queryKey: [withQuery("/api/events", { when, q, city, category, from, to, page })],
  });

/** Nights as marks on the map. */
export const placesQuery = ({ when, q, city, category, from, to }: EventsFilter) =>
  queryOptions<NightMarks, Error, NightMarks, readonly [string]>({
    queryKey: [withQuery("/api/events/places", { when, q, city, category, from, to })],
  });

/** The last few nights gone by, for the front page. */
export const latelyQuery = () =>
  queryOptions<NightMarks, Error, NightMarks, readonly [string]>({
    queryKey: [withQuery("/api/events/places", { when: "past", most: 4 })],
  });

/** Nights of a month; of the current one where none is named. */
export const monthQuery = ({ month, q, city, category }: EventsFilter) =>
  queryOptions<NightMonth, Error, NightMonth, readonly [string]>({
    queryKey: [withQuery("/api/events/month", { month, q, city, category })],
  });

/** A few nights like this one. */
export const relatedQuery = (id: string | number) =>
  queryOptions<RelatedEvents, Error, RelatedEvents, readonly [string]>({ queryKey: [`/api/events/${id}/related`] });

/** @param accessCode shows the ticket types that are hidden behind it as well */
export const eventQuery = (id: string | number, accessCode?: string) =>
  queryOptions<EventDetail, Error, EventDetail, readonly [string]>({
    queryKey: [withQuery(`/api/events/${id}`, { accessCode })],
  });
