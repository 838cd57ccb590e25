import { sql } from "kysely";
import type { FeePrice, FeeRule } from "#contract/fees.ts";
import type { PoolCounts } from "#contract/ticket-types.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { clockStatus, drawsOfType } from "../columns.ts";
import type { TicketTypeDraft } from "../editing/drafts.ts";
import type { TypeRow } from "../shown-types/store.ts";

/** An event as its ticket setup needs it. */
export interface SellingEvent {
  id: number;
  title: string;
  timeZone: string;
  startsAt: Date;
  endsAt: Date;
  currency: string;
  fees: FeeRule;
  /** Stock that counts its people; null if only the types count. */
  stockId: number | null;
}

const eventColumns = sql`
  id, title, time_zone as "timeZone", starts_at as "startsAt", ends_at as "endsAt", currency, fee_rule as fees,
  stock_id as "stockId"`;

/** One event. */
export async function findEvent(db: Queryable, id: number): Promise<SellingEvent | undefined> {
  const { rows } = await sql<SellingEvent>`select ${eventColumns} from events where id = ${id}`.execute(db);
  return rows[0];
}

/** The same, locked against all other changes of what it sells; sales continue. */
export async function lockEvent(tx: Tx, id: number): Promise<SellingEvent | undefined> {
  const { rows } = await sql<SellingEvent>`
    select ${eventColumns} from events where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** A ticket type as staff see it. */
export interface AdminTicketTypeRow extends TypeRow {
  version: number;
  opensAfterId: number | null;
  openedAt: Date | null;
  isHidden: boolean;
  doorColor: string | null;
  position: number;
  poolIds: number[];
  hasOrders: boolean;
}

/** All ticket types of an event in page order, including withdrawn ones. */
export async function findAdminTicketTypes(db: Queryable, eventId: number): Promise<AdminTicketTypeRow[]> {
  const { rows } = await sql<AdminTicketTypeRow>`
    select t.id, t.event_id as "eventId", t.stock_id as "stockId", ${sql.raw(drawsOfType)} as draws, t.name,
      t.description, t.pricing, t.price_cents as "priceCents", t.fee_cents as "feeCents",
      t.minimum_cents as "minimumCents", t.tickets_per_unit as "ticketsPerUnit", t.min_per_order as "minPerOrder",
      t.max_per_order as "maxPerOrder", t.max_per_person as "maxPerPerson", t.sales_start_at as "salesStartAt",
      t.sales_end_at as "salesEndAt", t.access_code as "accessCode", ${sql.raw(clockStatus)} as "byClock",
      case when t.opened_at is null then t.opens_after_id end as "waitsForId", t.opens_after_id as "opensAfterId",
      t.opened_at as "openedAt", t.version, t.is_hidden as "isHidden", t.door_color as "doorColor", t.position,
      coalesce((select json_agg(x.pool_id order by x.pool_id) from pool_types x where x.ticket_type_id = t.id), '[]')
        as "poolIds",
      exists (select from ${ordersTables.order_lines} l where l.ticket_type_id = t.id)
        or exists (select from ${ticketsTables.ticket_changes} c where c.to_type_id = t.id) as "hasOrders"
    from ticket_types t join events e on e.id = t.event_id
    where t.event_id = ${eventId} order by t.position, t.id`.execute(db);
  return rows;
}

/** The event of a ticket type. */
export async function findEventOfType(db: Queryable, typeId: number): Promise<number | undefined> {
  return (await db.selectFrom("ticket_types").select("event_id").where("id", "=", typeId).executeTakeFirst())?.event_id;
}

function columnsOf(draft: TicketTypeDraft) {
  return {
    event_id: draft.eventId,
    name: draft.name,
    description: draft.description,
    pricing: draft.pricing,
    price_cents: draft.priceCents,
    fee_cents: draft.feeCents,
    minimum_cents: draft.minimumCents,
    tickets_per_unit: draft.ticketsPerUnit,
    min_per_order: draft.minPerOrder,
    max_per_order: draft.maxPerOrder,
    max_per_person: draft.maxPerPerson ?? null,
    sales_start_at: draft.salesStartAt,
    sales_end_at: draft.salesEndAt,
    opens_after_id: draft.opensAfterId ?? null,
    access_code: draft.accessCode,
    is_hidden: draft.isHidden ?? false,
    door_color: draft.doorColor,
    position: draft.position,
  };
}

/** Creates a ticket type. */
export async function insertType(tx: Tx, draft: TicketTypeDraft, stockId: number): Promise<number> {
  const row = await tx
    .insertInto("ticket_types")
    .values({ ...columnsOf(draft), stock_id: stockId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Updates a ticket type. If a price tier waits for a different one than before, it starts waiting again. */
export async function updateType(tx: Tx, id: number, draft: TicketTypeDraft, hasNewLimits: boolean): Promise<void> {
  const after = draft.opensAfterId ?? null;
  await tx
    .updateTable("ticket_types")
    .set({
      ...columnsOf(draft),
      version: sql`version + 1`,
      opened_at: sql`case when opens_after_id is not distinct from ${after}::bigint then opened_at end`,
      limits_since: hasNewLimits ? sql`clock_now()` : sql`limits_since`,
    })
    .where("id", "=", id)
    .execute();
}

/** Ends the sale of a ticket type now. */
export async function endSale(tx: Tx, id: number): Promise<void> {
  await sql`
    with clock as materialized (select clock_now() as now)
    update ticket_types set version = version + 1, sales_end_at = now, sales_start_at = case when sales_start_at < now then sales_start_at end
    from clock where id = ${id} and (sales_end_at is null or sales_end_at > now)`.execute(tx);
}

/** Deletes a ticket type; price tiers that wait for it wait for the one before it instead. */
export async function deleteType(tx: Tx, id: number): Promise<void> {
  await sql`
    update ticket_types n set opens_after_id = t.opens_after_id from ticket_types t
    where n.opens_after_id = ${id} and t.id = ${id}`.execute(tx);
  await sql`delete from ticket_types where id = ${id}`.execute(tx);
}

/** Numbers ticket types in this order. */
export async function setPositions(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    update ticket_types t set position = o.position
    from unnest(${ids}::bigint[], ${ids.map((_, index) => index)}::integer[]) as o(id, position)
    where t.id = o.id and t.position <> o.position`.execute(tx);
}

