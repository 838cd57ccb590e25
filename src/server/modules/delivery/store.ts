import { sql, type RawBuilder } from "kysely";
import type { DeliverySettings, ShippingRate, TaxRate } from "#contract/delivery/settings.ts";
import type { OrderDelivery } from "#contract/delivery/of-order.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { inTime } from "#server/modules/events/index.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, firstRow, onlyValue, onlyRow, run } from "#server/platform/db/rows.ts";
import type { Destination, RateRow, TaxRow } from "#contract/delivery/rules.ts";

const rateFields = sql`
  json_build_object('id', id, 'name', name, 'states', states, 'fromGrams', from_grams, 'belowGrams', below_grams,
    'priceCents', price_cents, 'freeFromCents', free_from_cents)`;
const taxFields = sql`
  json_build_object('state', t.state, 'zipFrom', t.zip_from, 'zipTo', t.zip_to, 'category', t.category, 'rate', t.rate,
    'freeBelowCents', t.free_below_cents)`;
const allRates = sql`(select coalesce(json_agg(${rateFields} order by position, id), '[]') from shipping_rates)`;

/** An event where products can be picked up, and where that is. Times as the database writes them in JSON. */
export interface PickupRow extends NonNullable<OrderDelivery["event"]> {
  country: string;
  state: string;
  zip: string | null;
}

/** What deliveries are priced from. */
export interface DeliveryTables {
  rates: RateRow[];
  /** Only rows about the places that were asked for. */
  taxes: TaxRow[];
  /** Those of the events that were asked for where something can be picked up: published and upcoming. */
  pickups: PickupRow[];
}

/**
 * Reads what deliveries to these places and pickups at these events are priced from: one statement for a whole batch,
 * because it runs inside the transaction that places orders.
 */
export function loadTables(db: Queryable, places: Destination[], eventIds: number[]): Promise<DeliveryTables> {
  return onlyRow(db)`
    with pickups as materialized (
      select e.id, e.slug, e.title, e.starts_at, e.time_zone, e.status, v.city, v.country, v.region, v.postal_code
      from ${eventsTables.events} e join ${eventsTables.venues} v on v.id = e.venue_id
      where e.id = any(${eventIds}::bigint[]) and e.visibility = 'published' and e.status = 'on'
        and e.ends_at > clock_now()
    ), places as (
      select state, left(zip, 5) as zip from unnest(${places.map(({ state }) => state)}::text[],
        ${places.map(({ zip }) => zip)}::text[]) as p(state, zip)
      union all select region, left(postal_code, 5) from pickups where country = 'US'
    )
    select ${allRates} as rates,
      (select coalesce(json_agg(${taxFields}), '[]') from tax_rates t where exists (
        select from places p where p.state = t.state
          and (t.zip_from is null or (p.zip >= t.zip_from and p.zip <= t.zip_to)))) as taxes,
      (select coalesce(json_agg(json_build_object('id', id, 'slug', slug, 'title', title, 'startsAt', starts_at,
        'timeZone', time_zone, 'status', status, 'city', city, 'country', country, 'state', region, 'zip', postal_code)),
        '[]') from pickups) as pickups`;
}

/** All shipping rates, in order. */
export function findRates(db: Queryable): Promise<RateRow[]> {
  return onlyValue(db)`select ${allRates} as rates`;
}

/** Upcoming events where products can be picked up: those of `firstIds` first, then by date. */
export function findPickups(
  db: Queryable,
  firstIds: number[],
): Promise<{ eventId: number; title: string; startsAt: Date; timeZone: string; city: string }[]> {
  return allRows(db)`
    select e.id as "eventId", e.title, e.starts_at as "startsAt", e.time_zone as "timeZone", v.city
    from ${eventsTables.events} e join ${eventsTables.venues} v on v.id = e.venue_id
    where e.visibility = 'published' and e.status = 'on' and ${inTime("upcoming")}
    order by e.id = any(${firstIds}::bigint[]) desc, e.starts_at, e.id
    limit 12`;
}

/** A delivery to store. `priceCents` is the shipping without its tax. */
export type NewDelivery = Pick<OrderDelivery, "method" | "rateName" | "address"> & {
  orderId: string;
  priceCents: number;
  eventId: number | null;
};

/** Stores deliveries, as a part of the statement that stores their orders. */
export const storeDeliveries = (deliveries: NewDelivery[]): RawBuilder<unknown> => sql`
  insert into order_deliveries (order_id, method, rate_name, price_cents, name, line1, line2, city, state, zip, event_id)
  select d."orderId", d.method, d."rateName", d."priceCents", a.name, a.line1, a.line2, a.city, a.state, a.zip, d."eventId"
  from json_to_recordset(${JSON.stringify(deliveries)}::json) as d("orderId" uuid, method text, "rateName" text,
    "priceCents" integer, address json, "eventId" bigint)
  left join lateral json_to_record(d.address) as a(name text, line1 text, line2 text, city text, state text, zip text)
    on true`;

