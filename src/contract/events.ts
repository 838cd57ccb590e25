import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Cents, Currency, Cursor, CursorList, Id, IdParam, Instant, Page } from "./shapes.ts";

/** Pictures of one poster: `key` names the files `/media/posters/{key}-{480|960}.{avif|webp}`, `-768.avif`, `-1200.jpg`, `-social.jpg`. */
export const Poster = z.object({
  key: z.string(),
  alt: z.string(),
  /** Main colour and glow colour, `#rrggbb`. */
  dominant: z.string(),
  accent: z.string(),
  /** Tiny data URI shown until the picture is there. */
  placeholder: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  /** The point that every crop keeps, in parts of the width and the height; left out where it is the middle. */
  focal: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }).optional(),
});
export type Poster = z.infer<typeof Poster>;

export const Venue = z.object({
  name: z.string(),
  address: z.string().nullable(),
  city: z.string(),
  region: z.string(),
  country: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type Venue = z.infer<typeof Venue>;

/** How the night stands for a buyer: what a badge says. */
export const EventSaleState = z.enum(["on_sale", "nearly_gone", "scheduled", "sold_out", "free", "ended"]);
export type EventSaleState = z.infer<typeof EventSaleState>;

/** Whether the night takes place: called off for good, or put off with its tickets kept. */
export const EventState = z.enum(["on", "cancelled", "postponed"]);
export type EventState = z.infer<typeof EventState>;

export const EventSummary = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  startsAt: Instant,
  doorsAt: Instant.nullable(),
  endsAt: Instant,
  /** IANA zone in which the night happens and its times are shown. */
  timeZone: z.string(),
  venue: Venue,
  poster: Poster,
  categories: z.array(z.string()),
  /** Lowest price of what can be bought, all fees included; null when nothing is on sale. */
  fromCents: Cents.nullable(),
  currency: Currency,
  saleState: EventSaleState,
  state: EventState,
});
export type EventSummary = z.infer<typeof EventSummary>;

export const TicketTypeStatus = z.enum(["on_sale", "scheduled", "sold_out", "ended"]);
export type TicketTypeStatus = z.infer<typeof TicketTypeStatus>;

export const TicketType = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** What the buyer pays for one unit, mandatory fees included; 0 for free and open prices. */
  priceCents: Cents,
  /** The part of priceCents that is fee. */
  feeCents: Cents,
  currency: Currency,
  pricing: z.enum(["fixed", "free", "open"]),
  /** Least amount for an open price, per unit. */
  minimumCents: Cents.nullable(),
  /** How many can be held right now; null when the night hides its counts. */
  available: z.int().min(0).nullable(),
  nearlyGone: z.boolean(),
  ticketsPerUnit: z.int().min(1),
  status: TicketTypeStatus,
  minPerOrder: z.int().min(1),
  /** Most units of one order, and of one person over all their orders; null: as many orders as they like. */
  maxPerOrder: z.int().min(1),
  maxPerPerson: z.int().min(1).nullable(),
  salesStartAt: Instant.nullable(),
  salesEndAt: Instant.nullable(),
  /** Name of the release that has to sell out before this one opens; null where it waits for none, or is open. */
  opensAfter: z.string().nullable(),
});
export type TicketType = z.infer<typeof TicketType>;

export const AgeRule = z.enum(["all", "18+", "21+"]);
export type AgeRule = z.infer<typeof AgeRule>;

/** Until when buyers may return tickets by themselves, and whether the fees go back as well. */
export const RefundTerms = z.object({ until: Instant, withFees: z.boolean() });
export type RefundTerms = z.infer<typeof RefundTerms>;

/** Who plays, and as what. */
export const Act = z.object({ name: z.string(), role: z.string(), picture: Poster.nullable() });
export type Act = z.infer<typeof Act>;

/** Another date of the same run. */
export const OtherDate = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  startsAt: Instant,
  timeZone: z.string(),
  city: z.string(),
  saleState: EventSaleState,
  state: EventState,
});
export type OtherDate = z.infer<typeof OtherDate>;

export const EventDetail = EventSummary.extend({
  /** The text without marks: paragraphs parted by empty lines. */
  description: z.string(),
  /** The same text as it is set, in the few elements that the site lets through; null where it has no marks. */
  descriptionHtml: z.string().nullable(),
  ageRule: AgeRule,
  dressCode: z.string().nullable(),
  lineup: z.array(Act),
  policies: z.array(z.object({ title: z.string(), text: z.string() })),
  gallery: z.array(Poster),
  ticketTypes: z.array(TicketType),
  /** What staff say about the night being called off or put off. */
  stateNote: z.string().nullable(),
  /** What buyers are promised should they want to return tickets; null: nothing, unless the night is called off. */
  refunds: RefundTerms.nullable(),
  /** When it would have begun before it was moved. */
  movedFrom: Instant.nullable(),
  /** What search engines and shared links say in the place of title and summary. */
  seo: z.object({ title: z.string().nullable(), description: z.string().nullable() }),
  /** How it was, once it is over. */
  recap: z.string().nullable(),
  /** The other dates to come of the same run, the next first. */
  otherDates: z.array(OtherDate),
});
export type EventDetail = z.infer<typeof EventDetail>;

/** What the filters can offer, with how many nights each. */
export const CityCounts = z.array(z.object({ city: z.string(), count: z.int() }));
export const CategoryCounts = z.array(z.object({ category: z.string(), count: z.int() }));

export const EventList = CursorList(EventSummary).extend({ cities: CityCounts, categories: CategoryCounts });
export type EventList = z.infer<typeof EventList>;

export const EventListQuery = z.object({
  when: z.enum(["upcoming", "past"]).default("upcoming"),
  q: z.string().trim().max(100).optional(),
  city: z.string().trim().max(80).optional(),
  category: z.string().trim().max(40).optional(),
  /** First and last day on which a night may begin where it happens, `2026-11-28`. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  page: Page,
  cursor: Cursor,
});
export type EventListQuery = z.infer<typeof EventListQuery>;

export const listEvents = endpoint({
  method: "GET",
  path: "/api/events",
  summary: "Nights on sale or gone by, with search and filters",
  access: "public",
  limit: "read",
  shared: true,
  query: EventListQuery,
  reply: EventList,
  errors: ["invalid_input"],
});

export const RelatedEvents = z.object({ items: z.array(EventSummary) });
export type RelatedEvents = z.infer<typeof RelatedEvents>;

export const listRelatedEvents = endpoint({
  method: "GET",
  path: "/api/events/{id}/related",
  summary: "A few nights to come that are like one: in its city, or of its kind",
  access: "public",
  limit: "read",
  shared: true,
  params: z.object({ id: IdParam }),
  reply: RelatedEvents,
  errors: ["not_found"],
});

export const getEvent = endpoint({
  method: "GET",
  path: "/api/events/{id}",
  summary: "One night with its ticket types; an access code reveals the hidden ones",
  access: "public",
  limit: "read",
  shared: true,
  params: z.object({ id: IdParam }),
  guess: "accessCode",
  query: z.object({ accessCode: z.string().trim().max(40).optional() }),
  reply: EventDetail,
  errors: ["not_found"],
});