/** Spots that several types share. */
export interface PoolRow {
  id: number;
  version: number;
  eventId: number;
  stockId: number;
  name: string;
  counts: PoolCounts;
}

const poolColumns = sql`id, version, event_id as "eventId", stock_id as "stockId", name, counts`;

/** Pools of an event, by name. */
export async function findPools(db: Queryable, eventId: number): Promise<PoolRow[]> {
  const { rows } = await sql<PoolRow>`
    select ${poolColumns} from pools where event_id = ${eventId} order by lower(name)`.execute(db);
  return rows;
}

/** One pool. */
export async function findPool(db: Queryable, id: number): Promise<PoolRow | undefined> {
  const { rows } = await sql<PoolRow>`select ${poolColumns} from pools where id = ${id}`.execute(db);
  return rows[0];
}

/** Creates a pool. */
export async function insertPool(tx: Tx, pool: Omit<PoolRow, "id" | "version">): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into pools (event_id, stock_id, name, counts)
    values (${pool.eventId}, ${pool.stockId}, ${pool.name}, ${pool.counts}) returning id`.execute(tx);
  return rows[0]!.id;
}

/** Renames a pool or changes what it counts. */
export async function updatePool(tx: Tx, id: number, name: string, counts: PoolCounts): Promise<void> {
  await sql`update pools set version = version + 1, name = ${name}, counts = ${counts} where id = ${id}`.execute(tx);
}

/** Deletes a pool, and removes it from its types. */
export async function deletePool(tx: Tx, id: number): Promise<void> {
  await sql`delete from pools where id = ${id}`.execute(tx);
}

/** Sets the pools that a type draws on. */
export async function setPoolsOfType(tx: Tx, typeId: number, poolIds: number[]): Promise<void> {
  await sql`
    delete from pool_types where ticket_type_id = ${typeId} and not pool_id = any(${poolIds}::bigint[])`.execute(tx);
  await sql`
    insert into pool_types (ticket_type_id, pool_id) select ${typeId}, unnest(${poolIds}::bigint[])
    on conflict do nothing`.execute(tx);
}

/** Sets who pays an event's fees. */
export async function setFeeRule(tx: Tx, eventId: number, rule: FeeRule): Promise<void> {
  await sql`update events set fee_rule = ${JSON.stringify(rule)}::jsonb where id = ${eventId}`.execute(tx);
}

/** Gives ticket types new prices; unchanged ones stay as they are. */
export async function setPrices(tx: Tx, prices: (FeePrice & { id: number })[]): Promise<void> {
  await sql`
    update ticket_types t set version = version + 1, price_cents = p."priceCents", fee_cents = p."feeCents"
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as p(id bigint, "priceCents" integer, "feeCents" integer)
    where t.id = p.id and (t.price_cents, t.fee_cents) is distinct from (p."priceCents", p."feeCents")`.execute(tx);
}

/** Sets the stock that counts an event's people. */
export async function setPeopleStock(tx: Tx, eventId: number, stockId: number | null): Promise<void> {
  await sql`update events set stock_id = ${stockId} where id = ${eventId}`.execute(tx);
}
