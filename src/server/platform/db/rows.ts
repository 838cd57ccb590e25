import { sql } from "kysely";
import type { Queryable } from "./database.ts";

type Template = [texts: TemplateStringsArray, ...values: unknown[]];

const run = async <Row>(db: Queryable, template: Template): Promise<Row[]> =>
  (await sql<Row>(...template).execute(db)).rows;

/** Runs a query, written as a template after it: every row. */
export const allRows =
  (db: Queryable) =>
  <Row>(...template: Template): Promise<Row[]> =>
    run(db, template);

/** The first row; undefined if there is none. */
export const firstRow =
  (db: Queryable) =>
  async <Row>(...template: Template): Promise<Row | undefined> =>
    (await run<Row>(db, template))[0];

/** The only row of a query that always has one. */
export const onlyRow =
  (db: Queryable) =>
  async <Row>(...template: Template): Promise<Row> =>
    (await run<Row>(db, template))[0]!;

/** Whether there is any row. */
export const hasRows =
  (db: Queryable) =>
  async (...template: Template): Promise<boolean> =>
    (await run(db, template)).length > 0;

/** The only column of every row. */
export const allValues =
  (db: Queryable) =>
  async <Value>(...template: Template): Promise<Value[]> =>
    (await run<Record<string, Value>>(db, template)).map((row) => Object.values(row)[0]!);

/** The only column of the first row; undefined if there is no row. */
export const firstValue =
  (db: Queryable) =>
  async <Value>(...template: Template): Promise<Value> =>
    (await allValues(db)<Value>(...template))[0]!;
