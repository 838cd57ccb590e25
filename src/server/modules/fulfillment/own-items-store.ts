import type { MyItems } from "#contract/fulfillment/my-items.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { shopTables } from "#server/modules/shop/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows } from "#server/platform/db/rows.ts";

/** Of some orders, the latest paid ones with products. */
export function findOwnItems(
  db: Queryable,
  orderIds: string[],
  max: number,
): Promise<(Omit<MyItems, "pickup"> & { eventId: number | null })[]> {
  return allRows(db)`
    select json_build_object('id', o.id, 'number', o.number) as "order", f.status, f.event_id as "eventId",
      string_agg(l.quantity || ' × ' || l.name, ', ' order by l.position) as what,
      bool_or(v.kind = 'digital') as "hasDownloads"
    from ${shopTables.variant_lines} v join ${ordersTables.order_lines} l on l.id = v.order_line_id
    join ${ordersTables.orders} o on o.id = l.order_id left join fulfillments f on f.order_id = o.id
    where v.order_id = any(${orderIds}::uuid[]) and o.paid_at is not null and o.status <> 'refunded'
    group by o.id, o.number, o.paid_at, f.status, f.event_id order by o.paid_at desc, o.id limit ${max}`;
}

/** Of some orders, those with something that is still to be sent or handed over. */
export function findOpenNumbers(db: Queryable, orderIds: string[]): Promise<{ number: string; toSend: number }[]> {
  return allRows(db)`
    select o.number, sum(l.quantity)::integer as "toSend" from fulfillments f
    join ${ordersTables.orders} o on o.id = f.order_id
    join ${shopTables.variant_lines} v on v.order_id = f.order_id and v.kind = 'physical'
    join ${ordersTables.order_lines} l on l.id = v.order_line_id
    where f.order_id = any(${orderIds}::uuid[])
      and f.status in ('to_ship', 'partly_shipped', 'to_pick_up', 'partly_picked_up')
    group by o.id, o.number order by o.id`;
}
