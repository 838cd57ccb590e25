import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Cents, Currency, Id, IdParam, Instant, List, Page } from "./shapes.ts";

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
  maxPerOrder: z.int().min(1),
  salesStartAt: Instant.nullable(),
  salesEndAt: Instant.nullable(),
});
export type TicketType = z.infer<typeof TicketType>;

export const EventDetail = EventSummary.extend({
  description: z.string(),
  ageRule: z.enum(["all", "18+", "21+"]),
  dressCode: z.string().nullable(),
  lineup: z.array(z.object({ name: z.string(), role: z.string() })),
  policies: z.array(z.object({ title: z.string(), text: z.string() })),
  ticketTypes: z.array(TicketType),
});
export type EventDetail = z.infer<typeof EventDetail>;

export const EventList = List(EventSummary).extend({
  /** What the filters can offer, with how many nights each. */
  cities: z.array(z.object({ city: z.string(), count: z.int() })),
  categories: z.array(z.object({ category: z.string(), count: z.int() })),
});
export type EventList = z.infer<typeof EventList>;

export const EventListQuery = z.object({
  when: z.enum(["upcoming", "past"]).default("upcoming"),
  q: z.string().trim().max(100).optional(),
  city: z.string().trim().max(80).optional(),
  category: z.string().trim().max(40).optional(),
  page: Page,
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

export const getEvent = endpoint({
  method: "GET",
  path: "/api/events/{id}",
  summary: "One night with its ticket types; an access code reveals the hidden ones",
  access: "public",
  limit: "read",
  shared: true,
  params: z.object({ id: IdParam }),
  query: z.object({ accessCode: z.string().trim().max(40).optional() }),
  reply: EventDetail,
  errors: ["not_found"],
});
