import { sql } from "kysely";
import type { AgeRule, EventState, Poster, Venue } from "#contract/events.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { headColumns, inTime, type HeadRow } from "../columns.ts";

/** A night as orders, tickets, mails and the door name it; instants are UTC, shown in `timeZone`. */
export interface EventHead {
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
  /** Minutes before doors from which the door admits; null: from whenever it is there. */
  entryOpensMinutes: number | null;
  /** True once it has ended by the database's clock. */
  isOver: boolean;
  state: EventState;
}

/** Nights by id, whatever their visibility: somebody may hold a ticket. */
export async function findEventHeads(db: Queryable, eventIds: number[]): Promise<Map<number, EventHead>> {
  const { rows } = await sql<HeadRow>`
    select ${headColumns} from events e join venues v on v.id = e.venue_id
    where e.id = any(${eventIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, toHead(row)]));
}

/** Nights that a door can scan for, next first: from a day before now on, published or not, drafts left out. */
export async function findDoorNights(db: Queryable): Promise<EventHead[]> {
  const { rows } = await sql<HeadRow>`
    select ${headColumns} from events e join venues v on v.id = e.venue_id
    where ${inTime("upcoming", 1)} and e.visibility <> 'draft'
    order by e.starts_at, e.id limit 200`.execute(db);
  return rows.map(toHead);
}

function toHead(row: HeadRow): EventHead {
  return {
    ...row,
    startsAt: row.startsAt.toISOString(),
    doorsAt: row.doorsAt?.toISOString() ?? null,
    endsAt: row.endsAt.toISOString(),
  };
}

/** True for a night that people may see by its address: anything but a draft. */
export async function isEventShown(db: Queryable, eventId: number): Promise<boolean> {
  const { rows } = await sql<{ shown: boolean }>`
    select exists (select 1 from events where id = ${eventId} and visibility in ('published', 'unlisted')) as shown`.execute(
    db,
  );
  return rows[0]!.shown;
}
