import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Act, AgeRule, EventState, Poster, TicketType, Venue } from "./events.ts";
import { Currency, Cursor, CursorList, Empty, Id, IdParam, Instant, Line, Page, Version } from "./shapes.ts";
import { isTimeZone } from "./zoned-time.ts";

/** Who finds a night: nobody yet, whoever has its address, everybody. */
export const EventVisibility = z.enum(["draft", "unlisted", "published"]);
export type EventVisibility = z.infer<typeof EventVisibility>;

/** A place that nights can be put at; several have it at once. */
export const VenueChoice = Venue.extend({
  id: Id,
  version: Version,
  /** Nights that take or took place there. */ nights: z.int(),
});
export type VenueChoice = z.infer<typeof VenueChoice>;

/** A picture of the library by the key of its files; `house` is none. */
const PictureKey = z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/);

/** An instant in a year in which nights take place. */
const Moment = Instant.refine((text) => /^20\d\d-/.test(text), "A year from 2000 to 2099 is needed");
const TimeZone = z.string().max(64).refine(isTimeZone, "An IANA time zone is needed, as America/New_York");
/** The readable end of a night's address. */
export const Slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Small letters, digits and single hyphens only");

/** Several lines that people type: no control characters but the line's end. */
const Text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(
      /^(?:[^\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\n\r\t])*$/u,
      "Control characters are not allowed",
    );

/** What a night promises to buyers who want to return tickets. Orders keep what was promised when they were placed. */
export const RefundPolicy = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("before_start"), hours: z.int().min(0).max(8760), withFees: z.boolean() }),
  z.strictObject({ kind: z.literal("until"), until: Moment, withFees: z.boolean() }),
]);
export type RefundPolicy = z.infer<typeof RefundPolicy>;

/** What an editor may change of a night; what is left out stays as it is. */
export const EventChanges = z.strictObject({
  title: Line(1, 120),
  slug: Slug,
  summary: Line(0, 300),
  /** Few elements are let through; the rest is taken out before it is kept. */
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
  /** Minutes before doors from which the door admits; null: from whenever it is there. */
  entryOpensMinutes: z.int().min(0).max(1440).nullable(),
  refunds: RefundPolicy,
});
export type EventChanges = Partial<z.infer<typeof EventChanges>>;

/**
 * What becomes of those who hold tickets when other times or another place are saved: each of them gets a mail that says
 * how it was and how it is, with words of the staff where there are some; or nobody, because it is only a correction.
 */
export const HolderNotice = z.discriminatedUnion("tell", [
  z.strictObject({ tell: z.literal("mail"), note: Line(1, 600).optional() }),
  z.strictObject({ tell: z.literal("nobody") }),
]);
export type HolderNotice = z.infer<typeof HolderNotice>;

/** What stands between a night and its buyers. `needed` must be there to publish, `wise` is told only. */
export const PublishGap = z.object({
  what: z.enum(["title", "summary", "poster", "times", "tickets", "description", "lineup", "map"]),
  weight: z.enum(["needed", "wise"]),
});
export type PublishGap = z.infer<typeof PublishGap>;

/** A date of the same run, as staff see it. */
export const RunDate = z.object({
  id: Id,
  title: z.string(),
  startsAt: Instant,
  timeZone: z.string(),
  visibility: EventVisibility,
  state: EventState,
});
export type RunDate = z.infer<typeof RunDate>;

/** A night as its editor has it. */
export const EditedEvent = z.object({
  id: Id,
  /** Raised by every save; a save names the one that it began with. */
  version: z.int().min(1),
  slug: z.string(),
  /** Addresses that it had before, the latest first; all of them lead to it. */
  formerSlugs: z.array(z.string()),
  title: z.string(),
  summary: z.string(),
  descriptionHtml: z.string(),
  categories: z.array(z.string()),
  startsAt: Instant,
  doorsAt: Instant.nullable(),
  endsAt: Instant,
  timeZone: z.string(),
  venue: VenueChoice,
  ageRule: AgeRule,
  dressCode: z.string().nullable(),
  lineup: z.array(Act),
  policies: z.array(z.object({ title: z.string(), text: z.string() })),
  poster: Poster,
  /** False while the house's own picture stands in for a poster. */
  hasPoster: z.boolean(),
  gallery: z.array(Poster),
  seoTitle: z.string().nullable(),
  seoDescription: z.string().nullable(),
  recap: z.string().nullable(),
  hideCounts: z.boolean(),
  entryOpensMinutes: z.int().nullable(),
  refunds: RefundPolicy,
  /** Until when holders from before it was put off may have their money back. */
  moneyBackUntil: Instant.nullable(),
  currency: Currency,
  visibility: EventVisibility,
  publishAt: Instant.nullable(),
  publishAs: z.enum(["published", "unlisted"]).nullable(),
  state: EventState,
  stateNote: z.string().nullable(),
  movedFrom: Instant.nullable(),
  isOver: z.boolean(),
  /** Units sold, set aside for open orders, and in all. */
  sold: z.int(),
  held: z.int(),
  capacity: z.int(),
  ticketTypes: z.array(TicketType),
  /** The dates of its run, itself among them; empty where it stands alone. */
  run: z.array(RunDate),
  gaps: z.array(PublishGap),
  updatedAt: Instant,
  /** Who of the staff changed it last. */
  updatedBy: z.string().nullable(),
});
export type EditedEvent = z.infer<typeof EditedEvent>;

