import { sql } from "kysely";
import type { Database } from "#server/platform/db/database.ts";

/** Row count and hash of every table, by name: `{ "public.orders": "3 1b2c…" }`. */
export type Snapshot = Record<string, string>;

const tablesOf = new WeakMap<Database, string[]>();

/**
 * Takes a snapshot of the whole database. Two snapshots are equal if and only if no row of any table changed. Counters of
 * calls are left out: a refused call counts too.
 */
export async function readSnapshot(db: Database): Promise<Snapshot> {
  const tables = await listTables(db);
  const selects = tables.map(
    (table) =>
      `select '${table}' as name, count(*) || ' ' || md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as content from ${table} t`,
  );
  const { rows } = await sql.raw<{ name: string; content: string }>(selects.join(" union all ")).execute(db);
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}

async function listTables(db: Database): Promise<string[]> {
  const known = tablesOf.get(db);
  if (known !== undefined) return known;
  const { rows } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'rate_counters' order by 1`.execute(
    db,
  );
  const tables = rows.map((row) => row.name);
  tablesOf.set(db, tables);
  return tables;
}
