import { sql } from "kysely";
import { integer, text, uuid, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, countRows, hasRows, mapRows, onlyRow, run } from "#server/platform/db/rows.ts";
import type { ClaimLine, Draw, StockLevel, StockKind } from "./rules.ts";

const level = { id: integer, capacity: integer, held: integer, sold: integer, saleVersion: integer };

/** What one holder has of one stock. */
const holdRow = { holder_id: uuid, stock_id: integer, quantity: integer };

/** Locks stock rows in id order, the one order that everyone uses, and reads their state. */
export function lockStock(tx: Tx, stockIds: number[]): Promise<StockLevel[]> {
  return allRows(tx, level)`
    select id, capacity, held, sold, sale_version as "saleVersion" from stock where id = any(${stockIds}::bigint[]) order by id for update`;
}

/**
 * Changes how many units a stock has in total. It never falls below what is held and sold, however many people are
 * buying: one statement checks and changes.
 *
 * @returns false when more than that is already taken; nothing changes then
 */
export function resizeStock(tx: Tx, stockId: number, capacity: number): Promise<boolean> {
  return hasRows(tx)`
    update stock set capacity = ${capacity} where id = ${stockId} and held + sold <= ${capacity}::integer
    returning id`;
}

/** Locks the stock of holders, in id order, before anything else of theirs is locked. */
export function lockHolders(tx: Tx, holderIds: string[]): Promise<StockLevel[]> {
  return allRows(tx, level)`
    select id, capacity, held, sold, sale_version as "saleVersion" from stock
    where id in (select stock_id from holds where holder_id = any(${holderIds}::uuid[])) order by id for update`;
}

/** The stock that holders have something of. */
export function findStockOf(db: Queryable, holderIds: string[]): Promise<number[]> {
  return allValues(db, integer)`select distinct stock_id from holds where holder_id = any(${holderIds}::uuid[])`;
}

/**
 * Takes units and writes the holds in one statement. The table's own check is the safeguard: held + sold <= capacity.
 */
export function insertHolds(
  tx: Tx,
  taken: Map<number, number>,
  holds: (ClaimLine & { holderId: string; network: string | undefined; seconds: number })[],
): Promise<void> {
  return run(tx)`
    with taken as (
      update stock set held = held + t.quantity
      from unnest(${[...taken.keys()]}::bigint[], ${[...taken.values()]}::integer[]) as t(id, quantity)
      where stock.id = t.id
    )
    insert into holds (holder_id, stock_id, quantity, network, expires_at)
    select h.holder_id, h.stock_id, h.quantity, h.network, clock_now() + make_interval(secs => h.seconds)
    from unnest(${holds.map((hold) => hold.holderId)}::uuid[], ${holds.map((hold) => hold.stockId)}::bigint[],
                ${holds.map((hold) => hold.quantity)}::integer[], ${holds.map((hold) => hold.network ?? null)}::text[],
                ${holds.map((hold) => hold.seconds)}::integer[])
      as h(holder_id, stock_id, quantity, network, seconds)`;
}

/** The networks that active holds came from, by their holders; holders whose network nobody counts have none. */
export function findNetworks(tx: Tx, holderIds: string[]): Promise<Map<string, string>> {
  return mapRows(tx, uuid, text)`
    select distinct holder_id, network from holds
    where holder_id = any(${holderIds}::uuid[]) and status = 'active' and network is not null`;
}

/** Releases active holds; `onlyExpired` leaves those that haven't expired or are being paid for. @returns their holders */
export function releaseRows(tx: Tx, holderIds: string[], onlyExpired: boolean): Promise<string[]> {
  return allValues(tx, uuid)`
    with released as (
      update holds set status = 'released', network = null
      where holder_id = any(${holderIds}::uuid[]) and status = 'active'
        and (not ${onlyExpired} or expires_at <= clock_now())
      returning holder_id, stock_id, quantity
    ), freed as (
      update stock set held = held - f.quantity
      from (select stock_id, sum(quantity)::integer as quantity from released group by stock_id) f
      where stock.id = f.stock_id
    )
    select distinct holder_id from released`;
}

/** Turns active holds into sales; returns their holders. */
export async function consumeRows(tx: Tx, holderIds: string[]): Promise<Set<string>> {
  return new Set(
    await allValues(tx, uuid)`
    with consumed as (
      update holds set status = 'consumed', expires_at = null, network = null
      where holder_id = any(${holderIds}::uuid[]) and status = 'active'
      returning holder_id, stock_id, quantity
    ), moved as (
      update stock set held = held - c.quantity, sold = sold + c.quantity
      from (select stock_id, sum(quantity)::integer as quantity from consumed group by stock_id) c
      where stock.id = c.stock_id
    )
    select holder_id from consumed`,
  );
}

