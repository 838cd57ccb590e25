import { sql } from "kysely";
import type { Role } from "#contract/accounts/accounts.ts";
import {
  saveEvent,
  saveTicketType,
  saveVenue,
  type EventDraft,
  type TicketTypeDraft,
} from "#server/modules/events/index.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import { createProducts } from "./make-product.ts";

let count = 0;

const poster = {
  key: "velvet-riddim",
  alt: "Poster",
  dominant: "#101010",
  accent: "#c9a24b",
  placeholder: null,
  width: 4,
  height: 5,
};

/** Creates events, ticket types, products and variants, with sensible values for everything a test doesn't specify. */
export function createFixtures(db: Database) {
  async function event(draft: Partial<EventDraft> = {}): Promise<number> {
    const now = Date.now();
    return inTransaction(db, async (tx) => {
      const venueId = await saveVenue(tx, {
        name: "The Yard",
        address: "1 Shore Road",
        city: "Brooklyn",
        region: "NY",
        country: "US",
        latitude: null,
        longitude: null,
      });
      return saveEvent(tx, {
        venueId,
        title: `Night ${++count}`,
        summary: "An event",
        description: "Music and company.",
        startsAt: new Date(now + 86_400_000),
        doorsAt: null,
        endsAt: new Date(now + 100_000_000),
        timeZone: "America/New_York",
        poster,
        categories: [],
        ageRule: "all",
        dressCode: null,
        lineup: [],
        policies: [],
        visibility: "published",
        currency: "USD",
        hideCounts: false,
        salesEndAtStart: false,
        capacity: null,
        entryOpensMinutes: null,
        ...draft,
      });
    });
  }

  async function ticketType(draft: Partial<TicketTypeDraft> = {}): Promise<number> {
    const eventId = draft.eventId ?? (await event());
    return inTransaction(db, (tx) =>
      saveTicketType(tx, {
        name: "General",
        description: "",
        pricing: "fixed",
        priceCents: 2500,
        feeCents: 200,
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
        ...draft,
        eventId,
      }),
    );
  }
  return { event, ticketType, ...createProducts(db) };
}

/** Looks like a password hash, but no password matches it. */
const noPassword = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

/** Creates a person with a session, without the cost of hashing a password. An admin's session is freshly confirmed. */
export async function insertPerson(db: Database, role: Role, tokenHash: Buffer, name?: string): Promise<number> {
  const username = name ?? `person-${++count}-${process.pid}`;
  const { rows } = await sql<{ id: number }>`
    with person as (
      insert into users (username, display_name, role, password_hash)
      values (${username}, ${username}, ${role}, ${role === "guest" ? null : noPassword}) returning id
    ), session as (
      insert into sessions (token_hash, user_id, expires_at, confirmed_at)
      select ${tokenHash}, id, clock_now() + interval '1 day', case when ${role} = 'admin' then clock_now() end from person
    )
    select id from person`.execute(db);
  return rows[0]!.id;
}