/** A night in the staff's list. */
export const EventRow = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  poster: Poster,
  startsAt: Instant,
  timeZone: z.string(),
  venue: z.object({ name: z.string(), city: z.string() }),
  visibility: EventVisibility,
  publishAt: Instant.nullable(),
  state: EventState,
  isOver: z.boolean(),
  inRun: z.boolean(),
  sold: z.int(),
  capacity: z.int(),
  updatedAt: Instant,
});
export type EventRow = z.infer<typeof EventRow>;

/**
 * `next`: those to come, the next one first, then those gone by, the latest first. `sold`: by what they had sold half a
 * minute ago.
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
export type EventRowSort = z.infer<typeof EventRowSort>;
/** `scheduled`: a draft with an hour to show itself. `off`: called off or put off. */
export const EventRowState = z.enum(["draft", "scheduled", "unlisted", "published", "off"]);
export type EventRowState = z.infer<typeof EventRowState>;

const rowFilter = {
  /** Words of the title, the place, the city or the line-up. */
  q: z.string().trim().max(100).optional(),
  when: z.enum(["upcoming", "past"]).optional(),
  state: EventRowState.optional(),
  city: z.string().trim().max(80).optional(),
  sort: EventRowSort.default("next"),
};
export const EventRowQuery = z.object({ ...rowFilter, page: Page, cursor: Cursor });
export type EventRowQuery = z.infer<typeof EventRowQuery>;

export const listEventRows = endpoint({
  method: "GET",
  path: "/api/admin/events",
  summary: "All nights for staff, drafts included, with search, filters and order",
  access: "admin",
  limit: "read",
  query: EventRowQuery,
  reply: CursorList(EventRow).extend({ cities: z.array(z.string()) }),
  errors: ["invalid_input"],
});

export const exportEventRows = endpoint({
  method: "GET",
  path: "/api/admin/events.csv",
  summary: "The same list, whole, as a file for spreadsheets",
  access: "admin",
  limit: "write",
  query: z.object(rowFilter),
  reply: z.string(),
  errors: ["invalid_input"],
});

const params = z.object({ id: IdParam });

export const createEvent = endpoint({
  method: "POST",
  path: "/api/admin/events",
  summary: "Begin a night: a draft with a name, its times and its place",
  access: "admin",
  limit: "write",
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
  errors: ["invalid_input", "not_found"],
});

export const getEditedEvent = endpoint({
  method: "GET",
  path: "/api/admin/events/{id}",
  summary: "A night with all that its editor can change",
  access: "admin",
  limit: "read",
  params,
  reply: EditedEvent,
  errors: ["not_found"],
});

export const changeEvent = endpoint({
  method: "PATCH",
  path: "/api/admin/events/{id}",
  summary:
    "Save changes to a night; refused when somebody else saved since the version that it names, and when times or place change for people who hold tickets and `holders` does not say whether they are told",
  access: "admin",
  limit: "write",
  params,
  body: z.strictObject({
    version: z.int().min(1).max(2_000_000_000),
    changes: EventChanges.partial(),
    holders: HolderNotice.optional(),
  }),
  reply: EditedEvent,
  errors: ["invalid_input", "not_found", "edited_meanwhile", "already_exists", "holders_to_tell"],
});

export const deleteEvent = endpoint({
  method: "DELETE",
  path: "/api/admin/events/{id}",
  summary: "Delete a draft that never sold",
  access: "admin",
  limit: "write",
  params,
  reply: Empty,
  errors: ["not_found", "has_sales", "not_a_draft"],
});

export const listVenues = endpoint({
  method: "GET",
  path: "/api/admin/venues",
  summary: "Places by words of their name, address or city; the most used first",
  access: "admin",
  limit: "read",
  query: z.object({
    q: z.string().trim().max(100).optional(),
    /** One place by its number. */
    id: IdParam.optional(),
  }),
  reply: z.object({ items: z.array(VenueChoice) }),
  errors: ["invalid_input"],
});

const VenueBody = z.strictObject({
  name: Line(1, 120),
  address: Line(1, 200).nullable().optional(),
  city: Line(1, 80),
  region: Line(0, 80),
  country: Line(2, 60),
  latitude: z.number().min(-90).max(90).nullable().optional(),
  longitude: z.number().min(-180).max(180).nullable().optional(),
});
export type VenueBody = z.infer<typeof VenueBody>;
const VenueChange = VenueBody.extend({ version: Version });
export type VenueChange = z.infer<typeof VenueChange>;

export const createVenue = endpoint({
  method: "POST",
  path: "/api/admin/venues",
  summary: "A new place",
  access: "admin",
  limit: "write",
  body: VenueBody,
  reply: VenueChoice,
  status: 201,
  errors: ["invalid_input", "already_exists"],
});

export const changeVenue = endpoint({
  method: "PATCH",
  path: "/api/admin/venues/{id}",
  summary: "Correct a place, for every night that takes place there",
  access: "admin",
  limit: "write",
  params,
  body: VenueChange,
  reply: VenueChoice,
  errors: ["invalid_input", "not_found", "edited_meanwhile", "already_exists"],
});
