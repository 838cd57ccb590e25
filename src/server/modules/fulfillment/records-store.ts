import { sql } from "kysely";
import { findOpenNumbers } from "./own-items-store.ts";
import { findOrderIdsOf } from "#server/modules/orders/index.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { allRows } from "#server/platform/db/rows.ts";
import { momentAt, momentsBefore, type TimelineSource } from "#server/platform/timeline.ts";
import type { RecordSource } from "#server/platform/personal-records.ts";

/** What was sent to a person, handed over to them and came back from them. */
export const fulfillmentTimeline: TimelineSource = {
  kind: "shipment",
  async find(db, owner, before, limit) {
    const ids = await findOrderIdsOf(db, owner);
    const moments = sql`
      select s.id::text as id, ${momentAt(sql`s.made_at`)} as at,
        case when s.kind = 'parcel' then 'Shipped ' else 'Handed over ' end || u.units
          || case u.units when 1 then ' item' else ' items' end as title,
        concat_ws(' · ', o.number, s.tracking, s.gate, case when s.voided_at is not null then
          case when s.kind = 'parcel' then 'voided' else 'undone' end end) as detail,
        '/ticket-management?order=' || o.id as path
      from shipments s join ${ordersTables.orders} o on o.id = s.order_id
      cross join lateral (select count(*) as units from shipment_units where shipment_id = s.id) u
      where s.order_id = any(${ids}::uuid[])
      union all
      select r.id::text, ${momentAt(sql`r.made_at`)}, 'Returned ' || u.units || case u.units when 1 then ' item' else ' items' end,
        concat_ws(' · ', o.number, nullif(r.note, '')), '/ticket-management?order=' || o.id
      from item_returns r join ${ordersTables.orders} o on o.id = r.order_id
      cross join lateral (select count(*) as units from item_return_units where item_return_id = r.id) u
      where r.order_id = any(${ids}::uuid[])`;
    return (await momentsBefore(moments, before, limit).execute(db)).rows;
  },
};

/**
 * What was sent to a person and how often they downloaded their files. Nothing of it names them: who bought the order
 * does, and orders forget that. Notes about returns may, so they are emptied.
 */
export const fulfillmentRecords: RecordSource = {
  async read(db, owner) {
    const ids = await findOrderIdsOf(db, owner);
    return {
      shipments: await allRows(db)`
        select order_id as "orderId", kind, carrier, tracking, made_at as "at", voided_at as "voidedAt" from shipments
        where order_id = any(${ids}::uuid[]) order by made_at, id`,
      returns: await allRows(db)`
        select order_id as "orderId", made_at as "at", note from item_returns where order_id = any(${ids}::uuid[])
        order by made_at, id`,
      downloads: await allRows(db)`
        select order_id as "orderId", count, last_at as "lastAt" from downloads where order_id = any(${ids}::uuid[])
        order by order_id, order_line_id`,
    };
  },
  async findOpenMatters(db, owner) {
    const open = await findOpenNumbers(db, await findOrderIdsOf(db, owner));
    return open.map(({ number, toSend }) => ({ kind: "items", title: `Order ${number}`, count: toSend }));
  },
  async forget(tx, owner) {
    const ids = await findOrderIdsOf(tx, owner);
    await sql`update item_returns set note = '' where order_id = any(${ids}::uuid[])`.execute(tx);
    await sql`update shipments set tracking = null where order_id = any(${ids}::uuid[])`.execute(tx);
  },
};
