import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows } from "#server/platform/db/rows.ts";

/** A guest as the door list names them. The list never has ticket codes. */
export interface Guest {
  name: string;
  typeName: string;
  /** `#c9a24b`; null if the type has none. */
  color: string | null;
  /** The end of the order number: tells two guests with the same name apart. */
  orderEnd: string;
  orderNumber: string;
  admittedAt: Date | null;
  /** True while the payment is disputed: they are not admitted. */
  isFrozen: boolean;
}

/** Everyone with a valid ticket that admits them to an event, in no order. */
export function findGuests(db: Queryable, eventId: number): Promise<Guest[]> {
  return allRows(db)`
    select t.holder_name as name, y.name as "typeName", y.door_color as color, right(o.number, 4) as "orderEnd",
      o.number as "orderNumber",
      a.admitted_at as "admittedAt", t.frozen_since is not null as "isFrozen"
    from ${ticketsTables.tickets} t join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id
    join ${ordersTables.orders} o on o.id = t.order_id
    left join ${ticketsTables.admissions} a on a.ticket_id = t.id and a.voided_at is null
    where t.event_id = ${eventId} and t.status = 'valid' and not y.is_stream_pass`;
}
