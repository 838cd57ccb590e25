import { sql, type RawBuilder } from "kysely";
import { fieldError } from "../app-error.ts";
import { plannedByValues, type Queryable } from "./database.ts";
import { maxCounted, type Counted } from "./paging.ts";
import { onlyRow } from "./rows.ts";

/** One column or expression that a list is sorted by; never null. */
export interface SortKey {
  by: RawBuilder<unknown>;
  type: "bigint" | "boolean" | "text" | "timestamptz" | "uuid";
}

/**
 * The order of a list. Its keys together are unique per row and all sort in one direction, so that one index holds the
 * rows in this order and any page starts with a single index lookup.
 */
export interface ListOrder {
  /** Its name in the URL, so that a cursor of one order is not used for another. */
  name: string;
  keys: SortKey[];
  descending: boolean;
  /** A list in two parts: the rows for which `where` is true, in this order, and then those of the other order. */
  where?: RawBuilder<unknown>;
  next?: ListOrder;
}

/** The orders of a list's parts; most lists have one part. */
export const partsOf = (order: ListOrder): ListOrder[] => (order.next === undefined ? [order] : [order, order.next]);

/** A list's order by its name in the query, `createdAt` or `-createdAt`. */
export function orderOf(name: string, keys: Record<string, SortKey[]>): ListOrder {
  const descending = name.startsWith("-");
  return { name, keys: keys[descending ? name.slice(1) : name]!, descending };
}

/**
 * Lists of everything are sorted by time only; other orders need one event or one person.
 *
 * @throws AppError `invalid_input`
 */
export function requireTime({ name }: ListOrder, time: string): void {
  if (name.replace(/^-/, "") === time) return;
  throw fieldError(
    "sort",
    `This sort order needs one event or one person. The full list can only be sorted by ${time}.`,
  );
}

/** The page that is wanted: by the cursor of the page before it, or by its number. */
export interface PageQuery {
  page?: number | undefined;
  cursor?: string | undefined;
}

/** Which rows of an ordered list to read: those after a row, or a page by its number. */
export interface Slice {
  order: ListOrder;
  /** The part of the list that it starts in. */
  part: number;
  page: number;
  pageSize: number;
  offset: number;
  /** Keys of the row before the first one, as text. */
  after: string[] | undefined;
}

/** A page's rows and where the list continues. */
export interface PageOfRows<Row> extends Counted {
  rows: Row[];
  page: number;
  pageSize: number;
  /** Null on the last page. */
  nextCursor: string | null;
}

/**
 * Reads which rows of a list to return. A cursor costs the same at any depth. A page number works as far as the total
 * counts, because the rows before it must be skipped.
 *
 * @throws AppError `invalid_input` for a cursor that no page of this order returned
 */
export function sliceOf({ page = 1, cursor }: PageQuery, order: ListOrder, pageSize: number): Slice {
  if (cursor === undefined) return { order, part: 0, page, pageSize, offset: (page - 1) * pageSize, after: undefined };
  for (const [part, partOrder] of partsOf(order).entries()) {
    const read = readCursor(cursor, partOrder);
    if (read !== undefined) return { order, part, pageSize, offset: 0, ...read };
  }
  throw fieldError("cursor", "This cursor doesn't match this list. Start from the first page.");
}

/** True for the rows of a slice: all, or those after the cursor. */
export function isAfter({ order, after }: Slice): RawBuilder<unknown> {
  if (after === undefined) return sql`true`;
  const keys = sql.join(order.keys.map((key) => key.by));
  const values = sql.join(order.keys.map(({ type }, index) => sql`${after[index]!}::${sql.raw(type)}`));
  return order.descending ? sql`(${keys}) < (${values})` : sql`(${keys}) > (${values})`;
}

/** The order and limits of a slice, as the end of a query. It reads one extra row to see whether the list continues. */
export function inOrder({ order, pageSize, offset }: Slice): RawBuilder<unknown> {
  if (offset >= maxCounted) return sql`order by ${orderBy(order)} limit 0`;
  const skipped = offset === 0 ? sql`` : sql` offset ${offset}`;
  return sql`order by ${orderBy(order)} limit ${sql.lit(pageSize + 1)}${skipped}`;
}

/** The sort keys of an order. Rows of a list in two parts say in `part` which one they belong to. */
function orderBy(order: ListOrder): RawBuilder<unknown> {
  const way = ({ descending }: ListOrder) => sql.raw(descending ? " desc" : "");
  if (order.next === undefined) return sql.join(order.keys.map(({ by }) => sql`${by}${way(order)}`));
  const keys = partsOf(order).flatMap((partOrder, part) =>
    partOrder.keys.map(({ by }) => sql`case when part = ${sql.lit(part)} then ${by} end${way(partOrder)}`),
  );
  return sql.join([sql`part`, ...keys]);
}

