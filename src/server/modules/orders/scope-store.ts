import { sql, type RawBuilder } from "kysely";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { onlyValue } from "#server/platform/db/rows.ts";
import type { ScopeCheck } from "#server/platform/http/scope.ts";

/**
 * The condition that order `o` is one of some events: it has tickets for them, and none for any other event, bought or
 * moved there. An order across events shows what was paid for all of them, so it isn't of one.
 */
export const isOrderOf = (o: RawBuilder<unknown>, eventIds: number[]): RawBuilder<unknown> => sql`
  (${o}.id = any(array(select k.order_id from ${ticketsTables.ticket_lines} k where k.event_id = any(${eventIds}::bigint[])))
    and not exists (select from ${ticketsTables.ticket_lines} k
      where k.order_id = ${o}.id and k.event_id <> all(${eventIds}::bigint[]))
    and not exists (select from ${ticketsTables.tickets} t
      where t.order_id = ${o}.id and t.event_id <> all(${eventIds}::bigint[])))`;

const countOrders = (db: Queryable, ids: unknown[], eventIds: number[]) =>
  onlyValue(db, integer)`
    select count(*) from orders o where o.id = any(${ids}::uuid[]) and ${isOrderOf(sql`o`, eventIds)}`;

/** Whether all of some orders are of the events of a scope. */
export const checkOrders: ScopeCheck = async (db, ids, { eventIds }) =>
  (await countOrders(db, ids, eventIds!)) === new Set(ids).size;

/** The same for the orders of some notes. */
export const checkOrderNotes: ScopeCheck = async (db, ids, { eventIds }) =>
  (await onlyValue(db, integer)`
    select count(*) from order_notes n join orders o on o.id = n.order_id
    where n.id = any(${ids}::bigint[]) and ${isOrderOf(sql`o`, eventIds!)}`) === new Set(ids).size;