/** Turns released holds directly into sales: the caller holds the locks and has checked that they fit. */
export function reclaimRows(tx: Tx, holderIds: string[]): Promise<void> {
  return run(tx)`
    with reclaimed as (
      update holds set status = 'consumed', expires_at = null
      where holder_id = any(${holderIds}::uuid[]) and status = 'released'
      returning stock_id, quantity
    )
    update stock set sold = sold + c.quantity
    from (select stock_id, sum(quantity)::integer as quantity from reclaimed group by stock_id) c
    where stock.id = c.stock_id`;
}

/** Returns sold units, all or those of some kinds of stock: consumed holds become returned ones. */
export async function returnRows(tx: Tx, holderIds: string[], kinds?: string[]): Promise<void> {
  const ofKind =
    kinds === undefined ? sql`` : sql`and stock_id in (select id from stock where kind = any(${kinds}::text[]))`;
  await run(tx)`
    with returned as (
      update holds set status = 'returned'
      where holder_id = any(${holderIds}::uuid[]) and status = 'consumed' ${ofKind}
      returning stock_id, quantity
    )
    update stock set sold = sold - r.quantity
    from (select stock_id, sum(quantity)::integer as quantity from returned group by stock_id) r
    where stock.id = r.stock_id`;
}

/**
 * Returns some of a holder's sold units; deletes the row when none are left.
 *
 * @returns for how many of the stocks the holder had that many units
 */
export function returnUnits(tx: Tx, holderId: string, lines: ClaimLine[]): Promise<number> {
  return countRows(tx)`
    with given as (
      select * from unnest(${lines.map((line) => line.stockId)}::bigint[],
                           ${lines.map((line) => line.quantity)}::integer[]) as g(stock_id, quantity)
    ), returned as (
      update holds h set
        status = case when h.quantity = g.quantity then 'returned' else h.status end,
        quantity = case when h.quantity = g.quantity then h.quantity else h.quantity - g.quantity end
      from given g
      where h.holder_id = ${holderId}::uuid and h.stock_id = g.stock_id and h.status = 'consumed' and h.quantity >= g.quantity
      returning h.stock_id, g.quantity
    )
    update stock s set sold = sold - r.quantity from returned r where s.id = r.stock_id returning s.id`;
}

/** The released holds of some holders. */
export function findReleased(tx: Tx, holderIds: string[]): Promise<RowFrom<typeof holdRow>[]> {
  return allRows(tx, holdRow)`
    select holder_id, stock_id, quantity from holds
    where holder_id = any(${holderIds}::uuid[]) and status = 'released'`;
}

/**
 * Pauses the expiry of holds while their payment is in progress.
 *
 * @returns the holders that still had their stock; the others came too late
 */
export async function pauseExpiry(tx: Tx, holderIds: string[]): Promise<Set<string>> {
  return new Set(
    await allValues(tx, uuid)`
    update holds set expires_at = null
    where holder_id = any(${holderIds}::uuid[]) and status = 'active' and (expires_at is null or expires_at > clock_now())
    returning holder_id`,
  );
}

/** Gives holds no deadline: what they hold is promised to somebody, so for everyone else it is as good as sold. */
export function pauseHolds(tx: Tx, holderIds: string[]): Promise<void> {
  return run(tx)`
    update holds set expires_at = 'infinity' where holder_id = any(${holderIds}::uuid[]) and status = 'active'`;
}

/** Resumes the expiry of holds at their original deadline, because their payment failed. */
export function resumeExpiry(tx: Tx, holders: { holderId: string; expiresAt: Date }[]): Promise<void> {
  return run(tx)`
    update holds set expires_at = h.expires_at
    from unnest(${holders.map((holder) => holder.holderId)}::uuid[],
                ${holders.map((holder) => holder.expiresAt)}::timestamptz[]) as h(holder_id, expires_at)
    where holds.holder_id = h.holder_id and holds.status = 'active'`;
}

/** Counts active holds with something else from now on, because their holder proved something. Their stock is locked. */
export function renameNetwork(tx: Tx, holderIds: string[], network: string): Promise<void> {
  return run(tx)`
    update holds set network = ${network} where holder_id = any(${holderIds}::uuid[]) and status = 'active'
      and (expires_at is null or expires_at > clock_now())`;
}

/** Holders whose time is up, oldest first; only of some stock when ids are given. */
export function findExpired(db: Queryable, limit: number, stockIds?: number[]): Promise<string[]> {
  const ofStock = stockIds === undefined ? sql`` : sql`and stock_id = any(${stockIds}::bigint[])`;
  return allValues(db, uuid)`
    select distinct holder_id from (
      select holder_id from holds where status = 'active' and expires_at <= clock_now() ${ofStock}
      order by expires_at limit ${limit}
    ) expired`;
}

const freeUnits = { id: integer, capacity: integer, available: integer, unsold: integer };

