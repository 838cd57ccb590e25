import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { CityCounts, EventListQuery, EventStatus, CategoryCounts } from "./events.ts";
import { EventReference, Instant } from "../shapes.ts";

/** An event on a map or in a calendar: few fields, so that many fit in one response. */
export const EventMarker = EventReference.extend({
  slug: z.string(),
  endsAt: Instant,
  venue: z.string(),
  city: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  posterKey: z.string(),
  status: EventStatus,
});
export type EventMarker = z.infer<typeof EventMarker>;

/** `cities` and `categories`: what the map can be filtered by. */
export const EventMarkers = z.object({
  items: z.array(EventMarker),
  /** Total matches; items are the first few hundred. */
  total: z.int(),
  cities: CityCounts,
  categories: CategoryCounts,
});
export type EventMarkers = z.infer<typeof EventMarkers>;

/** "2026-11" */
const Month = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/);

export const EventMonth = EventMarkers.extend({
  month: Month,
  /** The nearest months before and after with an event. */
  before: Month.nullable(),
  after: Month.nullable(),
});
export type EventMonth = z.infer<typeof EventMonth>;

/** 300 without `most`. */
export const listEventMarkers = endpoint(
  "GET /api/events/markers",
  "Events on a map, with the list's search and filters",
  {
    access: "public",
    shared: true,
    query: EventListQuery.omit({ page: true, cursor: true }).extend({
      /** The maximum number of results. */
      most: z
        .string()
        .regex(/^[1-9]\d?$/)
        .transform(Number)
        .optional(),
    }),
    reply: EventMarkers,
  },
);

/** Past events too. */
export const listEventMonth = endpoint(
  "GET /api/events/month",
  "Events that take place in one month, each on its local days. Default: the current month",
  {
    access: "public",
    shared: true,
    query: EventListQuery.pick({ q: true, city: true, category: true }).extend({ month: Month.optional() }),
    reply: EventMonth,
  },
);
