import { sql } from "kysely";
import type { DoorPickup } from "#contract/fulfillment/pickups.ts";
import { fitsDoorSearch } from "#server/modules/orders/index.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { shopTables } from "#server/modules/shop/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows } from "#server/platform/db/rows.ts";

export type DoorPickupRow = Omit<DoorPickup, "code"> & { orderId: string };

/** An event's pickups that door staff search, by the buyer. */
export function searchPickups(db: Queryable, eventId: number, q: string, limit: number): Promise<DoorPickupRow[]> {
  return allRows(db)`
    select o.number as "orderNumber", o.buyer_name as "buyerName", o.id as "orderId", f.status, (
        select string_agg(l.quantity || ' × ' || l.name, ', ' order by l.position)
        from ${shopTables.variant_lines} v join ${ordersTables.order_lines} l on l.id = v.order_line_id
        where v.order_id = o.id and v.kind = 'physical') as what
    from fulfillments f join ${ordersTables.orders} o on o.id = f.order_id
    where f.event_id = ${eventId} and ${fitsDoorSearch(sql`o.buyer_name`, q)} order by plain_letters(o.buyer_name), o.number limit ${limit}`;
}
