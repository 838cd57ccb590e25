import type { Carrier, FulfillmentStatus } from "#contract/fulfillment/fulfillment.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { deliveryTables } from "#server/modules/delivery/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import type { SentUnit } from "#server/modules/purchasables/index.ts";
import { shopTables } from "#server/modules/shop/tables.ts";
import { float } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, onlyValue, hasRows, onlyRow, run } from "#server/platform/db/rows.ts";
import type { UnitRecords, UnitKey } from "./rules.ts";
import { sql } from "kysely";
import type { DoorPickup } from "#contract/fulfillment/pickups.ts";
import { fitsDoorSearch } from "#server/modules/orders/index.ts";

/** How an order's products reach their buyer, and how far they are. */
export interface FulfillmentRow {
  orderId: string;
  method: "ship" | "pickup";
  eventId: number | null;
  status: FulfillmentStatus;
  paidAt: Date;
}

export interface ProductLine {
  orderId: string;
  lineId: string;
  name: string;
  quantity: number;
  kind: "physical" | "digital";
  sku: string;
  variantId: number;
  productId: number;
  /** `2026-12-01`; null if it isn't made to order. */
  shipsOn: string | null;
  pictureId: number | null;
}

/** The lines of products of some orders, in their order. */
export function findProductLines(db: Queryable, orderIds: string[]): Promise<ProductLine[]> {
  return allRows(db)`
    select l.order_id as "orderId", l.id as "lineId", l.name, l.quantity, v.kind, v.sku, v.variant_id as "variantId",
      v.product_id as "productId", to_char(v.preorder_ships_on, 'YYYY-MM-DD') as "shipsOn", (
        select p.picture_id from ${shopTables.product_pictures} p join ${shopTables.variants} w on w.id = v.variant_id
        where p.product_id = v.product_id order by (p.position = w.picture) desc nulls last, p.position limit 1
      ) as "pictureId"
    from ${shopTables.variant_lines} v join ${ordersTables.order_lines} l on l.id = v.order_line_id
    where v.order_id = any(${orderIds}::uuid[]) order by l.order_id, l.position`;
}

/**
 * Stores paid orders that have something to send, in one statement, however many. Repeating it changes nothing. Nothing
 * can be sent before `ready_on` if every line is made to order.
 */
export function insertFulfillments(tx: Tx, orderIds: string[]): Promise<void> {
  return run(tx)`
    insert into fulfillments (order_id, method, event_id, status, ready_on)
    select v.order_id, coalesce(d.method, 'ship'), d.event_id, case d.method when 'pickup' then 'to_pick_up' else 'to_ship' end,
      case when bool_or(v.preorder_ships_on is null) then null else min(v.preorder_ships_on) end
    from ${shopTables.variant_lines} v left join ${deliveryTables.order_deliveries} d on d.order_id = v.order_id
    where v.order_id = any(${orderIds}::uuid[]) and v.kind = 'physical' group by v.order_id, d.method, d.event_id
    on conflict (order_id) do nothing`;
}

/** An order's fulfillment; undefined for an order with nothing to send. */
export function findFulfillment(db: Queryable, orderId: string): Promise<FulfillmentRow | undefined> {
  return firstRow(db)`
    select order_id as "orderId", method, event_id as "eventId", status, paid_at as "paidAt" from fulfillments
    where order_id = ${orderId}::uuid`;
}

/** Stores how far an order is. */
export function setStatus(tx: Tx, orderId: string, status: FulfillmentStatus): Promise<void> {
  return run(tx)`
    update fulfillments set status = ${status} where order_id = ${orderId}::uuid and status <> ${status}`;
}

/** The units of some orders that were shipped or handed over. */
export function findSentUnits(db: Queryable, orderIds: string[]): Promise<SentUnit[]> {
  return allRows(db)`
    select s.order_id as "orderId", u.order_line_id as "lineId", u.position
    from shipments s join shipment_units u on u.shipment_id = s.id and not u.is_voided
    where s.order_id = any(${orderIds}::uuid[])`;
}

/** What happened to the units of an order. */
export async function findUnitRecords(db: Queryable, orderId: string): Promise<UnitRecords> {
  return onlyRow(db)<UnitRecords>`
    select (
        select coalesce(json_agg(json_build_object('lineId', u.order_line_id, 'position', u.position)), '[]')
        from shipment_units u join shipments s on s.id = u.shipment_id
        where s.order_id = ${orderId}::uuid and not u.is_voided) as sent,
      (
        select coalesce(json_agg(json_build_object('lineId', u.order_line_id, 'position', u.position)), '[]')
        from item_return_units u join item_returns r on r.id = u.item_return_id where r.order_id = ${orderId}::uuid
      ) as returned,
      (
        select coalesce(json_agg(json_build_object('lineId', i.order_line_id, 'position', i.position)), '[]')
        from ${ordersTables.order_refund_items} i join ${ordersTables.order_refunds} r on r.id = i.order_refund_id
        where r.order_id = ${orderId}::uuid and not i.keeps_unit and i.order_line_id is not null) as refunded`;
}

/** A parcel or a handover, with its units by line. */
export interface ShipmentRow {
  id: string;
  orderId: string;
  kind: "parcel" | "handover";
  carrier: Carrier | null;
  tracking: string | null;
  eventId: number | null;
  gate: string | null;
  by: string | null;
  madeAt: Date;
  voidedAt: Date | null;
  lines: { lineId: string; name: string; quantity: number }[];
}

