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
  startsAt: Date;
  doorsAt: Date | null;
  endsAt: Date;
  /** IANA zone. */
  timeZone: string;
  poster: Poster;
  categories: string[];
  ageRule: EventDetail["ageRule"];
  dressCode: string | null;
  lineup: EventDetail["lineup"];
  policies: EventDetail["policies"];
  visibility: "draft" | "unlisted" | "published";
  currency: string;
  hideCounts: boolean;
  /** People the night can take over all types; null where only the types are counted. Set once, when it is created. */
  capacity: number | null;
  entryOpensMinutes: number | null;
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
  salesStartAt: Date | null;
  salesEndAt: Date | null;
  /** Hides the type from whoever does not know it. */
  accessCode: string | null;
  doorColor: string | null;
  /** Order on the page. */
  position: number;
  /** Units to sell. Set once, when it is created. */
  capacity: number;
}
