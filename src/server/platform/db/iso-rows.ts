import type { RawBuilder } from "kysely";
import type { Queryable } from "./database.ts";

/** A row that is as the contract has it, except that the driver made dates of its instants: writes these as text. */
export const isoDates = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as Row;

/** The rows of a query whose only difference from the contract is that their instants are dates. */
export async function findIsoRows<Row extends object>(db: Queryable, query: RawBuilder<Row>): Promise<Row[]> {
  const { rows } = await query.execute(db);
  return rows.map(isoDates);
}
