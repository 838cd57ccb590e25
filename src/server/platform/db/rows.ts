import { sql } from "kysely";
import type { Column, RowFrom, Shape } from "./columns.ts";
import type { Queryable } from "./database.ts";

type Template = [texts: TemplateStringsArray, ...values: unknown[]];

/** What a statement returns: columns by name, or columns whose names don't matter, in their order. */
export type Declared = Shape | readonly Column<unknown>[];

let checkRows: ((rows: object[], declared: Declared) => void) | undefined;

/** For tests: compares what each statement returns with what it declares. */
export const checkRowsWith = (check: NonNullable<typeof checkRows>): void => void (checkRows = check);

async function rowsOf<Row>(db: Queryable, template: Template, declared: Declared | undefined): Promise<Row[]> {
  const { rows } = await sql<Row>(...template).execute(db);
  if (declared !== undefined) checkRows?.(rows as object[], declared);
  return rows;
}

/** The first value of each row. */
async function valuesOf<Value>(db: Queryable, template: Template, of: Column<unknown> | undefined): Promise<Value[]> {
  const rows = await rowsOf<Record<string, Value>>(db, template, of && [of]);
  return rows.map((row) => Object.values(row)[0]!);
}

function only<Value>(values: Value[]): Value {
  if (values.length === 0) throw new Error("A query that always has a row has none");
  return values[0]!;
}

/** Runs a statement, written as a template after it, that returns nothing. */
export const run =
  (db: Queryable) =>
  async (...template: Template): Promise<void> => {
    await sql(...template).execute(db);
  };

/** Runs a query: every row, with the columns that `shape` declares. Without it, the caller asserts what nobody checks. */
export const allRows: {
  <Of extends Shape>(db: Queryable, shape: Of): (...template: Template) => Promise<RowFrom<Of>[]>;
  (db: Queryable): <Row>(...template: Template) => Promise<Row[]>;
} =
  (db: Queryable, shape?: Shape) =>
  <Row>(...template: Template) =>
    rowsOf<Row>(db, template, shape);

/** The first row; undefined if there is none. */
export const firstRow: {
  <Of extends Shape>(db: Queryable, shape: Of): (...template: Template) => Promise<RowFrom<Of> | undefined>;
  (db: Queryable): <Row>(...template: Template) => Promise<Row | undefined>;
} =
  (db: Queryable, shape?: Shape) =>
  async <Row>(...template: Template) =>
    (await rowsOf<Row>(db, template, shape))[0];

/** The only row of a query that always has one. @throws Error if it has none */
export const onlyRow: {
  <Of extends Shape>(db: Queryable, shape: Of): (...template: Template) => Promise<RowFrom<Of>>;
  (db: Queryable): <Row>(...template: Template) => Promise<Row>;
} =
  (db: Queryable, shape?: Shape) =>
  async <Row>(...template: Template) =>
    only(await rowsOf<Row>(db, template, shape));

/** Whether there is any row. */
export const hasRows =
  (db: Queryable) =>
  async (...template: Template): Promise<boolean> =>
    (await rowsOf(db, template, undefined)).length > 0;

/** How many rows there are. */
export const countRows =
  (db: Queryable) =>
  async (...template: Template): Promise<number> =>
    (await rowsOf(db, template, undefined)).length;

/** The first column of every row, mapped to the second. */
export const mapRows: {
  <Key, Value>(
    db: Queryable,
    key: Column<Key>,
    value: Column<Value>,
  ): (...template: Template) => Promise<Map<Key, Value>>;
  (db: Queryable): <Key, Value>(...template: Template) => Promise<Map<Key, Value>>;
} =
  (db: Queryable, ...declared: Column<unknown>[]) =>
  async <Key, Value>(...template: Template) => {
    const rows = await rowsOf<object>(db, template, declared.length > 0 ? declared : undefined);
    return new Map(rows.map((row) => Object.values(row) as [Key, Value]));
  };

/** The only column of every row. */
export const allValues: {
  <Value>(db: Queryable, of: Column<Value>): (...template: Template) => Promise<Value[]>;
  (db: Queryable): <Value>(...template: Template) => Promise<Value[]>;
} =
  (db: Queryable, of?: Column<unknown>) =>
  <Value>(...template: Template) =>
    valuesOf<Value>(db, template, of);

/** The only column of the first row; undefined if there is no row. */
export const firstValue: {
  <Value>(db: Queryable, of: Column<Value>): (...template: Template) => Promise<Value | undefined>;
  (db: Queryable): <Value>(...template: Template) => Promise<Value | undefined>;
} =
  (db: Queryable, of?: Column<unknown>) =>
  async <Value>(...template: Template) =>
    (await valuesOf<Value>(db, template, of))[0];

/** The only value of a query that always has a row. @throws Error if it has none */
export const onlyValue: {
  <Value>(db: Queryable, of: Column<Value>): (...template: Template) => Promise<Value>;
  (db: Queryable): <Value>(...template: Template) => Promise<Value>;
} =
  (db: Queryable, of?: Column<unknown>) =>
  async <Value>(...template: Template) =>
    only(await valuesOf<Value>(db, template, of));