/** Stock levels; units of expired holds count as free, and units kept for somebody as sold. */
export function findLevels(db: Queryable, stockIds: number[]): Promise<RowFrom<typeof freeUnits>[]> {
  return allRows(db, freeUnits)`
    with holding as (
      select stock_id, sum(quantity) filter (where expires_at <= clock_now())::integer as expired,
        sum(quantity) filter (where expires_at = 'infinity')::integer as kept
      from holds
      where status = 'active' and (expires_at <= clock_now() or expires_at = 'infinity') group by stock_id
    )
    select s.id, s.capacity, s.capacity - s.held - s.sold + coalesce(l.expired, 0) as available,
      s.capacity - s.sold - coalesce(l.kept, 0) as unsold
    from stock s left join holding l on l.stock_id = s.id
    where s.id = any(${stockIds}::bigint[])`;
}

/** Creates a counted thing with this many units. */
export async function createStock(
  tx: Queryable,
  { kind, capacity }: { kind: StockKind; capacity: number },
): Promise<number> {
  const row = await tx.insertInto("stock").values({ kind, capacity }).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

/** Creates many stocks of the same kind and capacity; returns their ids. */
export function createStocks(
  tx: Queryable,
  { kind, capacity, count }: { kind: StockKind; capacity: number; count: number },
): Promise<number[]> {
  return allValues(tx, integer)`
    insert into stock (kind, capacity) select ${kind}, ${capacity} from generate_series(1, ${count}::integer)
    returning id`;
}

/** Creates stocks of the same kind, one for each capacity; returns their ids in this order. */
export async function createStocksOf(tx: Queryable, kind: StockKind, capacities: number[]): Promise<number[]> {
  const ids = await allValues(tx, integer)`
    insert into stock (kind, capacity) select ${kind}, capacity
    from unnest(${capacities}::integer[]) with ordinality as c(capacity, ordinal) order by ordinal returning id`;
  // Identities rise in the order of the rows that are inserted.
  return ids.toSorted((some, other) => some - other);
}

/** Stock levels as counted, without a lock. */
export function findStockLevels(db: Queryable, stockIds: number[]): Promise<StockLevel[]> {
  return allRows(db, level)`
    select id, capacity, held, sold, sale_version as "saleVersion" from stock where id = any(${stockIds}::bigint[])`;
}

/** Forces orders priced until now to be priced again. The stock is locked. */
export function raiseSaleVersion(tx: Tx, stockIds: number[]): Promise<void> {
  return run(tx)`update stock set sale_version = sale_version + 1 where id = any(${stockIds}::bigint[])`;
}

const drawn = (draws: Draw[]) => sql`
  holds h join unnest(${draws.map((draw) => draw.stockId)}::bigint[], ${draws.map((draw) => draw.each)}::integer[])
    as d(stock_id, each) on d.stock_id = h.stock_id`;

const drawSums = { capacity: integer, held: integer, sold: integer };

/** A shared stock's capacity, and how much of it is held and sold by those that draw on it. */
export function sumDraws(tx: Tx, stockId: number, draws: Draw[]): Promise<RowFrom<typeof drawSums>> {
  return onlyRow(tx, drawSums)`
    select s.capacity, d.held, d.sold from stock s cross join lateral (
      select coalesce(sum(h.quantity * d.each) filter (where h.status = 'active'), 0)::integer as held,
        coalesce(sum(h.quantity * d.each) filter (where h.status = 'consumed'), 0)::integer as sold
      from ${drawn(draws)}) d
    where s.id = ${stockId}`;
}

/**
 * Writes a shared stock's holds next to those that draw on it, and its counters. All holds of a holder share a state,
 * except returned ones, which take nothing from it anymore.
 */
export function insertDraws(tx: Tx, stockId: number, draws: Draw[]): Promise<void> {
  return run(tx)`
    with shared as (
      insert into holds (holder_id, stock_id, quantity, status, network, expires_at, created_at)
      select h.holder_id, ${stockId}, sum(h.quantity * d.each), max(h.status), max(h.network), min(h.expires_at),
        min(h.created_at)
      from ${drawn(draws)} where h.status <> 'returned' group by h.holder_id
      returning quantity, status
    )
    update stock set
      held = (select coalesce(sum(quantity), 0) from shared where status = 'active'),
      sold = (select coalesce(sum(quantity), 0) from shared where status = 'consumed')
    where id = ${stockId}`;
}

export function dropHolds(tx: Tx, stockId: number): Promise<void> {
  return run(tx)`delete from holds where stock_id = ${stockId}`;
}

/** Deletes stock that nobody ever ordered. A foreign key refuses it for any other. */
export function deleteUnusedStock(tx: Tx, stockIds: number[]): Promise<void> {
  return run(tx)`delete from stock where id = any(${stockIds}::bigint[])`;
}
