import { pathQuery } from "#web/lib/query-client.ts";
import type { EventMarkers, EventMonth } from "#contract/events/markers.ts";
import type { EventDetail, EventList, RelatedEvents } from "#contract/events/events.ts";
import { type EventsFilter, withQuery } from "#web/lib/paths.ts";

/** A page of events. The first element of every key is the GET path, which the query function fetches. */
export const eventsQuery = ({ when, q, city, category, from, to, page }: EventsFilter = {}) =>
  pathQuery<EventList>(withQuery("/api/events", { when, q, city, category, from, to, page }));

/** Events for the map. */
export const markersQuery = ({ when, q, city, category, from, to }: EventsFilter) =>
  pathQuery<EventMarkers>(withQuery("/api/events/markers", { when, q, city, category, from, to }));

/** The most recent past events, for the home page. */
export const latelyQuery = () => pathQuery<EventMarkers>(withQuery("/api/events/markers", { when: "past", most: 4 }));

/** The events of a month; of the current month by default. */
export const monthQuery = ({ month, q, city, category }: EventsFilter) =>
  pathQuery<EventMonth>(withQuery("/api/events/month", { month, q, city, category }));

/** The next event that can be bought, if any. */
export const nextBuyableQuery = () => pathQuery<RelatedEvents>("/api/events/next-buyable");

/** A few events like this one. */
export const relatedQuery = (id: string | number) => pathQuery<RelatedEvents>(`/api/events/${id}/related`);

/** @param accessCode also shows the hidden ticket types that it unlocks */
export const eventQuery = (id: string | number, accessCode?: string) =>
  pathQuery<EventDetail>(withQuery(`/api/events/${id}`, { accessCode }));
