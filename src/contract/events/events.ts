import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import {
  ById,
  Cents,
  Currency,
  CursorList,
  EventReference,
  Id,
  Instant,
  InstantOrNull,
  Items,
  paging,
  SearchText,
  ShortText,
  TypedCode,
  TextOrNull,
} from "../shapes.ts";

/** Images of one poster: `key` names the files `/media/posters/{key}-{480|960}.{avif|webp}`, `-768.avif`, `-1200.jpg`, `-social.jpg`. */
export const Poster = z.object({
  key: z.string(),
  alt: z.string(),
  /** Main color and glow color, `#rrggbb`. */
  dominant: z.string(),
  accent: z.string(),
  /** Tiny data URI shown until the image loads. */
  placeholder: TextOrNull,
  width: z.int(),
  height: z.int(),
  /** The point that every crop keeps, as fractions of width and height; omitted if it is the center. */
  focal: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }).optional(),
});
export type Poster = z.infer<typeof Poster>;

/** `region` is the state's code in the US. Null coordinates: it isn't on the map. */
export const Venue = z.object({
  name: z.string(),
  address: TextOrNull,
  city: z.string(),
  region: z.string(),
  country: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type Venue = z.infer<typeof Venue>;

/** The event's sale status for buyers, shown as a badge. */
export const EventSaleStatus = z.enum(["on_sale", "nearly_gone", "in_carts", "scheduled", "sold_out", "free", "ended"]);
export type EventSaleStatus = z.infer<typeof EventSaleStatus>;

/** Whether the event is on, canceled for good, or postponed with tickets still valid. */
export const EventStatus = z.enum(["on", "canceled", "postponed"]);
export type EventStatus = z.infer<typeof EventStatus>;

/** `fromCents` and `saleStatus` sum up its ticket types, without those behind an access code. */
export const EventSummary = EventReference.extend({
  slug: z.string(),
  summary: z.string(),
  doorsAt: InstantOrNull,
  endsAt: Instant,
  venue: Venue,
  poster: Poster,
  categories: z.array(z.string()),
  /** Lowest available price, including all fees; null if nothing is on sale. */
  fromCents: Cents.nullable(),
  currency: Currency,
  saleStatus: EventSaleStatus,
  status: EventStatus,
});
export type EventSummary = z.infer<typeof EventSummary>;

/** `in_carts`: unpaid orders have the rest on hold, so more may come back. */
export const TicketTypeStatus = z.enum(["on_sale", "in_carts", "scheduled", "sold_out", "ended"]);

/** A set price, none, or what each buyer chooses. */
export const Pricing = z.enum(["fixed", "free", "open"]);

/** As buyers see it. Types behind an access code are left out unless the call has the code. */
export const TicketType = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** What the buyer pays per unit, including mandatory fees; 0 for free and open prices. */
  priceCents: Cents,
  /** The fee in priceCents. */
  feeCents: Cents,
  currency: Currency,
  pricing: Pricing,
  /** Minimum amount per unit for an open price. */
  minimumCents: Cents.nullable(),
  /** How many are available now; null if the event hides counts. */
  available: z.int().min(0).nullable(),
  nearlyGone: z.boolean(),
  ticketsPerUnit: z.int().min(1),
  /** It opens the event's live stream and admits nobody at the door. */
  isStreamPass: z.boolean(),
  status: TicketTypeStatus,
  minPerOrder: z.int().min(1),
  /** Maximum units per order, and per person across all orders; null: no limit per person. */
  maxPerOrder: z.int().min(1),
  maxPerPerson: z.int().min(1).nullable(),
  salesStartAt: InstantOrNull,
  salesEndAt: InstantOrNull,
  /** Name of the price tier that must sell out before this one opens; null if there is none, or it is open. */
  opensAfter: TextOrNull,
  /** When there will be enough again if nobody pays for what is in carts; null if nothing is, or it isn't known. */
  moreAt: InstantOrNull,
});
export type TicketType = z.infer<typeof TicketType>;

/** Shown to buyers, and to staff at the door. */
/** `all`, or the least age: `18+`. */
export const AgeRule = z.string().regex(/^(?:all|[1-9]\d?\+)$/, "Enter an age from 1 to 99");
export type AgeRule = z.infer<typeof AgeRule>;

