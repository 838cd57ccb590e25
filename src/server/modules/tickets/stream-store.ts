import { ordersTables } from "#server/modules/orders/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allValues } from "#server/platform/db/rows.ts";

/** What a stream accepts: any ticket to an event, or a ticket of some types. */
interface Opening {
  eventId?: number | null;
  ticketTypeIds?: number[];
}

const max = 20;

/** A person's valid tickets that open a stream: their own, and those bought with the address they have confirmed. */
export function findOpeningTickets(
  db: Queryable,
  person: { id: number; email: string | null },
  { eventId = null, ticketTypeIds = [] }: Opening,
): Promise<number[]> {
  return allValues(db, integer)`
    select t.id from tickets t
    where t.status = 'valid' and t.frozen_since is null
      and (t.event_id = ${eventId}::bigint or t.ticket_type_id = any(${ticketTypeIds}::bigint[]))
      and t.id in (
        select id from tickets where owner_id = ${person.id}
        union select k.id from tickets k join ${ordersTables.orders} b on b.id = k.order_id
        where b.buyer_email = ${person.email}::text)
    order by t.id limit ${max}`;
}

/** Those of some tickets that open a stream now: valid, and with no dispute about their payment. */
export function findValidTickets(db: Queryable, ids: number[]): Promise<number[]> {
  return allValues(db, integer)`
    select id from tickets where id = any(${ids}::bigint[]) and status = 'valid' and frozen_since is null`;
}
