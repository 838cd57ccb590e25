import type pg from "pg";

const numbered = (version: number) => `${String(version).padStart(4, "0")}_former`;

/**
 * Gives a database the journal of a version before 1.0.0. By default it is the last one, whose schema is that of
 * 0001_baseline, so the database is then one of that version.
 *
 * @returns the names in the journal
 */
export async function writeFormerJournal(
  connection: pg.Pool | pg.ClientBase,
  { count = 92, newest = "0170_promoter_links" }: { count?: number; newest?: string } = {},
): Promise<string[]> {
  const between = Array.from({ length: count - 2 }, (_, index) => numbered(index + 2));
  const names = ["0001_foundation", ...between, newest];
  await connection.query("truncate schema_migrations");
  await connection.query(
    "insert into schema_migrations (version, name, checksum) select left(name, 4)::int, name, '' from unnest($1::text[]) name",
    [names],
  );
  return names;
}
