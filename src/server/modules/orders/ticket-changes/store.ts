import { sql } from "kysely";
import type { MoveChoices } from "#contract/ticket-changes.ts";
import type { Queryable } from "#server/platform/db/database.ts";

/** The ticket types of a night, in their order on its page. */
export async function findTypeIds(db: Queryable, eventId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ticket_types where event_id = ${eventId} order by position, id`.execute(db);
  return rows.map((row) => row.id);
}

const mostNights = 60;

/** Nights to which tickets of a night can be moved: its own, other dates of its run, then what comes next. */
export async function findNightsToMoveTo(db: Queryable, eventId: number): Promise<MoveChoices["nights"]> {
  const { rows } = await sql<MoveChoices["nights"][number] & { startsAt: Date | string }>`
    with own as (select id, series_id from events where id = ${eventId})
    select e.id, e.title, e.starts_at as "startsAt", e.time_zone as "timeZone",
      coalesce(e.series_id = own.series_id, false) or e.id = own.id as "isSameSeries"
    from events e cross join own
    where e.id = own.id or (e.ends_at > clock_now() and e.visibility <> 'draft' and e.state <> 'cancelled')
    order by e.id = own.id desc, e.series_id = own.series_id desc nulls last, e.starts_at, e.id
    limit ${mostNights}`.execute(db);
  return rows.map((row) => ({ ...row, startsAt: new Date(row.startsAt).toISOString() }));
}
