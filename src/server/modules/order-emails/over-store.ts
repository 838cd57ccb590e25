import { sql, type RawBuilder } from "kysely";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";

// What an email `m` of the outbox is about is over once the events that its tickets were for, or that changed, have
// ended. What is about money, or says that an event was canceled, stays worth sending.

/** Whether no event of some ticket lines or tickets is still to come. A postponed one is, whenever it was planned. */
const isPast = (events: RawBuilder<unknown>) => sql`not exists (
  select from ${eventsTables.events} e where e.id in (${events}) and (e.ends_at > clock_now() or e.status = 'postponed'))`;

/** Whether a confirmation is over; one that lists products never is. */
export const isConfirmationOver = sql`
    exists (select from ${ticketsTables.ticket_lines} k where k.order_id = (m.topic ->> 'orderId')::uuid)
    and ${isPast(sql`select k.event_id from ${ticketsTables.tickets} k where k.order_id = (m.topic ->> 'orderId')::uuid and k.status = 'valid'`)}
    and not exists (select from ${ordersTables.order_lines} l
      where l.order_id = (m.topic ->> 'orderId')::uuid and l.kind <> 'ticket')`;

export const isEventChangeOver = sql`
  m.topic ->> 'what' <> 'canceled' and ${isPast(sql`(m.topic ->> 'eventId')::bigint`)}`;

export const isTicketChangeOver = isPast(
  sql`select k.event_id from ${ticketsTables.tickets} k where k.id = (m.topic ->> 'ticketId')::bigint`,
);
