import type { RefundPolicy } from "#contract/event-editing.ts";
import type { EventDetail, Poster, TicketType, Venue } from "#contract/events.ts";

/** A place as its editor leaves it; a place is known by name and city. */
export type VenueDraft = Venue;

/** A night as its editor leaves it. Instants are UTC. */
export interface EventDraft {
  /** Given when an existing night is saved again. */
  id?: number;
  /** Taken from the title when left out. */
  slug?: string;
  venueId: number;
  title: string;
  summary: string;
  /** Paragraphs parted by empty lines. */
  description: string;
  /** The same text as it is set, made safe; null or left out where it has no marks. */
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
  /** People the night can take over all types; null where only the types are counted. Set once, when it is created. */
  capacity: number | null;
  entryOpensMinutes: number | null;
  /** None unless said. */
  refunds?: RefundPolicy;
}

/** A ticket type as its editor leaves it. */
export interface TicketTypeDraft {
  /** Given when an existing type is saved again. */
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
  /** Units that one person may have over all orders. */
  maxPerPerson?: number | null;
  salesStartAt: Date | null;
  salesEndAt: Date | null;
  /** The release of the same night that opens this one by selling out. */
  opensAfterId?: number | null;
  /** Hides the type from whoever does not know it. */
  accessCode: string | null;
  /** Withdrawn: neither shown nor sold. */
  isHidden?: boolean;
  /** `#rrggbb` of what the door gives or looks for. */
  doorColor: string | null;
  /** Pools of the night that it draws from. */
  poolIds?: number[];
  /** Order on the page. */
  position: number;
  /** Units to sell: never less than what is sold and held. */
  capacity: number;
}
