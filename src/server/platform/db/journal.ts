import type pg from "pg";
import { StartFailure } from "#server/platform/app-error.ts";
import type { Migration } from "./migration-files.ts";

/** A row of schema_migrations, the journal of what was applied to a database. */
export interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
}

/** Creates an empty journal if there is none. @throws StartFailure if the database user can't create tables */
export async function createJournal(client: pg.ClientBase): Promise<void> {
  try {
    await client.query(`
      CREATE TABLE IF NOT EXISTS schema_migrations (
        version integer PRIMARY KEY,
        name text NOT NULL,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== "42501") throw error;
    throw new StartFailure(
      "The database user can't create tables. Give it its own database (CREATE DATABASE … OWNER …) and set DATABASE_URL to it.",
    );
  }
}

/** Everything that was applied, in order of the numbers. The journal must exist. */
export async function readJournal(connection: pg.Pool | pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await connection.query<AppliedMigration>(
    "SELECT version, name, checksum FROM schema_migrations ORDER BY version",
  );
  return rows;
}

/** Adds a migration to the journal, in the transaction of the connection if it has one. */
export async function recordMigration(client: pg.ClientBase, { version, name, checksum }: Migration): Promise<void> {
  const values = [version, name, checksum];
  await client.query("INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)", values);
}