/** Where the products of orders go; orders without any are left out. */
export function findDeliveries(db: Queryable, orderIds: string[]): Promise<(OrderDelivery & { orderId: string })[]> {
  return allRows(db)`
    select d.order_id as "orderId", d.method, d.rate_name as "rateName",
      case when d.method = 'ship' then json_build_object('name', coalesce(d.name, ''), 'line1', d.line1, 'line2', d.line2,
        'city', d.city, 'state', d.state, 'zip', d.zip) end as address,
      case when e.id is not null then json_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'startsAt',
        e.starts_at, 'timeZone', e.time_zone, 'status', e.status, 'city', v.city) end as event
    from order_deliveries d left join ${eventsTables.events} e on e.id = d.event_id
    left join ${eventsTables.venues} v on v.id = e.venue_id
    where d.order_id = any(${orderIds}::uuid[])`;
}

/** Where an order is taxed: at its address, or at the venue of its pickup; undefined if that is outside the US. */
export function findDestination(db: Queryable, orderId: string): Promise<Destination | undefined> {
  return firstRow(db)`
    select coalesce(d.state, v.region) as state, coalesce(d.zip, v.postal_code) as zip
    from order_deliveries d left join ${eventsTables.events} e on e.id = d.event_id
    left join ${eventsTables.venues} v on v.id = e.venue_id
    where d.order_id = ${orderId}::uuid and (d.method = 'ship' or v.country = 'US')`;
}

const withoutAddress = sql`name = null, line1 = '', line2 = null, city = '', zip = left(zip, 5)`;

/** Deletes the address of orders. State and ZIP Code stay: they say where the tax was due. */
export function forgetAddresses(tx: Tx, orderIds: string[]): Promise<void> {
  return run(tx)`
    update order_deliveries set ${withoutAddress} where order_id = any(${orderIds}::uuid[]) and method = 'ship'`;
}

/** The same for the orders that a query of ids selects. */
export function forgetAddressesOf(db: Queryable, orderIds: RawBuilder<unknown>): Promise<void> {
  return run(db)`
    update order_deliveries set ${withoutAddress} where order_id in (${orderIds}) and method = 'ship' and name is not null`;
}

/** Both tables and their version. */
export function findSettings(db: Queryable): Promise<DeliverySettings> {
  return onlyRow(db)`
    select s.version, ${allRates} as rates,
      (select coalesce(json_agg(${taxFields} order by t.state, t.zip_from nulls first, t.category nulls first, t.id), '[]')
        from tax_rates t) as taxes
    from delivery_settings s`;
}

/** Lets one transaction at a time change both tables. */
export function lockSettings(tx: Tx): Promise<void> {
  return run(tx)`select version from delivery_settings for update`;
}

/** Replaces both tables and raises the version. Rates with a known id keep it. The caller has locked the settings. */
export async function replaceTables(tx: Tx, rates: ShippingRate[], taxes: TaxRate[]): Promise<void> {
  await run(tx)`update delivery_settings set version = version + 1`;
  const rows = rates.map((rate, position) => ({ ...rate, id: rate.id ?? null, position }));
  await run(tx)`delete from shipping_rates where id <> all(${rates.flatMap(({ id }) => id ?? [])}::bigint[])`;
  const row = sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, name text, states text[],
    "fromGrams" integer, "belowGrams" integer, "priceCents" integer, "freeFromCents" integer, position integer)`;
  await run(tx)`
    update shipping_rates s set name = r.name, states = r.states, from_grams = r."fromGrams",
      below_grams = r."belowGrams", price_cents = r."priceCents", free_from_cents = r."freeFromCents",
      position = r.position
    from ${row} where r.id = s.id`;
  await run(tx)`
    insert into shipping_rates (name, states, from_grams, below_grams, price_cents, free_from_cents, position)
    select r.name, r.states, r."fromGrams", r."belowGrams", r."priceCents", r."freeFromCents", r.position
    from ${row} where not exists (select from shipping_rates s where s.id = r.id) order by r.position`;
  await run(tx)`delete from tax_rates`;
  await run(tx)`
    insert into tax_rates (state, zip_from, zip_to, category, rate, free_below_cents)
    select t.state, t."zipFrom", t."zipTo", t.category, t.rate, t."freeBelowCents"
    from json_to_recordset(${JSON.stringify(taxes)}::json) as t(state text, "zipFrom" text, "zipTo" text, category text,
      rate integer, "freeBelowCents" integer)`;
}
