import { z } from "zod";
import { adminEndpoint, listEndpoint } from "../endpoint.ts";
import { formatZip } from "../delivery/us-zip-codes.ts";
import { lineChecks } from "../form-fields.ts";
import { AgeRule, EventDetail, EventStatus, Poster, Venue } from "./events.ts";
import {
  ById,
  CursorList,
  Empty,
  EventReference,
  Id,
  IdParam,
  Instant,
  InstantOrNull,
  IntOrNull,
  Items,
  Line,
  paging,
  SearchText,
  TextOrNull,
  Version,
} from "../shapes.ts";
import { TicketCounts } from "./ticket-types.ts";
import { isTimeZone } from "../zoned-time.ts";

/** Who can find an event: nobody yet, anyone with its URL, everyone. */
export const EventVisibility = z.enum(["draft", "unlisted", "published"]);
export type EventVisibility = z.infer<typeof EventVisibility>;

/** A venue. Several events can share it. */
export const VenueChoice = Venue.extend({
  id: Id,
  version: Version,
  /** The ZIP or postal code. */
  postalCode: TextOrNull,
  /** Past and upcoming events there. */ eventCount: z.int(),
});
export type VenueChoice = z.infer<typeof VenueChoice>;

/** The file key of a library image; `settings` means no image. */
const PictureKey = z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/);

/** An instant in a valid year for events. */
export const Moment = Instant.refine((text) => /^20\d\d-/.test(text), "Enter a year from 2000 to 2099");
const TimeZone = z.string().max(64).refine(isTimeZone, "Enter a time zone like America/New_York");
/** The readable end of an event's URL. */
export const Slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use only lowercase letters, digits and single hyphens");

/** Multi-line text: no control characters except line breaks and tabs. */
const Text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(
      /^(?:[^\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\n\r\t])*$/u,
      "Remove any hidden control characters",
    );

/** An event's self-service refund policy. Orders keep the policy from when they were placed. */
export const RefundPolicy = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("before_start"), hours: z.int().min(0).max(8760), withFees: z.boolean() }),
  z.strictObject({ kind: z.literal("until"), until: Moment, withFees: z.boolean() }),
]);
export type RefundPolicy = z.infer<typeof RefundPolicy>;

/** What an editor can change on an event. Omitted fields stay unchanged. */
export const EventChanges = z.strictObject({
  title: Line(1, 120),
  slug: Slug,
  summary: Line(0, 300),
  /** Only a few elements are allowed; the rest is removed before it is stored. */
  descriptionHtml: z.string().max(40_000),
  categories: z.array(Line(1, 40)).max(12),
  startsAt: Moment,
  doorsAt: Moment.nullable(),
  endsAt: Moment,
  timeZone: TimeZone,
  venueId: Id,
  ageRule: AgeRule,
  dressCode: Line(1, 120).nullable(),
  lineup: z
    .array(z.strictObject({ name: Line(1, 120), role: Line(0, 120), picture: PictureKey.nullable().optional() }))
    .max(60),
  policies: z.array(z.strictObject({ title: Line(1, 120), text: Text(1500).min(1) })).max(30),
  poster: PictureKey,
  gallery: z.array(PictureKey).max(40),
  seoTitle: Line(1, 120).nullable(),
  seoDescription: Line(1, 320).nullable(),
  recap: Text(8000).nullable(),
  hideCounts: z.boolean(),
  /** Ticket sales end at the start at the latest, such as for a boat that sails; otherwise at the end. */
  salesEndAtStart: z.boolean(),
  /** Minutes before doors when check-in opens; null: any time. */
  entryOpensMinutes: z.int().min(0).max(1440).nullable(),
  refunds: RefundPolicy,
});
export type EventChanges = Partial<z.infer<typeof EventChanges>>;

/**
 * How ticket holders learn about a saved change of times or venue: by an email with the old and the new values and an
 * optional message from staff, or not at all, because it is only a correction.
 */
export const AttendeeUpdateChoice = z.discriminatedUnion("notify", [
  z.strictObject({ notify: z.literal("mail"), note: Line(1, 600).optional() }),
  z.strictObject({ notify: z.literal("nobody") }),
]);
export type AttendeeUpdateChoice = z.infer<typeof AttendeeUpdateChoice>;

