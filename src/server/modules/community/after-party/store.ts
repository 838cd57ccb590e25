import type { AfterParty } from "#contract/community/community.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { streamsTables } from "#server/modules/streams/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";
import { eventCard, toEvent } from "../columns.ts";

/** What the site says about events that ended, as of now, by event. */
export async function findAfterParties(db: Queryable, eventIds: number[]): Promise<Map<number, AfterParty>> {
  const rows = await allRows(db)<Stored<AfterParty> & { eventId: number }>`
    select e.id as "eventId",
      (select case when count(*) >= 10 then count(*)::integer end from ${ticketsTables.admissions} x
        where x.event_id = e.id and x.voided_at is null) as attendees,
      (select s.id from ${streamsTables.streams} s
        where s.event_id = e.id and s.status = 'replay' and s.is_published and s.deleted_at is null
        order by s.id limit 1) as "replayStreamId",
      (select count(*)::integer from post_images i join posts p on p.id = i.post_id
        where i.wall_event_id = e.id and i.hidden_at is null and p.status = 'published') as "photoCount",
      (select ${eventCard("n")} from ${eventsTables.events} n
        where n.visibility = 'published' and n.status = 'on' and n.starts_at > (select clock_now())
        order by n.starts_at, n.id limit 1) as "nextEvent"
    from ${eventsTables.events} e where e.id = any(${eventIds}::bigint[])`;
  return new Map(
    rows.map(({ eventId, nextEvent, ...row }) => [
      eventId,
      {
        ...row,
        nextEvent: nextEvent && toEvent(nextEvent),
      },
    ]),
  );
}

/** Public events that ended in the last days and have no such post yet. */
export function findEnded(db: Queryable): Promise<{ id: number; title: string }[]> {
  return allRows(db)`
    select e.id, e.title from ${eventsTables.events} e
    where e.visibility = 'published' and e.status = 'on'
      and e.ends_at between (select clock_now() - interval '3 days') and (select clock_now())
      and not exists (select from posts p where p.event_id = e.id and p.kind = 'after_party')
    order by e.ends_at limit 20`;
}
