import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import { Id } from "#contract/shapes.ts";
import { TicketStatus } from "#contract/tickets.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import type { Returnable, SoldLine, SoldUnit } from "#server/modules/purchasables/index.ts";
import { bool, instant, integer, json, oneOf, orNull, text, uuid, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues } from "#server/platform/db/rows.ts";

/** Stores what only lines of tickets have. */
export const storeLines = (lines: SoldLine[]): RawBuilder<unknown> => sql`
  insert into ticket_lines (order_line_id, order_id, ticket_type_id, event_id, tickets_per_unit)
  select l.id, l."orderId", l."itemId", l."eventId", l."piecesPerUnit"
  from json_to_recordset(${JSON.stringify(lines)}::json) as l(id uuid, "orderId" uuid, "itemId" bigint,
    "eventId" bigint, "piecesPerUnit" integer)`;

/** What only lines of tickets have, as orders read it. */
export const lineDetails = sql`select order_line_id, event_id, tickets_per_unit as pieces_per_unit from ticket_lines`;

const typeName = { id: integer, name: text, eventId: integer };

/** Ticket types by their ids, sold or not; unknown ids are left out. */
export function findTypeNames(db: Queryable, ids: number[]): Promise<RowFrom<typeof typeName>[]> {
  return allRows(db, typeName)`
    select id, name, event_id as "eventId" from ${eventsTables.ticket_types} t where id = any(${ids}::bigint[])`;
}

const eventStock = { eventId: integer, stockId: integer };

/** The stock of all ticket types of some events. */
export function findStockOfEvents(db: Queryable, eventIds: number[]): Promise<RowFrom<typeof eventStock>[]> {
  return allRows(db, eventStock)`
    select event_id as "eventId", stock_id as "stockId" from ${eventsTables.ticket_types} t
    where event_id = any(${eventIds}::bigint[])`;
}

/**
 * Of some orders, those whose event is canceled, locked until the transaction ends: canceling an event waits for orders
 * that are being paid, and every later payment sees the cancellation. Payments don't wait for each other.
 */
export async function lockCanceled(tx: Tx, orderIds: string[]): Promise<Set<string>> {
  const rows = await allRows(tx, { orderId: uuid, status: text })`
    select l.order_id as "orderId", e.status from ticket_lines l join ${eventsTables.events} e on e.id = l.event_id
    where l.order_id = any(${orderIds}::uuid[]) for share of e`;
  return new Set(rows.filter((row) => row.status === "canceled").map((row) => row.orderId));
}

/** Of some orders, those whose event is canceled or postponed: nobody can start paying for them. */
export async function findOff(db: Queryable, orderIds: string[]): Promise<Set<string>> {
  return new Set(
    await allValues(db, uuid)`
    select distinct l.order_id as "orderId" from ticket_lines l join ${eventsTables.events} e on e.id = l.event_id
    where l.order_id = any(${orderIds}::uuid[]) and e.status <> 'on'`,
  );
}

const cents = json(z.object({ netCents: z.int(), feeCents: z.int(), taxCents: z.int() }));

const unit = {
  ticketId: integer,
  lineId: uuid,
  position: integer,
  eventId: integer,
  kind: text,
  itemId: integer,
  stockReturned: bool,
  itemName: text,
  holderName: text,
  status: oneOf(...TicketStatus.options),
  isFrozen: bool,
  admittedAt: orNull(instant),
  isAdmitted: bool,
  isRefunded: bool,
  returned: cents,
  spotCents: orNull(integer),
};

/** The tickets of an order, sorted by line and position, with their status. */
export function findUnits(db: Queryable, orderId: string): Promise<SoldUnit[]> {
  return allRows(db, unit)`
    select t.id as "ticketId", t.order_line_id as "lineId", t.position, t.event_id as "eventId",
      'ticket' as kind, t.ticket_type_id as "itemId", t.spot_returned as "stockReturned",
      case when t.ticket_type_id = l.item_id then l.name else y.name end as "itemName",
      t.holder_name as "holderName", t.status, t.frozen_since is not null as "isFrozen", a.admitted_at as "admittedAt", a.id is not null as "isAdmitted",
      t.status = 'refunded' as "isRefunded", d.returned,
      (select spot_cents from ticket_changes where ticket_id = t.id and kind = 'moved'
        order by id desc limit 1)
        as "spotCents"
    from tickets t join ${ordersTables.order_lines} l on l.id = t.order_line_id
    join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id
    left join admissions a on a.ticket_id = t.id and a.voided_at is null
    cross join lateral (
      select json_build_object('netCents', coalesce(sum(amount_cents - fee_cents - tax_cents), 0),
        'feeCents', coalesce(sum(fee_cents), 0), 'taxCents', coalesce(sum(tax_cents), 0)) as returned
      from ${ordersTables.order_refund_items} i where ticket_id = t.id) d
    where t.order_id = ${orderId}::uuid order by l.position, t.position`;
}

const returnable = { orderId: uuid, ticketIds: json(z.array(Id)), isOffered: bool, until: instant, withFees: bool };

/**
 * The tickets of some orders that their buyers can refund: by the terms of the purchase, or because their event was
 * postponed and holders may choose. Never checked-in or frozen tickets, or tickets whose event is over or
 * canceled: staff refund canceled events. Leaves out orders with nothing to refund.
 */
export async function findReturnable(db: Queryable, orderIds: string[]): Promise<Map<string, Returnable>> {
  const rows = await allRows(db, returnable)`
    select o.id as "orderId", json_agg(t.id order by t.id) as "ticketIds", x.is_offered as "isOffered",
      case when x.is_offered then max(e.refunds_until) else o.refund_until end as until,
      case when x.is_offered then true else o.refund_fees end as "withFees"
    from ${ordersTables.orders} o join tickets t on t.order_id = o.id
    join ${eventsTables.events} e on e.id = t.event_id
    cross join lateral (
      select coalesce(e.refunds_until > clock_now() and o.created_at < e.refunds_since, false) as is_offered) x
    where o.id = any(${orderIds}::uuid[]) and o.status in ('paid', 'partially_refunded')
      and t.status = 'valid' and t.frozen_since is null and e.status <> 'canceled' and e.ends_at > clock_now()
      and (x.is_offered or o.refund_until > clock_now())
      and not exists (select from admissions a where a.ticket_id = t.id and a.voided_at is null)
    group by o.id, o.refund_until, o.refund_fees, x.is_offered
    -- The offer never pays less: it wins if an order has tickets of both kinds.
    order by x.is_offered`;
  return new Map(rows.map(({ orderId, ...terms }) => [orderId, terms]));
}
