import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartFailure } from "#server/platform/app-error.ts";

/** The folder of the site's migrations. */
export const migrationsFolder = fileURLToPath(new URL("../../../../db/migrations", import.meta.url));

/** One step forward of the schema, read from `NNNN_name.sql`. */
export interface Migration {
  version: number;
  /** The file name without its extension: `0003_inventory`. */
  name: string;
  sql: string;
  checksum: string;
  /** False for a file that starts with the line `-- no-transaction`, such as one that creates an index concurrently. */
  inTransaction: boolean;
}

const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/;
const noTransaction = /^--\s*no-transaction\s*$/m;

/**
 * Reads all migrations in order of their numbers.
 *
 * @throws StartFailure if a file is misnamed or a number is used twice
 */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => readMigration(folder, file));
  const taken = new Map<number, string>();
  for (const { version, name } of migrations) {
    const other = taken.get(version);
    if (other)
      throw new StartFailure(
        `Migrations ${other} and ${name} have the same number. Give the newer one the next free number.`,
      );
    taken.set(version, name);
  }
  return migrations;
}

/**
 * The statements to send one by one. In a transaction the whole file is sent at once. Without one, PostgreSQL would
 * wrap several statements into one again, so a line `-- then` separates them.
 */
export function statementsOf({ sql, inTransaction }: Migration): string[] {
  return inTransaction ? [sql] : sql.split(/^--\s*then\s*$/m);
}

function readMigration(folder: string, file: string): Migration {
  const version = fileName.exec(file)?.[1];
  if (!version)
    throw new StartFailure(`${join(folder, file)} isn't named like a migration. Name it like 0012_what_it_adds.sql.`);
  // A checkout on Windows may have changed the line endings.
  const sql = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n");
  return {
    version: Number(version),
    name: file.slice(0, -".sql".length),
    sql,
    checksum: createHash("sha256").update(sql).digest("hex"),
    inTransaction: !noTransaction.test(sql.split("\n", 1)[0] ?? ""),
  };
}