/** What each row must select as `"sortKey"` so that the list can continue after it. */
export function sortKeyOf({ order }: Slice): RawBuilder<string[]> {
  const [first, next] = partsOf(order).map(
    ({ name, keys }) => sql<string[]>`array[${sql.join([sql.lit(name), ...keys.map(({ by }) => sql`(${by})::text`)])}]`,
  );
  return next === undefined ? first! : sql<string[]>`case part when 0 then ${first} else ${next} end`;
}

/** A row as a list's query returns it, with its order's name and sort keys for the cursor. */
export type Keyed<Row> = Row & { sortKey: string[] };

/** The rows of a page without the extra one, and where the list continues. */
export function toPage<Row>(rows: Keyed<Row>[], slice: Slice, counted: Counted): PageOfRows<Row> {
  const shown = rows.slice(0, slice.pageSize);
  const last = rows.length > slice.pageSize ? shown.at(-1) : undefined;
  const nextCursor = last === undefined ? null : writeCursor(slice.page + 1, last.sortKey);
  const plain = shown.map(({ sortKey: _, ...row }) => row as unknown as Row);
  return { rows: plain, ...counted, page: slice.page, pageSize: slice.pageSize, nextCursor };
}

/** True for rows with one of some keys, which are an array's text. */
export const isOneOf = ({ by, type }: SortKey, keys: string): RawBuilder<unknown> =>
  sql`${by} = any(${keys}::${sql.raw(type)}[])`;

/**
 * Searches rows once for both the total and the page: says how many there are, and is the condition that finds them
 * again by their keys. There is no such condition for more rows than `max`.
 */
export async function gather(
  db: Queryable,
  { from, key, where }: { from: RawBuilder<unknown>; key: SortKey; where: RawBuilder<unknown> },
  max: number,
): Promise<{ found: number; gathered: RawBuilder<unknown> | undefined }> {
  const { found, ids } = await onlyRow(db)<{ found: number; ids: string | null }>`
    ${plannedByValues} select count(*)::integer as found,
      case when count(*) <= ${sql.lit(max)} then coalesce(array_agg(id), '{}')::text end as ids
    from (select ${key.by} as id from ${from} where ${where} limit ${sql.lit(max + 1)}) gathered`;
  return { found, gathered: ids === null ? undefined : isOneOf(key, ids) };
}

function writeCursor(page: number, [name, ...keys]: string[]): string {
  return Buffer.from(JSON.stringify([name, page, ...keys])).toString("base64url");
}

function readCursor(cursor: string, order: ListOrder): { page: number; after: string[] } | undefined {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
  if (!Array.isArray(read)) return undefined;
  const [name, page, ...after] = read as unknown[];
  if (name !== order.name || !Number.isSafeInteger(page) || (page as number) < 2) return undefined;
  if (after.length !== order.keys.length) return undefined;
  const fits = order.keys.every(({ type }, index) => {
    const value = after[index];
    return typeof value === "string" && value.length <= 500 && fitsType[type](value);
  });
  return fits ? { page: page as number, after: after as string[] } : undefined;
}

/** Texts that PostgreSQL reads as a value of the type without doubt, so that it never rejects them itself. */
const fitsType: Record<SortKey["type"], (value: string) => boolean> = {
  bigint: (value) => /^-?\d{1,18}$/.test(value),
  boolean: (value) => value === "true" || value === "false",
  text: (value) => !value.includes("\0"),
  timestamptz: isInstant,
  uuid: (value) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value),
};

function isInstant(value: string): boolean {
  if (value === "infinity" || value === "-infinity") return true;
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?\+00$/.exec(value);
  if (parts === null) return false;
  const instant = new Date(`${parts[1]}T${parts[2]}Z`);
  // February 30 is not a date, but JavaScript reads it as March 2.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${parts[1]}T${parts[2]}`);
}

/** A page of a list that is never counted: its rows, and where the list continues. */
export async function readPage<Row>(
  order: ListOrder,
  { cursor, size }: { cursor: string | undefined; size: number },
  find: (slice: Slice) => Promise<Keyed<Row>[]>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const slice = sliceOf({ cursor }, order, size);
  const { rows, nextCursor } = toPage(await find(slice), slice, { total: 0, isMore: false });
  return { rows, nextCursor };
}
