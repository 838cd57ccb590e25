import { brandToday } from "#server/modules/settings/index.ts";
import { sql } from "kysely";
import type { FulfillmentQuery, FulfillmentRow, PickLine, PickQuery } from "#contract/fulfillment/admin.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import { shopTables } from "#server/modules/shop/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { orderOf, type SortKey } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { wordPatterns } from "#server/platform/db/paging.ts";
import { allRows, countRows, hasRows } from "#server/platform/db/rows.ts";
import { orderNumberOf } from "#server/platform/db/word-search.ts";
import type { Stored } from "#server/platform/shown.ts";

const openDispute = (orderId: ReturnType<typeof sql>) => sql`exists (
  select from ${paymentsTables.payments} p join ${paymentsTables.disputes} d on d.payment_id = p.id
  where p.subject_id = ${orderId} and d.status = 'open')`;

/** Whether a bank disputes an order's payment. */
export const findDisputed = (db: Queryable, orderId: string): Promise<boolean> =>
  hasRows(db)`select where ${openDispute(sql`${orderId}::uuid`)}`;

/** Units of lines that are still to be sent, by line. */
const openUnits = sql`
  select l.id as line_id, l.order_id, l.name, l.position, v.sku, count(*)::integer as units
  from ${shopTables.variant_lines} v join ${ordersTables.order_lines} l on l.id = v.order_line_id
  cross join lateral generate_series(1, l.quantity) as n(position)
  where v.kind = 'physical'
    and not exists (select from shipment_units s
      where s.order_line_id = l.id and s.position = n.position and not s.is_voided)
    and not exists (select from ${ordersTables.order_refund_items} i
      where i.order_line_id = l.id and i.position = n.position and not i.keeps_unit)`;

const byId: SortKey = { by: sql`f.order_id`, type: "uuid" };
const keys: Record<string, SortKey[]> = { paidAt: [{ by: sql`f.paid_at`, type: "timestamptz" }, byId] };

const shown: Record<FulfillmentQuery["show"], ReturnType<typeof sql>> = {
  to_ship: sql`f.status in ('to_ship', 'partly_shipped')`,
  to_pick_up: sql`f.status in ('to_pick_up', 'partly_picked_up')`,
  sent: sql`f.status in ('shipped', 'picked_up')`,
  all: sql`true`,
};

/** Orders with products, for those who pack and hand over. */
export const fulfillmentRows: ListSource<FulfillmentQuery, Stored<FulfillmentRow>> = {
  columns: sql`
    json_build_object('id', o.id, 'number', o.number) as "order", o.buyer_name as "buyerName", f.status,
    ${openDispute(sql`f.order_id`)} as "isOnHold", f.paid_at as "paidAt", to_char(f.ready_on, 'YYYY-MM-DD') as "readyOn",
    case when e.id is not null then
      json_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone) end as event,
    w.what, case when f.status in ('to_ship', 'partly_shipped', 'to_pick_up', 'partly_picked_up') then u.units else 0 end as "toSend"`,
  from: sql`fulfillments f join ${ordersTables.orders} o on o.id = f.order_id`,
  page: {
    alias: "f",
    joins: sql`
      join ${ordersTables.orders} o on o.id = f.order_id
      left join ${eventsTables.events} e on e.id = f.event_id
      cross join lateral (
        select string_agg(l.quantity || ' × ' || l.name, ', ' order by l.position) as what
        from ${shopTables.variant_lines} v join ${ordersTables.order_lines} l on l.id = v.order_line_id
        where v.order_id = f.order_id and v.kind = 'physical') w
      cross join lateral (
        select coalesce(sum(units), 0)::integer as units from (${openUnits} and l.order_id = f.order_id group by l.id,
          l.order_id, l.name, l.position, v.sku) open) u`,
  },
  order: ({ sort }) => orderOf(sort, keys),
  filters: {
    show: (filter) => shown[filter],
    eventId: (id) => sql`f.event_id = ${id}`,
    q: (words) => {
      const number = orderNumberOf(words);
      if (number !== undefined) return sql`o.number = ${number}`;
      const fits = wordPatterns(words).map(
        (pattern) => sql`plain_letters(o.buyer_name || ' ' || o.buyer_email || ' ' || o.number) like ${pattern}`,
      );
      return fits.length === 0 ? sql`true` : sql.join(fits, sql` and `);
    },
  },
};

/** What to pack for all open orders together, without those on hold and those that can't be sent yet. */
export function findPickLines(db: Queryable, { show, eventId }: PickQuery): Promise<PickLine[]> {
  return allRows(db)`
    select sku, name, sum(units)::integer as units, count(distinct order_id)::integer as orders
    from (${openUnits} and l.order_id in (
      select f.order_id from fulfillments f where ${shown[show]}
        and ${eventId === undefined ? sql`true` : sql`f.event_id = ${eventId}`} and not ${openDispute(sql`f.order_id`)})
      and (v.preorder_ships_on is null or v.preorder_ships_on <= ${brandToday})
      group by l.id, l.order_id, l.name, l.position, v.sku) open
    group by sku, name order by sku, name`;
}

/** Orders that can be shipped now. */
export const countToShip = (db: Queryable): Promise<number> =>
  countRows(db)`
    select from fulfillments f where f.status in ('to_ship', 'partly_shipped') and not ${openDispute(sql`f.order_id`)}
      and (f.ready_on is null or f.ready_on <= ${brandToday})`;

/** Orders that nobody picked up, or that can't be picked up because their event was canceled. */
export const countLeftPickups = (db: Queryable): Promise<number> =>
  countRows(db)`
    select from fulfillments f join ${eventsTables.events} e on e.id = f.event_id
    where f.status in ('to_pick_up', 'partly_picked_up') and (e.ends_at <= clock_now() or e.status = 'canceled')`;
