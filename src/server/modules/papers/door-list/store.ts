import { sql } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";

/** Somebody who may come in, as the door's list names them. No code is ever on paper. */
export interface Guest {
  name: string;
  typeName: string;
  /** `#c9a24b`; null where the type has none. */
  colour: string | null;
  /** The end of the order's number: tells two of the same name apart. */
  orderEnd: string;
  admittedAt: Date | null;
  /** True while a bank asks for the money back: they do not come in. */
  isFrozen: boolean;
}

/** Everybody with a valid ticket of a night, in no order. */
export async function findGuests(db: Queryable, eventId: number): Promise<Guest[]> {
  const { rows } = await sql<Guest>`
    select t.holder_name as name, y.name as "typeName", y.door_color as colour, right(o.number, 4) as "orderEnd",
      a.admitted_at as "admittedAt", t.frozen_since is not null as "isFrozen"
    from tickets t join ticket_types y on y.id = t.ticket_type_id join orders o on o.id = t.order_id
    left join admissions a on a.ticket_id = t.id and a.voided_at is null
    where t.event_id = ${eventId} and t.status = 'valid'`.execute(db);
  return rows;
}