/** What an event still needs. `needed` blocks publishing, `wise` is a recommendation. */
export const PublishGap = z.object({
  what: z.enum(["title", "summary", "poster", "times", "tickets", "description", "lineup", "map"]),
  weight: z.enum(["needed", "wise"]),
});
export type PublishGap = z.infer<typeof PublishGap>;

/** A date of the same series, as staff see it. */
export const RunDate = EventReference.extend({
  visibility: EventVisibility,
  status: EventStatus,
});
export type RunDate = z.infer<typeof RunDate>;

/** An event as its editor shows it. */
export const EditedEvent = EventDetail.omit({
  fromCents: true,
  saleStatus: true,
  description: true,
  seo: true,
  otherDates: true,
}).extend({
  /** Goes up with every save. A save sends the version it started from. */
  version: z.int().min(1),
  /** Earlier slugs, latest first. All of them still lead to it. */
  formerSlugs: z.array(z.string()),
  descriptionHtml: z.string(),
  venue: VenueChoice,
  /** False while the default background replaces the poster. */
  hasPoster: z.boolean(),
  seoTitle: TextOrNull,
  seoDescription: TextOrNull,
  hideCounts: z.boolean(),
  salesEndAtStart: z.boolean(),
  entryOpensMinutes: IntOrNull,
  refunds: RefundPolicy,
  /** Until when people who held tickets before it was postponed can get a refund. */
  refundsUntil: InstantOrNull,
  visibility: EventVisibility,
  publishAt: InstantOrNull,
  publishAs: z.enum(["published", "unlisted"]).nullable(),
  isOver: z.boolean(),
  ...TicketCounts.shape,
  /** All dates of its series, including itself; empty if it isn't in a series. */
  run: z.array(RunDate),
  gaps: z.array(PublishGap),
  updatedAt: Instant,
  /** Who changed it last. */
  updatedBy: TextOrNull,
});
export type EditedEvent = z.infer<typeof EditedEvent>;

/** An event in the staff list. */
export const EventRow = EventReference.extend({
  slug: z.string(),
  poster: Poster,
  venue: z.object({ name: z.string(), city: z.string() }),
  visibility: EventVisibility,
  publishAt: InstantOrNull,
  status: EventStatus,
  isOver: z.boolean(),
  inRun: z.boolean(),
  ...TicketCounts.shape,
  updatedAt: Instant,
});
export type EventRow = z.infer<typeof EventRow>;

/**
 * `next`: upcoming events, next first, then past ones, latest first. `sold`: by tickets sold, as of half a minute ago.
 */
export const EventRowSort = z.enum([
  "next",
  "startsAt",
  "-startsAt",
  "title",
  "-title",
  "-sold",
  "sold",
  "-updatedAt",
  "updatedAt",
]);
/** `scheduled`: a draft with a publish date. `off`: canceled or postponed. */
export const EventRowStatus = z.enum(["draft", "scheduled", "unlisted", "published", "off"]);

const rowFilter = {
  /** Words of the title, venue, city or lineup. */
  q: SearchText,
  when: z.enum(["upcoming", "past"]).optional(),
  status: EventRowStatus.optional(),
  city: z.string().trim().max(80).optional(),
  sort: EventRowSort.default("next"),
};
/** Upcoming events first, the next on top, unless `sort` says otherwise. */
export const EventRowQuery = z.object({ ...rowFilter, ...paging });
export type EventRowQuery = z.infer<typeof EventRowQuery>;

/** `cities`: the cities to filter by. */
export const listEventRows = listEndpoint(
  "/api/admin/events",
  "All events for staff, including drafts, with search, filters and sorting",
  EventRowQuery,
  CursorList(EventRow).extend({ cities: z.array(z.string()) }),
);

/** An event that staff choose from a list. */
export const EventOption = EventReference.extend({
  venue: z.object({ city: z.string() }),
  visibility: EventVisibility,
  status: EventStatus,
  isOver: z.boolean(),
});
export type EventOption = z.infer<typeof EventOption>;

