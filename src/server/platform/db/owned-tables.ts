import { sql, type RawBuilder } from "kysely";
import type { DB } from "./schema.generated.ts";

/** The columns of a table that other modules may read, and those modules. */
interface Shared<Column> {
  columns: readonly Column[];
  readers: readonly string[];
}

type Declared = { [Table in keyof DB]?: Shared<keyof DB[Table]> | Record<string, never> };

/**
 * Declares all tables of a module. Only the module itself names them in SQL. A reader names what is returned here, the
 * declared columns: `select … from ${ordersTables.orders} o`. PostgreSQL plans that like a query on the table itself.
 */
export function ownTables<const Tables extends Declared>(
  tables: Tables & Record<Exclude<keyof Tables, keyof DB>, never>,
): { readonly [Table in keyof Tables as Tables[Table] extends Shared<string> ? Table : never]: RawBuilder<unknown> } {
  const shared = Object.entries<Declared[keyof DB]>(tables).flatMap(([table, { columns } = {}]) => {
    if (columns === undefined) return [];
    return [[table, sql`(select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)})`]];
  });
  return Object.fromEntries(shared);
}
