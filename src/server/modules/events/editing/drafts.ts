import type { RefundPolicy } from "#contract/event-editing.ts";
import type { EventDetail, Poster, TicketType, Venue } from "#contract/events.ts";

/** A venue as its editor saves it; a venue is identified by name and city. */
export type VenueDraft = Venue;

/** An event as its editor saves it. Times are UTC. */
export interface EventDraft {
  /** Set when an existing event is saved again. */
  id?: number;
  /** Made from the title when left out. */
  slug?: string;
  venueId: number;
  title: string;
  summary: string;
  /** Paragraphs separated by empty lines. */
  description: string;
  /** The same text as sanitized HTML; null or left out if it has no formatting. */
  descriptionHtml?: string | null;
  startsAt: Date;
  doorsAt: Date | null;
  endsAt: Date;
  /** IANA zone. */
  timeZone: string;
  poster: Poster;
  categories: string[];
  ageRule: EventDetail["ageRule"];
  dressCode: string | null;
  lineup: (Pick<EventDetail["lineup"][number], "name" | "role"> & { picture?: Poster | null })[];
  policies: EventDetail["policies"];
  gallery?: Poster[];
  seoTitle?: string | null;
  seoDescription?: string | null;
  recap?: string | null;
  seriesId?: number | null;
  visibility: "draft" | "unlisted" | "published";
  currency: string;
  hideCounts: boolean;
  /** People that the event can take across all types; null if only the types count. Set once, at creation. */
  capacity: number | null;
  entryOpensMinutes: number | null;
  /** None unless set. */
  refunds?: RefundPolicy;
}

/** A ticket type as its editor saves it. */
export interface TicketTypeDraft {
  /** Set when an existing type is saved again. */
  id?: number;
  eventId: number;
  name: string;
  description: string;
  pricing: TicketType["pricing"];
  priceCents: number;
  feeCents: number;
  minimumCents: number | null;
  ticketsPerUnit: number;
  minPerOrder: number;
  maxPerOrder: number;
  /** Units that one person can have across all orders. */
  maxPerPerson?: number | null;
  salesStartAt: Date | null;
  salesEndAt: Date | null;
  /** The price tier of the same event that opens this one by selling out. */
  opensAfterId?: number | null;
  /** Hides the type from anyone who doesn't know it. */
  accessCode: string | null;
  /** Withdrawn: neither shown nor sold. */
  isHidden?: boolean;
  /** `#rrggbb` of the wristband at the door. */
  doorColor: string | null;
  /** Pools of the event that it draws on. */
  poolIds?: number[];
  /** Order on the page. */
  position: number;
  /** Units to sell: never less than what is sold and held. */
  capacity: number;
}
