import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { ClaimLine, StockLevel } from "./rules.ts";

/** What one holder has of one stock. */
export interface HoldRow {
  holder_id: string;
  stock_id: number;
  quantity: number;
}

/** Locks stock rows in id order, the one order in which everybody locks them, and reads how they stand. */
export async function lockStock(tx: Tx, stockIds: number[]): Promise<StockLevel[]> {
  const { rows } = await sql<StockLevel>`
    select id, capacity, held, sold, terms from stock where id = any(${stockIds}::bigint[]) order by id for update`.execute(
    tx,
  );
  return rows;
}

/** Sets a stock's units unless more are taken; false then. */
export async function setCapacity(tx: Tx, stockId: number, capacity: number): Promise<boolean> {
  const { rows } = await sql`
    update stock set capacity = ${capacity} where id = ${stockId} and held + sold <= ${capacity}::integer
    returning id`.execute(tx);
  return rows.length === 1;
}

/** Locks the stock of everything that these holders have, whatever its state. */
export async function lockStockOfHolders(tx: Tx, holderIds: string[]): Promise<StockLevel[]> {
  const { rows } = await sql<StockLevel>`
    select id, capacity, held, sold, terms from stock
    where id in (select stock_id from holds where holder_id = any(${holderIds}::uuid[])) order by id for update`.execute(
    tx,
  );
  return rows;
}

/** Takes units and writes the holds in one statement. The guard is the table's own check: held + sold <= capacity. */
export async function insertHolds(
  tx: Tx,
  taken: Map<number, number>,
  holds: (ClaimLine & { holderId: string })[],
  holdSeconds: number,
): Promise<void> {
  await sql`
    with taken as (
      update stock set held = held + t.quantity
      from unnest(${[...taken.keys()]}::bigint[], ${[...taken.values()]}::integer[]) as t(id, quantity)
      where stock.id = t.id
    )
    insert into holds (holder_id, stock_id, quantity, expires_at)
    select h.holder_id, h.stock_id, h.quantity, clock_now() + make_interval(secs => ${holdSeconds})
    from unnest(${holds.map((hold) => hold.holderId)}::uuid[], ${holds.map((hold) => hold.stockId)}::bigint[],
                ${holds.map((hold) => hold.quantity)}::integer[]) as h(holder_id, stock_id, quantity)`.execute(tx);
}

/** Frees active holds; `onlyLapsed` leaves those whose time is not up or that are being paid for. */
export async function releaseRows(tx: Tx, holderIds: string[], onlyLapsed: boolean): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    with released as (
      update holds set state = 'released'
      where holder_id = any(${holderIds}::uuid[]) and state = 'active'
        and (not ${onlyLapsed} or expires_at <= clock_now())
      returning holder_id, stock_id, quantity
    ), freed as (
      update stock set held = held - f.quantity
      from (select stock_id, sum(quantity)::integer as quantity from released group by stock_id) f
      where stock.id = f.stock_id
    )
    select * from released`.execute(tx);
  return rows;
}

/** Turns active holds into sales. */
export async function consumeRows(tx: Tx, holderIds: string[]): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    with consumed as (
      update holds set state = 'consumed', expires_at = null
      where holder_id = any(${holderIds}::uuid[]) and state = 'active'
      returning holder_id, stock_id, quantity
    ), moved as (
      update stock set held = held - c.quantity, sold = sold + c.quantity
      from (select stock_id, sum(quantity)::integer as quantity from consumed group by stock_id) c
      where stock.id = c.stock_id
    )
    select * from consumed`.execute(tx);
  return rows;
}

/** Turns released holds straight into sales: the caller holds the locks and has checked that they fit. */
export async function reclaimRows(tx: Tx, holderIds: string[]): Promise<void> {
  await sql`
    with reclaimed as (
      update holds set state = 'consumed', expires_at = null
      where holder_id = any(${holderIds}::uuid[]) and state = 'released'
      returning stock_id, quantity
    )
    update stock set sold = sold + c.quantity
    from (select stock_id, sum(quantity)::integer as quantity from reclaimed group by stock_id) c
    where stock.id = c.stock_id`.execute(tx);
}

/** Gives sold units back, all or those of some kinds of stock: consumed holds become returned ones. */
export async function returnRows(tx: Tx, holderIds: string[], kinds?: string[]): Promise<void> {
  const ofKind =
    kinds === undefined ? sql`` : sql`and stock_id in (select id from stock where kind = any(${kinds}::text[]))`;
  await sql`
    with returned as (
      update holds set state = 'returned'
      where holder_id = any(${holderIds}::uuid[]) and state = 'consumed' ${ofKind}
      returning stock_id, quantity
    )
    update stock set sold = sold - r.quantity
    from (select stock_id, sum(quantity)::integer as quantity from returned group by stock_id) r
    where stock.id = r.stock_id`.execute(tx);
}

/**
 * Gives some of a holder's sold units back; who gives back the last of them has none any more.
 *
 * @returns how many of the stocks the holder did have so many units of
 */
export async function returnUnits(tx: Tx, holderId: string, lines: ClaimLine[]): Promise<number> {
  const { rows } = await sql`
    with given as (
      select * from unnest(${lines.map((line) => line.stockId)}::bigint[],
                           ${lines.map((line) => line.quantity)}::integer[]) as g(stock_id, quantity)
    ), returned as (
      update holds h set
        state = case when h.quantity = g.quantity then 'returned' else h.state end,
        quantity = case when h.quantity = g.quantity then h.quantity else h.quantity - g.quantity end
      from given g
      where h.holder_id = ${holderId}::uuid and h.stock_id = g.stock_id and h.state = 'consumed' and h.quantity >= g.quantity
      returning h.stock_id, g.quantity
    )
    update stock s set sold = sold - r.quantity from returned r where s.id = r.stock_id returning s.id`.execute(tx);
  return rows.length;
}

