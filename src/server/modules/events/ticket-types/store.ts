import { sql } from "kysely";
import type { FeePrice, FeeRule } from "#contract/events/fees.ts";
import type { AdminTicketType, Pool, PoolCounts } from "#contract/events/ticket-types.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, onlyValue } from "#server/platform/db/rows.ts";
import { shownColumns, type ShownType } from "./sale-store.ts";

/** A ticket type as staff see it. */
export interface AdminTicketTypeRow
  extends ShownType, Pick<AdminTicketType, "version" | "opensAfterId" | "doorColor" | "poolIds" | "hasOrders"> {
  openedAt: Date | null;
  position: number;
}

/** What a ticket type doesn't have to set. */
type Unset =
  | "maxPerPerson"
  | "minimumCents"
  | "salesStartAt"
  | "salesEndAt"
  | "opensAfterId"
  | "accessCode"
  | "isHidden"
  | "isStreamPass"
  | "doorColor"
  | "poolIds";

type Counted = "id" | "stockId" | "draws" | "status" | "waitsForId" | "version" | "openedAt" | "hasOrders";

/** A ticket type as its editor saves it. */
export type TicketTypeDraft = Omit<AdminTicketTypeRow, Counted | Unset> &
  Partial<Pick<AdminTicketTypeRow, Unset>> & {
    /** Units to sell: never less than what is sold and held. */
    capacity: number;
  };

/** All ticket types of an event in page order, including withdrawn ones. */
export function findAdminTicketTypes(db: Queryable, eventId: number): Promise<AdminTicketTypeRow[]> {
  return allRows(db)`
    select ${shownColumns}, t.opens_after_id as "opensAfterId", t.opened_at as "openedAt", t.version,
      t.door_color as "doorColor", t.position,
      coalesce((select json_agg(x.pool_id order by x.pool_id) from pool_types x where x.ticket_type_id = t.id), '[]')
        as "poolIds",
      exists (select from ${ticketsTables.ticket_lines} l where l.ticket_type_id = t.id)
        or exists (select from ${ticketsTables.ticket_changes} c where c.to_type_id = t.id) as "hasOrders"
    from ticket_types t join events e on e.id = t.event_id
    where t.event_id = ${eventId} order by t.position, t.id`;
}

/** Looks up the event of a ticket type or a pool. */
export const findEventOf =
  (table: "ticket_types" | "pools") =>
  async (db: Queryable, id: number): Promise<number | undefined> =>
    (await db.selectFrom(table).select("event_id").where("id", "=", id).executeTakeFirst())?.event_id;

function columnsOf(draft: TicketTypeDraft) {
  return {
    event_id: draft.eventId,
    name: draft.name,
    description: draft.description,
    pricing: draft.pricing,
    price_cents: draft.priceCents,
    fee_cents: draft.feeCents,
    minimum_cents: draft.minimumCents ?? null,
    tickets_per_unit: draft.ticketsPerUnit,
    min_per_order: draft.minPerOrder,
    max_per_order: draft.maxPerOrder,
    max_per_person: draft.maxPerPerson ?? null,
    sales_start_at: draft.salesStartAt ?? null,
    sales_end_at: draft.salesEndAt ?? null,
    opens_after_id: draft.opensAfterId ?? null,
    access_code: draft.accessCode ?? null,
    is_hidden: draft.isHidden ?? false,
    is_stream_pass: draft.isStreamPass ?? false,
    door_color: draft.doorColor ?? null,
    position: draft.position,
  };
}

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
export interface PoolRow extends Omit<Pool, "stock"> {
  eventId: number;
  stockId: number;
}

const poolColumns = sql<PoolRow>`id, version, event_id as "eventId", stock_id as "stockId", name, counts`;

/** Pools of an event, by name. */
export function findPools(db: Queryable, eventId: number): Promise<PoolRow[]> {
  return allRows(db)`select ${poolColumns} from pools where event_id = ${eventId} order by plain_letters(name)`;
}

export async function insertPool(tx: Tx, pool: Omit<PoolRow, "id" | "version">): Promise<number> {
  return onlyValue(tx, integer)`
    insert into pools (event_id, stock_id, name, counts)
    values (${pool.eventId}, ${pool.stockId}, ${pool.name}, ${pool.counts}) returning id`;
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