/** Until when buyers can refund tickets themselves, and whether fees are refunded too. */
export const RefundTerms = z.object({ until: Instant, withFees: z.boolean() });
export type RefundTerms = z.infer<typeof RefundTerms>;

/** A performer and their role. */
export const Act = z.object({ name: z.string(), role: z.string(), picture: Poster.nullable() });
export type Act = z.infer<typeof Act>;

/** Another date of the same series. */
export const OtherDate = EventReference.extend({
  slug: z.string(),
  city: z.string(),
  saleStatus: EventSaleStatus,
  status: EventStatus,
});
export type OtherDate = z.infer<typeof OtherDate>;

/** Times are UTC instants, to be shown in `timeZone`. */
export const EventDetail = EventSummary.extend({
  /** The text without formatting: paragraphs separated by empty lines. */
  description: z.string(),
  /** The same text as HTML, in the few elements that the site allows; null if it has no formatting. */
  descriptionHtml: TextOrNull,
  ageRule: AgeRule,
  dressCode: TextOrNull,
  lineup: z.array(Act),
  policies: z.array(z.object({ title: z.string(), text: z.string() })),
  gallery: z.array(Poster),
  ticketTypes: z.array(TicketType),
  /** The message from staff about a canceled or postponed event. */
  statusNote: TextOrNull,
  /** The refund policy for buyers. Null: no refunds unless the event is canceled. */
  refunds: RefundTerms.nullable(),
  /** Its start before it was rescheduled. */
  movedFrom: InstantOrNull,
  /** Title and description for search engines and shared links, instead of title and summary. */
  seo: z.object({ title: TextOrNull, description: TextOrNull }),
  /** The recap after the event. */
  recap: TextOrNull,
  /** Other upcoming dates of the same series, next first. */
  otherDates: z.array(OtherDate),
});
export type EventDetail = z.infer<typeof EventDetail>;

/** Filter options with event counts. */
export const CityCounts = z.array(z.object({ city: z.string(), count: z.int() }));
export const CategoryCounts = z.array(z.object({ category: z.string(), count: z.int() }));

/** `cities` and `categories`: what the list can be filtered by. */
export const EventList = CursorList(EventSummary).extend({ cities: CityCounts, categories: CategoryCounts });
export type EventList = z.infer<typeof EventList>;

/** Upcoming events have the next first, past ones the latest. */
export const EventListQuery = z.object({
  when: z.enum(["upcoming", "past"]).default("upcoming"),
  q: SearchText,
  city: z.string().trim().max(80).optional(),
  category: ShortText,
  /** First and last local start day, `2026-11-28`. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  ...paging,
});
export type EventListQuery = z.infer<typeof EventListQuery>;

/** Depends on the query alone, never on the caller. */
export const listEvents = endpoint("GET /api/events", "Upcoming or past events, with search and filters", {
  access: "public",
  shared: true,
  query: EventListQuery,
  reply: EventList,
});

/** Four at most. */
export const RelatedEvents = Items(EventSummary);
export type RelatedEvents = z.infer<typeof RelatedEvents>;

/** Without dates of its own series and events that don't take place. `not_found` for a draft. */
export const listRelatedEvents = endpoint(
  "GET /api/events/{id}/related",
  "A few similar upcoming events: first those on sale, those in the same city before others",
  {
    access: "public",
    shared: true,
    params: ById,
    reply: RelatedEvents,
  },
);

/** Among the next two hundred events. */
export const getNextBuyable = endpoint(
  "GET /api/events/next-buyable",
  "The next upcoming event whose tickets are available now, as a list of one or none",
  { access: "public", shared: true, reply: RelatedEvents },
);

/** Types behind the code don't count in `fromCents` and `saleStatus`. `not_found` for a draft. */
export const getEvent = endpoint(
  "GET /api/events/{id}",
  "One event with its ticket types; an access code reveals hidden ones",
  {
    access: "public",
    shared: true,
    params: ById,
    guess: "accessCode",
    query: z.object({ accessCode: TypedCode }),
    reply: EventDetail,
  },
);
