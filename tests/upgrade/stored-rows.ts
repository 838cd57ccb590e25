import type pg from "pg";

interface StoredTable {
  name: string;
  /** Names by the column's number. */
  columns: Map<number, string>;
  rows: Record<string, unknown>[];
}

/** Every row of every table, by the tables' own numbers. A rename changes neither these nor those of columns. */
export type StoredRows = Map<number, StoredTable>;

/** Reads all rows but the journal of migrations. */
export async function readRows(connection: pg.Pool | pg.ClientBase): Promise<StoredRows> {
  const { rows: tables } = await connection.query<{ oid: number; name: string; columns: Record<string, string> }>(`
    select c.oid, c.oid::regclass::text as name, jsonb_object_agg(a.attnum, a.attname) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and n.nspname in ('public', 'sandbox') and c.relname <> 'schema_migrations'
    group by c.oid order by 2`);
  const stored: StoredRows = new Map();
  for (const { oid, name, columns } of tables) {
    const { rows } = await connection.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t`,
    );
    const numbered = Object.entries(columns).map(([number, column]) => [Number(number), column] as const);
    stored.set(oid, { name, columns: new Map(numbered), rows: rows.map(({ row }) => row) });
  }
  return stored;
}

/**
 * What a migration lost: tables, columns, and rows that aren't there with the same values. New tables, columns and rows
 * are fine, and so are renames.
 *
 * @param replaced tables, and columns as `table.column`, that a migration replaced on purpose: they aren't compared
 */
export function findLost(before: StoredRows, after: StoredRows, replaced: string[] = []): string[] {
  const lost: string[] = [];
  for (const [oid, table] of before) {
    const now = after.get(oid);
    if (replaced.includes(table.name)) continue;
    if (now === undefined) {
      lost.push(`table ${table.name}`);
      continue;
    }
    const columns = [...table.columns].filter(([, name]) => !replaced.includes(`${table.name}.${name}`));
    const kept = columns.filter(([number]) => now.columns.has(number));
    lost.push(...columns.filter((column) => !kept.includes(column)).map(([, name]) => `column ${table.name}.${name}`));
    const textOf = (row: Record<string, unknown>, names: Map<number, string>) =>
      JSON.stringify(kept.map(([number]) => row[names.get(number)!]));
    const present = Map.groupBy(now.rows, (row) => textOf(row, now.columns));
    const missing = table.rows.filter((row) => present.get(textOf(row, table.columns))?.pop() === undefined);
    if (missing.length > 0) lost.push(`${missing.length} of ${table.rows.length} rows of ${table.name}`);
  }
  return lost;
}
