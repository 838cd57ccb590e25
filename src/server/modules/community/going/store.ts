import type { OwnGoing } from "#contract/community/people.ts";
import type { PersonCard } from "#contract/community/community.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, hasRows, run } from "#server/platform/db/rows.ts";
import { personCard } from "../columns.ts";
import type { Viewer } from "../viewer.ts";

/** True for an event that everyone can find. */
export function isPublic(db: Queryable, eventId: number): Promise<boolean> {
  return hasRows(db)`
    select from ${eventsTables.events} e where e.id = ${eventId} and e.visibility = 'published'`;
}

/**
 * People who show that they are going: with a ticket that is theirs and valid at this moment. Whoever gave it away or
 * got a refund is gone at once, whatever they chose.
 */
export async function findGoing(
  db: Queryable,
  viewer: Viewer,
  eventId: number,
): Promise<{ people: PersonCard[]; count: number }> {
  const rows = await allRows(db)<{ person: PersonCard; count: number }>`
    select ${personCard("u")} as person, count(*) over ()::integer as count
    from (
      select distinct t.owner_id from going_tickets g join ${ticketsTables.tickets} t on t.id = g.ticket_id
      where g.event_id = ${eventId} and t.event_id = g.event_id and t.owner_id = g.user_id and t.status = 'valid') g
    join ${accountsTables.users} u on u.id = g.owner_id and u.role <> 'guest' and u.suspended_at is null
    where u.id <> all(${viewer.apart}::bigint[])
    order by exists (select from relations r
      where r.from_id = ${viewer.id}::bigint and r.kind = 'follow' and r.to_id = u.id) desc, u.id limit 24`;
  return { people: rows.map(({ person }) => person), count: rows[0]?.count ?? 0 };
}

/** Someone's own valid tickets of an event, and with which of them they show that they are going. */
export function findOwnTickets(db: Queryable, userId: number, eventId: number): Promise<OwnGoing[]> {
  return allRows(db)`
    select t.id as "ticketId", y.name as "ticketType", coalesce(g.user_id = t.owner_id, false) as "isShown"
    from ${ticketsTables.tickets} t join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id
    left join going_tickets g on g.ticket_id = t.id
    where t.owner_id = ${userId} and t.event_id = ${eventId} and t.status = 'valid' order by t.id limit 20`;
}

/**
 * Stores or removes a ticket holder's consent, on all of their valid tickets of an event: it holds until the last of
 * them is gone. @returns false if they have none, or not the one that is named
 */
export async function setGoing(
  tx: Tx,
  { userId, eventId, ticketId }: { userId: number; eventId: number; ticketId?: number | undefined },
  isShown: boolean,
): Promise<boolean> {
  const ids = await allValues(tx)<number>`
    select t.id from ${ticketsTables.tickets} t
    where t.owner_id = ${userId} and t.event_id = ${eventId} and t.status = 'valid' order by t.id`;
  if (ticketId === undefined ? ids.length === 0 : !ids.includes(ticketId)) return false;
  if (isShown) {
    await run(tx)`
      insert into going_tickets (ticket_id, user_id, event_id)
      select id, ${userId}, ${eventId} from unnest(${ids}::bigint[]) id
      on conflict (ticket_id) do update set user_id = excluded.user_id, at = clock_now()`;
  } else {
    await run(tx)`delete from going_tickets where event_id = ${eventId} and user_id = ${userId}`;
  }
  return true;
}
