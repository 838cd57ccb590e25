import { sql } from "kysely";
import type { MoveChoices } from "#contract/ticket-changes.ts";
import { noEventAhead } from "#server/modules/events/index.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows, allValues } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";

/** The ticket types of an event, in the order of its page. */
export function findTypeIds(db: Queryable, eventId: number): Promise<number[]> {
  return allValues(db)`
    select id from ${eventsTables.ticket_types} ticket_types where event_id = ${eventId} order by position, id`;
}

/** A select can hold this many. */
const maxEvents = 2000;

/** Events that an event's tickets can be moved to: its own, other dates of its series, then what is next. */
export function findEventsToMoveTo(db: Queryable, eventId: number): Promise<Stored<MoveChoices["events"]>> {
  return allRows(db)`
    with own as (select id, series_id from ${eventsTables.events} events where id = ${eventId})
    select e.id, e.title, e.starts_at as "startsAt", e.time_zone as "timeZone",
      coalesce(e.series_id = own.series_id, false) or e.id = own.id as "isSameSeries"
    from ${eventsTables.events} e cross join own
    where e.id = own.id or (e.ends_at > clock_now() and e.visibility <> 'draft' and e.status <> 'canceled')
    order by e.id = own.id desc, e.series_id = own.series_id desc nulls last, e.starts_at, e.id
    limit ${maxEvents}`;
}

/** Whether the news of a change `m` of the outbox is over: the event of its ticket has ended. */
export const isTicketChangeOver = noEventAhead(
  sql`select k.event_id from ${ticketsTables.tickets} k where k.id = (m.topic ->> 'ticketId')::bigint`,
);