/** The released holds of some holders. */
export async function findReleased(tx: Tx, holderIds: string[]): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    select holder_id, stock_id, quantity from holds
    where holder_id = any(${holderIds}::uuid[]) and state = 'released'`.execute(tx);
  return rows;
}

/** Stops the clock of holds that have not lapsed; answers whose clock was stopped. */
export async function stopClock(tx: Tx, holderIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ holder_id: string }>`
    update holds set expires_at = null
    where holder_id = any(${holderIds}::uuid[]) and state = 'active' and (expires_at is null or expires_at > clock_now())
    returning holder_id`.execute(tx);
  return rows.map((row) => row.holder_id);
}

/** Starts the clock of active holds again, at the deadline they had. */
export async function startClock(tx: Tx, holders: { holderId: string; expiresAt: Date }[]): Promise<void> {
  await sql`
    update holds set expires_at = h.expires_at
    from unnest(${holders.map((holder) => holder.holderId)}::uuid[],
                ${holders.map((holder) => holder.expiresAt)}::timestamptz[]) as h(holder_id, expires_at)
    where holds.holder_id = h.holder_id and holds.state = 'active'`.execute(tx);
}

/** Holders whose time is up, oldest first; of some stock only when ids are given. */
export async function findLapsed(db: Queryable, limit: number, stockIds?: number[]): Promise<string[]> {
  const ofStock = stockIds === undefined ? sql`` : sql`and stock_id = any(${stockIds}::bigint[])`;
  const { rows } = await sql<{ holder_id: string }>`
    select distinct holder_id from (
      select holder_id from holds where state = 'active' and expires_at <= clock_now() ${ofStock}
      order by expires_at limit ${limit}
    ) lapsed`.execute(db);
  return rows.map((row) => row.holder_id);
}

/** Levels with what lapsed holds still block counted as free. */
export async function findLevels(
  db: Queryable,
  stockIds: number[],
): Promise<{ id: number; capacity: number; available: number }[]> {
  const { rows } = await sql<{ id: number; capacity: number; available: number }>`
    with lapsed as (
      select stock_id, sum(quantity)::integer as quantity from holds
      where state = 'active' and expires_at <= clock_now() group by stock_id
    )
    select s.id, s.capacity, s.capacity - s.held - s.sold + coalesce(l.quantity, 0) as available
    from stock s left join lapsed l on l.stock_id = s.id
    where s.id = any(${stockIds}::bigint[])`.execute(db);
  return rows;
}

/** A new counted thing. */
export async function insertStock(tx: Queryable, kind: string, capacity: number): Promise<number> {
  const row = await tx.insertInto("stock").values({ kind, capacity }).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

/** Levels as they are counted, without a lock. */
export async function findStanding(db: Queryable, stockIds: number[]): Promise<StockLevel[]> {
  const { rows } = await sql<StockLevel>`
    select id, capacity, held, sold, terms from stock where id = any(${stockIds}::bigint[])`.execute(db);
  return rows;
}

/** Counts up how often the terms of these changed. */
export async function raiseTerms(tx: Tx, stockIds: number[]): Promise<void> {
  await sql`update stock set terms = terms + 1 where id = any(${stockIds}::bigint[])`.execute(tx);
}

const drawn = (draws: { stockId: number; each: number }[]) => sql`
  holds h join unnest(${draws.map((draw) => draw.stockId)}::bigint[], ${draws.map((draw) => draw.each)}::integer[])
    as d(stock_id, each) on d.stock_id = h.stock_id`;

/** What a shared stock can give, and what those that draw on it have held and sold of it. */
export async function sumDraws(
  tx: Tx,
  stockId: number,
  draws: { stockId: number; each: number }[],
): Promise<{ capacity: number; held: number; sold: number }> {
  const { rows } = await sql<{ capacity: number; held: number; sold: number }>`
    select s.capacity, d.held, d.sold from stock s cross join lateral (
      select coalesce(sum(h.quantity * d.each) filter (where h.state = 'active'), 0)::integer as held,
        coalesce(sum(h.quantity * d.each) filter (where h.state = 'consumed'), 0)::integer as sold
      from ${drawn(draws)}) d
    where s.id = ${stockId}`.execute(tx);
  return rows[0]!;
}

/**
 * Writes a shared stock's holds beside those of what draws on it, and its counters. All holds of a holder share a state,
 * but for what was given back: that takes nothing of it any more.
 */
export async function insertDraws(tx: Tx, stockId: number, draws: { stockId: number; each: number }[]): Promise<void> {
  await sql`
    with shared as (
      insert into holds (holder_id, stock_id, quantity, state, expires_at, created_at)
      select h.holder_id, ${stockId}, sum(h.quantity * d.each), max(h.state), min(h.expires_at), min(h.created_at)
      from ${drawn(draws)} where h.state <> 'returned' group by h.holder_id
      returning quantity, state
    )
    update stock set
      held = (select coalesce(sum(quantity), 0) from shared where state = 'active'),
      sold = (select coalesce(sum(quantity), 0) from shared where state = 'consumed')
    where id = ${stockId}`.execute(tx);
}

/** Forgets who has what of a stock. */
export async function dropHolds(tx: Tx, stockId: number): Promise<void> {
  await sql`delete from holds where stock_id = ${stockId}`.execute(tx);
}

/** Takes a counted thing away. */
export async function deleteStock(tx: Tx, stockId: number): Promise<void> {
  await sql`delete from stock where id = ${stockId}`.execute(tx);
}
