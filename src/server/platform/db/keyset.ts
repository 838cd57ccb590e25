import { sql, type RawBuilder } from "kysely";
import { AppError } from "../app-error.ts";
import { mostCounted, staffPageSize, type Counted } from "./paging.ts";

/** One column or expression by which a list is put in order; never null. */
export interface SortKey {
  by: RawBuilder<unknown>;
  type: "bigint" | "boolean" | "text" | "timestamptz" | "uuid";
}

/**
 * The order of a list: its keys together are one row's own, and all run the same way, so that one index holds the rows
 * in this order and any page starts with a single look into it.
 */
export interface ListOrder {
  /** Its name in the address, so that a cursor of one order is not taken for that of another. */
  name: string;
  keys: SortKey[];
  descending: boolean;
}

/** A list's order as its query names it, from `createdAt` or `-createdAt`. */
export function orderOf(name: string, keys: Record<string, SortKey[]>): ListOrder {
  const descending = name.startsWith("-");
  return { name, keys: keys[descending ? name.slice(1) : name]!, descending };
}

/**
 * Lists of everything are in the order of time alone: in any other they are put only within a night or a person.
 *
 * @throws AppError `invalid_input`
 */
export function requireTime({ name }: ListOrder, time: string): void {
  if (name.replace(/^-/, "") === time) return;
  const message = `This order is for one night or one person; all together are listed by ${time}`;
  throw new AppError("invalid_input", { message, errors: [{ message, path: "sort" }] });
}

/** Which rows of an ordered list are asked for: those after a row, or a page by its number. */
export interface Slice {
  order: ListOrder;
  page: number;
  pageSize: number;
  offset: number;
  /** Keys of the row before the first one, as text. */
  after: string[] | undefined;
}

/** A page's rows and how the list goes on. */
export interface PageOfRows<Row> extends Counted {
  rows: Row[];
  page: number;
  pageSize: number;
  /** Null where nothing comes after. */
  nextCursor: string | null;
}

/**
 * Reads what a list is asked for. A cursor costs the same however deep it leads; a page's number reaches as far as the
 * total counts, since the rows before it have to be passed over.
 *
 * @throws AppError `invalid_input` for a cursor that no page of this order gave
 */
export function sliceOf(
  { page = 1, cursor }: { page?: number | undefined; cursor?: string | undefined },
  order: ListOrder,
  pageSize = staffPageSize,
): Slice {
  if (cursor === undefined) return { order, page, pageSize, offset: (page - 1) * pageSize, after: undefined };
  const read = readCursor(cursor, order);
  if (read === undefined) {
    const message = "This list does not go on from there";
    throw new AppError("invalid_input", { message, errors: [{ message, path: "cursor" }] });
  }
  return { order, pageSize, offset: 0, ...read };
}

/** The same for a list in two parts, each with an order of its own: the cursor says in which it goes on. */
export function sliceOfEither(
  asked: { page?: number | undefined; cursor?: string | undefined },
  [first, second]: [ListOrder, ListOrder],
  pageSize = staffPageSize,
): Slice {
  const goesOnInSecond = asked.cursor !== undefined && readCursor(asked.cursor, second) !== undefined;
  return sliceOf(asked, goesOnInSecond ? second : first, pageSize);
}

/** True for the rows of a slice: all, or those after the cursor's. */
export function isAfter({ order, after }: Slice): RawBuilder<unknown> {
  if (after === undefined) return sql`true`;
  const keys = sql.join(order.keys.map((key) => key.by));
  const values = sql.join(order.keys.map(({ type }, index) => sql`${after[index]!}::${sql.raw(type)}`));
  return order.descending ? sql`(${keys}) < (${values})` : sql`(${keys}) > (${values})`;
}

/** The order and the limits of a slice, as the end of a query. One row more than shown tells whether the list goes on. */
export function inOrder({ order, pageSize, offset }: Slice): RawBuilder<unknown> {
  const way = sql.raw(order.descending ? " desc" : "");
  const keys = sql.join(order.keys.map((key) => sql`${key.by}${way}`));
  if (offset >= mostCounted) return sql`order by ${keys} limit 0`;
  const skipped = offset === 0 ? sql`` : sql` offset ${offset}`;
  return sql`order by ${keys} limit ${sql.lit(pageSize + 1)}${skipped}`;
}

/** What a row must be selected with, as `"sortKey"`, for the list to go on after it. */
export function sortKeyOf({ order }: Slice): RawBuilder<string[]> {
  return sql<string[]>`array[${sql.join(order.keys.map((key) => sql`(${key.by})::text`))}]`;
}

/** A row as a list's query gives it, with what the list goes on after. */
export type Keyed<Row> = Row & { sortKey: string[] };

/** The rows of a page without the one more that was read, and how the list goes on. */
export function toPage<Row>(rows: Keyed<Row>[], slice: Slice, counted: Counted): PageOfRows<Row> {
  const shown = rows.slice(0, slice.pageSize);
  const last = rows.length > slice.pageSize ? shown.at(-1) : undefined;
  const nextCursor = last === undefined ? null : writeCursor(slice, last.sortKey);
  const plain = shown.map(({ sortKey: _, ...row }) => row as unknown as Row);
  return { rows: plain, ...counted, page: slice.page, pageSize: slice.pageSize, nextCursor };
}

function writeCursor({ order, page }: Slice, keys: string[]): string {
  return Buffer.from(JSON.stringify([order.name, page + 1, ...keys])).toString("base64url");
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

/** Texts that PostgreSQL reads as a value of the type, without a doubt: it must never be the one to refuse them. */
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
  // The thirtieth of February is a date to neither, but JavaScript reads it as the second of March.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${parts[1]}T${parts[2]}`);
}
