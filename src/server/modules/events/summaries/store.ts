import { sql } from "kysely";
import type { AgeRule, EventStatus, Poster, Venue } from "#contract/events.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { eventInfoColumns, inTime, type EventInfoRow } from "../columns.ts";

/** An event as orders, tickets, emails and the door name it; times are UTC, shown in `timeZone`. */
export interface EventInfo {
  id: number;
  slug: string;
  title: string;
  startsAt: string;
  doorsAt: string | null;
  endsAt: string;
  timeZone: string;
  venue: Venue;
  poster: Poster;
  ageRule: AgeRule;
  /** Minutes before doors at which check-in opens; null: always open. */
  entryOpensMinutes: number | null;
  /** True once it has ended by the database clock. */
  isOver: boolean;
  status: EventStatus;
}

/** Events by id, whatever their visibility: someone may hold a ticket. */
export async function findEventInfo(db: Queryable, eventIds: number[]): Promise<Map<number, EventInfo>> {
  const { rows } = await sql<EventInfoRow>`
    select ${eventInfoColumns} from events e join venues v on v.id = e.venue_id
    where e.id = any(${eventIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, toEventInfo(row)]));
}

/**
 * Events that a door can scan for, the next first, starting one day in the past: published and unlisted ones, no
 * drafts.
 */
export async function findDoorEvents(db: Queryable): Promise<EventInfo[]> {
  const { rows } = await sql<EventInfoRow>`
    select ${eventInfoColumns} from events e join venues v on v.id = e.venue_id
    where ${inTime("upcoming", 1)} and e.visibility <> 'draft'
    order by e.starts_at, e.id limit 200`.execute(db);
  return rows.map(toEventInfo);
}

function toEventInfo(row: EventInfoRow): EventInfo {
  return {
    ...row,
    startsAt: row.startsAt.toISOString(),
    doorsAt: row.doorsAt?.toISOString() ?? null,
    endsAt: row.endsAt.toISOString(),
  };
}

/** True for an event that people can see by its address: anything but a draft. */
export async function isEventShown(db: Queryable, eventId: number): Promise<boolean> {
  const { rows } = await sql<{ shown: boolean }>`
    select exists (select 1 from events where id = ${eventId} and visibility in ('published', 'unlisted')) as shown`.execute(
    db,
  );
  return rows[0]!.shown;
}
