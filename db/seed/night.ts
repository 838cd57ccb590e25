import type { EventDetail, TicketType, Venue } from "#contract/events.ts";

/** A day counted from the seeding day, so that the demo is as young as the site that shows it. */
export interface DemoDate {
  /** The first such weekday this many weeks away; negative for nights gone by. */
  weeks: number;
  weekday: "friday" | "saturday" | "sunday";
  /** Local times of the night's own zone, `21:30`. */
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
  /** Units that the demo's own buyers take through the services. */
  sold: number;
  ticketsPerUnit?: number;
  minPerOrder?: number;
  maxPerOrder?: number;
  maxPerPerson?: number;
  /** Name of the release before it, which opens it by selling out. Nobody has bought it yet. */
  opensAfter?: string;
  /** Name of the night's pool that it draws from. */
  pool?: string;
  /** Days from the seeding day at which sales open. */
  opensInDays?: number;
  /** Days before the night at which sales close. */
  closesDaysBefore?: number;
  accessCode?: string;
  /** Wristband at the door. */
  doorColor?: string;
}

/** A night of the demo brand: all of it invented, performers and places included. */
export interface DemoNight {
  /** Names the poster's files and the night's address. */
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
  /** People the place takes, where that is less than its ticket types add up to. */
  capacity?: number;
  hideCounts?: boolean;
  /** Places that several ticket types share, counted in people. */
  pools?: { name: string; capacity: number }[];
  /** Share of sold tickets that came, for nights gone by. */
  turnout?: number;
  ticketTypes: DemoTicketType[];
}

/** Price of one unit as the buyer sees it, in dollars, with the share of it that is fee. */
export function fixed(
  dollars: number,
  feeDollars: number,
): Pick<DemoTicketType, "pricing" | "priceCents" | "feeCents"> {
  return { pricing: "fixed", priceCents: Math.round(dollars * 100), feeCents: Math.round(feeDollars * 100) };
}

/** Costs nothing. */
export const free = { pricing: "free", priceCents: 0, feeCents: 0 } as const;

/** The buyer names the price, from so many dollars. */
export function payWhatYouWant(
  leastDollars: number,
): Pick<DemoTicketType, "pricing" | "priceCents" | "feeCents" | "minimumCents"> {
  return { pricing: "open", priceCents: 0, feeCents: 0, minimumCents: leastDollars * 100 };
}