/** Without pages, so that a select holds them all: upcoming events, the next first, then past ones, the latest first. */
export const listEventOptions = adminEndpoint("GET /api/admin/event-options", "All events to choose from, by name", {
  reply: Items(EventOption),
});

/** Times are in each event's own zone. */
export const exportEventRows = adminEndpoint("GET /api/admin/events.csv", "The full list as a CSV file", {
  limit: "write",
  query: z.object(rowFilter),
  reply: z.string(),
});

/**
 * In the default currency of the settings, without ticket types and capacity. `not_found` for an unknown venue,
 * `invalid_input` for times that don't fit.
 */
export const createEvent = adminEndpoint(
  "POST /api/admin/events",
  "Create an event: a draft with a title, times and a venue",
  {
    body: z.strictObject({
      title: Line(1, 120),
      startsAt: Moment,
      doorsAt: Moment.nullable().optional(),
      endsAt: Moment,
      timeZone: TimeZone,
      venueId: Id,
    }),
    reply: EditedEvent,
    status: 201,
    errors: ["not_found"],
  },
);

export const getEditedEvent = adminEndpoint(
  "GET /api/admin/events/{id}",
  "An event with everything its editor can change",
  {
    params: ById,
    reply: EditedEvent,
  },
);

/**
 * The event is locked: of two saves at once, the later one gets `edited_meanwhile`. The same transaction writes the
 * emails to ticket holders. `already_exists`: another event has the slug.
 */
export const changeEvent = adminEndpoint(
  "PATCH /api/admin/events/{id}",
  "Save changes to an event; refused if someone else saved since the given version, or if times or venue change for ticket holders and `attendeeUpdate` doesn't say whether to notify them",
  {
    params: ById,
    body: z.strictObject({
      version: Version,
      changes: EventChanges.partial(),
      attendeeUpdate: AttendeeUpdateChoice.optional(),
    }),
    reply: EditedEvent,
    errors: ["not_found", "edited_meanwhile", "already_exists", "attendee_update_required"],
  },
);

/** `has_sales` if it ever had an order. */
export const deleteEvent = adminEndpoint("DELETE /api/admin/events/{id}", "Delete a draft without sales", {
  params: ById,
  reply: Empty,
  errors: ["not_found", "has_sales", "not_a_draft"],
});

/** 20 at most. */
export const listVenues = adminEndpoint(
  "GET /api/admin/venues",
  "Venues by words of their name, address or city, most used first",
  {
    query: z.object({
      q: SearchText,
      /** One venue by id. */
      id: IdParam.optional(),
    }),
    reply: Items(VenueChoice),
  },
);

/** Without coordinates, its events aren't on the map. */
const VenueBody = z.strictObject({
  name: Line(1, 120),
  address: Line(1, 200).nullable().optional(),
  city: Line(1, 80),
  /** In the US the state's code, which has to agree with the ZIP Code if there is one. */
  region: Line(0, 80),
  postalCode: z
    .string()
    .overwrite(formatZip)
    .check(...lineChecks(1, 20))
    .nullable()
    .optional(),
  country: Line(2, 60),
  latitude: z.number().min(-90).max(90).nullable().optional(),
  longitude: z.number().min(-180).max(180).nullable().optional(),
});
export type VenueBody = z.infer<typeof VenueBody>;
/** `version`: the one that the editor started from. */
const VenueChange = VenueBody.extend({ version: Version });
export type VenueChange = z.infer<typeof VenueChange>;

/**
 * `already_exists` if the city has one of this name; `invalid_input` if state and ZIP Code of a US address don't agree.
 */
export const createVenue = adminEndpoint("POST /api/admin/venues", "Create a venue", {
  body: VenueBody,
  reply: VenueChoice,
  status: 201,
  errors: ["already_exists"],
});

/** Refused as `createVenue`, and with `edited_meanwhile` if someone else saved since `version`. */
export const changeVenue = adminEndpoint("PATCH /api/admin/venues/{id}", "Change a venue, for every event there", {
  params: ById,
  body: VenueChange,
  reply: VenueChoice,
  errors: ["not_found", "edited_meanwhile", "already_exists"],
});
