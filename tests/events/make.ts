import { sql } from "kysely";
import {
  saveEvent,
  saveTicketType,
  saveVenue,
  type EventDraft,
  type TicketTypeDraft,
} from "#server/modules/events/index.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";

const day = 24 * 60 * 60 * 1000;

/** An instant some days from now; tests have no calendar of their own. */
export function inDays(days: number): Date {
  return new Date(Date.now() + days * day);
}

type NightChange = Partial<EventDraft> & { city?: string; venue?: string; inDays?: number };

/** Saves a published night that lasts six hours, a week from now unless said. */
export function makeNight(
  db: Database,
  { city = "Brooklyn", venue = "Pier Nine", inDays: days = 7, ...change }: NightChange = {},
) {
  return inTransaction(db, async (tx) => {
    const venueId = await saveVenue(tx, {
      name: venue,
      address: "1 Water Street",
      city,
      region: "NY",
      country: "US",
      latitude: 40.7,
      longitude: -74,
    });
    return saveEvent(tx, {
      venueId,
      title: "A Night Out",
      summary: "Music by the water",
      description: "First paragraph.\n\nSecond paragraph.",
      startsAt: inDays(days),
      doorsAt: null,
      endsAt: new Date(inDays(days).getTime() + day / 4),
      timeZone: "America/New_York",
      poster: {
        key: "k",
        alt: "a",
        dominant: "#000000",
        accent: "#ffffff",
        placeholder: null,
        width: 960,
        height: 1200,
      },
      categories: [],
      ageRule: "21+",
      dressCode: null,
      lineup: [],
      policies: [],
      visibility: "published",
      currency: "USD",
      hideCounts: false,
      capacity: null,
      entryOpensMinutes: null,
      ...change,
    });
  });
}

/** Saves a ticket type of $45 with 100 units. */
export function makeType(db: Database, eventId: number, change: Partial<TicketTypeDraft> = {}) {
  return inTransaction(db, (tx) =>
    saveTicketType(tx, {
      eventId,
      name: "General admission",
      description: "",
      pricing: "fixed",
      priceCents: 4500,
      feeCents: 500,
      minimumCents: null,
      ticketsPerUnit: 1,
      minPerOrder: 1,
      maxPerOrder: 10,
      salesStartAt: null,
      salesEndAt: null,
      accessCode: null,
      doorColor: null,
      position: 0,
      capacity: 100,
      ...change,
    }),
  );
}

/** Takes units of a type away as if they were sold, without an order. */
export async function sellDirectly(db: Database, ticketTypeId: number, units: number) {
  await sql`
    update stock set sold = sold + ${units}
    where id = (select stock_id from ticket_types where id = ${ticketTypeId})`.execute(db);
}
