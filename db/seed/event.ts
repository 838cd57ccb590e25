import type { EventDetail, TicketType, Venue } from "#contract/events/events.ts";

/** A day relative to the seeding day, so that the demo is as recent as the site that shows it. */
export interface DemoDate {
  /** The first such weekday this many weeks away; negative for past events. */
  weeks: number;
  weekday: "friday" | "saturday" | "sunday";
  /** Local times in the event's time zone, `21:30`. */
  doors: string;
  starts: string;
  hours: number;
}

/** A ticket type of the demo. */
export interface DemoTicketType {
  name: string;
  description: string;
  pricing: TicketType["pricing"];
  priceCents: number;
  feeCents: number;
  minimumCents?: number;
  /** Units to sell. */
  capacity: number;
  /** Units that the demo's buyers buy through the services. */
  sold: number;
  ticketsPerUnit?: number;
  minPerOrder?: number;
  maxPerOrder?: number;
  maxPerPerson?: number;
  /** Name of the price tier before it, which opens it by selling out. Nobody has bought it yet. */
  opensAfter?: string;
  /** Name of the event's pool that it draws from. */
  pool?: string;
  /** Days from the seeding day when sales open. */
  opensInDays?: number;
  /** Days before the event when sales close. */
  closesDaysBefore?: number;
  accessCode?: string;
  /** Wristband color at the door. */
  doorColor?: string;
}

/** An event of the demo brand. Everything in it is invented, performers and venues included. */
export interface DemoEvent {
  /** The poster's file names and the event's slug. */
  key: string;
  title: string;
  summary: string;
  paragraphs: string[];
  date: DemoDate;
  timeZone: string;
  venue: Venue;
  categories: string[];
  lineup: { name: string; role: string }[];
  dressCode: string | null;
  ageRule: EventDetail["ageRule"];
  policies: EventDetail["policies"];
  /** Capacity of the venue, if that is less than its ticket types add up to. */
  capacity?: number;
  hideCounts?: boolean;
  /** Ticket sales end when it starts. */
  salesEndAtStart?: boolean;
  /** Capacity that several ticket types share, counted in people. */
  pools?: { name: string; capacity: number }[];
  /** Share of tickets that were checked in, for past events. */
  turnout?: number;
  ticketTypes: DemoTicketType[];
}

/** Price of one unit as the buyer sees it, in dollars, and the part of it that is fees. */
export function fixed(
  dollars: number,
  feeDollars: number,
): Pick<DemoTicketType, "pricing" | "priceCents" | "feeCents"> {
  return { pricing: "fixed", priceCents: Math.round(dollars * 100), feeCents: Math.round(feeDollars * 100) };
}

/** A free ticket type. */
export const free = { pricing: "free", priceCents: 0, feeCents: 0 } as const;

/** The buyer names the price, from a minimum in dollars. */
export function payWhatYouWant(
  leastDollars: number,
): Pick<DemoTicketType, "pricing" | "priceCents" | "feeCents" | "minimumCents"> {
  return { pricing: "open", priceCents: 0, feeCents: 0, minimumCents: leastDollars * 100 };
}
