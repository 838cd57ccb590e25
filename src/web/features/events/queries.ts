import { apiQuery } from "#web/lib/api.ts";
import type { EventsFilter } from "#web/lib/paths.ts";

/** A page of events. The first element of every key is the GET path, which the query function fetches. */
export const eventsQuery = ({ when, q, city, category, from, to, page }: EventsFilter = {}) =>
  apiQuery("GET /api/events", { query: { when, q, city, category, from, to, page } });

/** Events for the map. */
export const markersQuery = ({ when, q, city, category, from, to }: EventsFilter) =>
  apiQuery("GET /api/events/markers", { query: { when, q, city, category, from, to } });

/** The most recent past events, for the home page. */
export const latelyQuery = () => apiQuery("GET /api/events/markers", { query: { when: "past", most: 4 } });

/** The events of a month; of the current month by default. */
export const monthQuery = ({ month, q, city, category }: EventsFilter) =>
  apiQuery("GET /api/events/month", { query: { month, q, city, category } });

/** The next event that can be bought, if any. */
export const nextBuyableQuery = () => apiQuery("GET /api/events/next-buyable");

/** A few events like this one. */
export const relatedQuery = (id: number) => apiQuery("GET /api/events/{id}/related", { params: { id } });

/** @param accessCode also shows the hidden ticket types that it unlocks */
export const eventQuery = (id: number, accessCode?: string) =>
  apiQuery("GET /api/events/{id}", { params: { id }, query: { accessCode } });
