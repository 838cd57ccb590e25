import { sql } from "kysely";
import { noEventAhead } from "#server/modules/events/index.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";

/**
 * Whether a confirmation `m` of the outbox is over: the events that its tickets were for have ended. One that lists
 * products never is.
 */
export const isConfirmationOver = sql`
    exists (select from ${ticketsTables.ticket_lines} k where k.order_id = (m.topic ->> 'orderId')::uuid)
    and ${noEventAhead(sql`select k.event_id from ${ticketsTables.tickets} k where k.order_id = (m.topic ->> 'orderId')::uuid and k.status = 'valid'`)}
    and not exists (select from order_lines l where l.order_id = (m.topic ->> 'orderId')::uuid and l.kind <> 'ticket')`;
