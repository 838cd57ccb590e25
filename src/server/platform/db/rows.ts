import { sql } from "kysely";
import type { Queryable } from "./database.ts";

type Template = [texts: TemplateStringsArray, ...values: unknown[]];

const rowsOf = async <Row>(db: Queryable, template: Template): Promise<Row[]> =>
  (await sql<Row>(...template).execute(db)).rows;

/** Runs a statement, written as a template after it, that returns nothing. */
export const run =
  (db: Queryable) =>
  async (...template: Template): Promise<void> => {
    await sql(...template).execute(db);
  };

/** Runs a query: every row. */
export const allRows =
  (db: Queryable) =>
  <Row>(...template: Template): Promise<Row[]> =>
    rowsOf(db, template);

/** The first row; undefined if there is none. */
export const firstRow =
  (db: Queryable) =>
  async <Row>(...template: Template): Promise<Row | undefined> =>
    (await rowsOf<Row>(db, template))[0];

/** The only row of a query that always has one. */
export const onlyRow =
  (db: Queryable) =>
  async <Row>(...template: Template): Promise<Row> =>
    (await rowsOf<Row>(db, template))[0]!;

/** Whether there is any row. */
export const hasRows =
  (db: Queryable) =>
  async (...template: Template): Promise<boolean> =>
    (await rowsOf(db, template)).length > 0;

/** How many rows there are. */
export const countRows =
  (db: Queryable) =>
  async (...template: Template): Promise<number> =>
    (await rowsOf(db, template)).length;

/** The first column of every row, mapped to the second. */
export const mapRows =
  (db: Queryable) =>
  async <Key, Value>(...template: Template): Promise<Map<Key, Value>> =>
    new Map((await rowsOf<object>(db, template)).map((row) => Object.values(row) as [Key, Value]));

/** The only column of every row. */
export const allValues =
  (db: Queryable) =>
  async <Value>(...template: Template): Promise<Value[]> =>
    (await rowsOf<Record<string, Value>>(db, template)).map((row) => Object.values(row)[0]!);

/** The only column of the first row; undefined if there is no row. */
export const firstValue =
  (db: Queryable) =>
  async <Value>(...template: Template): Promise<Value> =>
    (await allValues(db)<Value>(...template))[0]!;
