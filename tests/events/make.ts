import { sql } from "kysely";
import { saveVenue, type EventDraft, type TicketTypeDraft } from "#server/modules/events/index.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import { createFixtures as make } from "#testing/make.ts";

const day = 24 * 60 * 60 * 1000;

/** An instant some days from now. Tests use the real calendar. */
export function inDays(days: number): Date {
  return new Date(Date.now() + days * day);
}

type EventOverrides = Partial<EventDraft> & { city?: string; venue?: string; inDays?: number };

/** Saves a published event that lasts six hours, by default a week from now. */
export async function createEvent(
  db: Database,
  { city = "Brooklyn", venue = "Pier Nine", inDays: days = 7, ...change }: EventOverrides = {},
) {
  const venueDraft = {
    name: venue,
    address: "1 Water Street",
    city,
    region: "NY",
    country: "US",
    latitude: 40.7,
    longitude: -74,
  };
  const venueId = await inTransaction(db, (tx) => saveVenue(tx, venueDraft));
  return make(db).event({
    venueId,
    title: "A Night Out",
    summary: "Music by the water",
    description: "First paragraph.\n\nSecond paragraph.",
    startsAt: inDays(days),
    endsAt: new Date(inDays(days).getTime() + day / 4),
    ageRule: "21+",
    ...change,
  });
}

/** Saves a ticket type of $45 with 100 units. */
export function createType(db: Database, eventId: number, change: Partial<TicketTypeDraft> = {}) {
  return make(db).ticketType({ eventId, name: "General admission", priceCents: 4500, feeCents: 500, ...change });
}

/** Marks units of a type as sold, without an order. */
export async function sellDirectly(db: Database, ticketTypeId: number, units: number) {
  await sql`
    update stock set sold = sold + ${units}
    where id = (select stock_id from ticket_types where id = ${ticketTypeId})`.execute(db);
}

/** Deletes all events and everything that depends on them, including the ledger, which is otherwise append-only. */
export function deleteAllEvents(db: Database): Promise<void> {
  return inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`truncate events, venues cascade`.execute(tx);
  });
}