/** Everything that left for an order, also what was voided, oldest first. */
export function findShipments(db: Queryable, orderId: string): Promise<ShipmentRow[]> {
  return allRows(db)`
    select s.id, s.order_id as "orderId", s.kind, s.carrier, s.tracking, s.event_id as "eventId", s.gate,
      u.display_name as by, s.made_at as "madeAt", s.voided_at as "voidedAt", (
        select json_agg(json_build_object('lineId', l.id, 'name', l.name, 'quantity', n.quantity) order by l.position)
        from (select order_line_id, count(*) as quantity from shipment_units where shipment_id = s.id group by 1) n
        join ${ordersTables.order_lines} l on l.id = n.order_line_id) as lines
    from shipments s left join ${accountsTables.users} u on u.id = s.made_by
    where s.order_id = ${orderId}::uuid order by s.made_at, s.id`;
}

/** What leaves now: who sends or hands over which units. */
export interface NewShipment {
  id: string;
  orderId: string;
  kind: "parcel" | "handover";
  carrier?: Carrier;
  tracking?: string | null;
  eventId?: number | null;
  gate?: string | null;
  madeBy: number;
  units: UnitKey[];
}

/**
 * Stores a parcel or a handover with its units, in one statement. A unit leaves once: a unique index aborts the
 * transaction of whoever comes second.
 */
export function insertShipment(tx: Tx, shipment: NewShipment): Promise<void> {
  return run(tx)`
    with made as (
      insert into shipments (id, order_id, kind, carrier, tracking, event_id, gate, made_by)
      values (${shipment.id}, ${shipment.orderId}, ${shipment.kind}, ${shipment.carrier ?? null},
        ${shipment.tracking ?? null}, ${shipment.eventId ?? null}, ${shipment.gate ?? null}, ${shipment.madeBy})
    )
    insert into shipment_units (shipment_id, order_line_id, position)
    select ${shipment.id}::uuid, u."lineId", u.position
    from json_to_recordset(${JSON.stringify(shipment.units)}::json) as u("lineId" uuid, position integer)`;
}

/** Voids a parcel or a handover: its units are to be sent again. @returns false if it was voided before */
export function voidShipment(tx: Tx, id: string): Promise<boolean> {
  return hasRows(tx)`
    with voided as (
      update shipments set voided_at = clock_now() where id = ${id}::uuid and voided_at is null returning id
    ), units as (
      update shipment_units set is_voided = true where shipment_id in (select id from voided)
    )
    select from voided`;
}

/** Changes who delivers a parcel, and its number. */
export function setTracking(tx: Tx, id: string, carrier: Carrier, tracking: string | null): Promise<void> {
  return run(tx)`update shipments set carrier = ${carrier}, tracking = ${tracking} where id = ${id}::uuid`;
}

/** A file that an order includes, and how often it was downloaded. */
export interface DownloadRow {
  lineId: string;
  count: number;
  /** Since staff last renewed the downloads. */
  bytesSent: number;
  lastAt: Date | null;
}

/** How often an order's files were downloaded. */
export function findDownloads(db: Queryable, orderId: string): Promise<DownloadRow[]> {
  return allRows(db)`
    select order_line_id as "lineId", count, bytes_sent::float8 as "bytesSent", last_at as "lastAt" from downloads where order_id = ${orderId}::uuid`;
}

/** Seconds since 1970 by the database clock. */
export const readNow = (db: Queryable): Promise<number> =>
  onlyValue(db, float)`select extract(epoch from clock_now())::float8`;

/** Counts one link to a line's file. */
export function countDownload(db: Queryable, orderId: string, lineId: string): Promise<void> {
  return run(db)`
    insert into downloads (order_line_id, order_id, count, last_at)
    values (${lineId}::uuid, ${orderId}::uuid, 1, clock_now())
    on conflict (order_line_id) do update set count = downloads.count + 1, last_at = clock_now()`;
}

/**
 * Counts bytes of a line's file that are sent now, unless more than `maxBytes` were sent by then. Requests at once take
 * turns at the row.
 *
 * @returns false if they'd be too many: nothing is counted
 */
export function spendBytes(db: Queryable, lineId: string, bytes: number, maxBytes: number): Promise<boolean> {
  return hasRows(db)`
    update downloads set bytes_sent = bytes_sent + ${bytes}::bigint
    where order_line_id = ${lineId}::uuid and bytes_sent + ${bytes}::bigint <= ${maxBytes}::bigint returning 1`;
}

/** Lets a line's file be downloaded as often as at first. @returns false if it wasn't downloaded since */
export function renewDownloads(tx: Tx, orderId: string, lineId: string): Promise<boolean> {
  return hasRows(tx)`
    update downloads set bytes_sent = 0
    where order_line_id = ${lineId}::uuid and order_id = ${orderId}::uuid and bytes_sent > 0 returning 1`;
}

/** The units of a parcel or a handover. */
export function findShipmentUnits(db: Queryable, id: string): Promise<UnitKey[]> {
  return allRows(db)`
    select order_line_id as "lineId", position from shipment_units where shipment_id = ${id}::uuid`;
}

/** An order by its number: its id, its link version, and who bought it. */
export function findOrderByNumber(db: Queryable, number: string): Promise<{ id: string } | undefined> {
  return firstRow(db)`select o.id from ${ordersTables.orders} o where o.number = ${number}`;
}

/** The order that a parcel or handover belongs to. */
export function findOrderOfShipment(db: Queryable, id: string): Promise<{ orderId: string } | undefined> {
  return firstRow(db)`select order_id as "orderId" from shipments where id = ${id}::uuid`;
}

type DoorPickupRow = Omit<DoorPickup, "code"> & { orderId: string };

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
