import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { CityCounts, EventListQuery, EventState, CategoryCounts } from "./events.ts";
import { Id, Instant } from "./shapes.ts";

/** A night as a mark on a map or in a calendar: few words, so that many fit into one answer. */
export const NightMark = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  startsAt: Instant,
  /** IANA zone in which the night happens; its day in a calendar is the day there. */
  timeZone: z.string(),
  venue: z.string(),
  city: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  posterKey: z.string(),
  state: EventState,
});
export type NightMark = z.infer<typeof NightMark>;

export const NightMarks = z.object({
  items: z.array(NightMark),
  /** All that match; items are the first few hundred of them. */
  total: z.int(),
  cities: CityCounts,
  categories: CategoryCounts,
});
export type NightMarks = z.infer<typeof NightMarks>;

/** "2026-11" */
export const Month = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/);

export const NightMonth = NightMarks.extend({
  month: Month,
  /** The nearest months before and after that have a night. */
  before: Month.nullable(),
  after: Month.nullable(),
});
export type NightMonth = z.infer<typeof NightMonth>;

export const listEventPlaces = endpoint({
  method: "GET",
  path: "/api/events/places",
  summary: "Nights as marks on a map, with the list's search and filters",
  access: "public",
  limit: "read",
  shared: true,
  query: EventListQuery.omit({ page: true, cursor: true }).extend({
    /** Gives no more marks than this. */
    most: z
      .string()
      .regex(/^[1-9]\d?$/)
      .transform(Number)
      .optional(),
  }),
  reply: NightMarks,
  errors: ["invalid_input"],
});

export const listEventMonth = endpoint({
  method: "GET",
  path: "/api/events/month",
  summary: "Nights of one month, each on its day where it happens; without a month those of the current one",
  access: "public",
  limit: "read",
  shared: true,
  query: EventListQuery.pick({ q: true, city: true, category: true }).extend({ month: Month.optional() }),
  reply: NightMonth,
  errors: ["invalid_input"],
});
