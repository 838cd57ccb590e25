import { resolve } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { describeReport, readInvariants } from "#db/invariants/report.ts";
import { readConfig } from "#server/config.ts";
import type { ConnectionSettings } from "#server/platform/db/database.ts";
import { reachPostgres } from "#server/platform/postgres/index.ts";
import "./plain-failures.ts";

// `npm run invariants [-- --database URL]`: checks a database's invariants in one snapshot and changes nothing. Without
// a URL it uses the site's database: DATABASE_URL, or the built-in one, running or not. Exits with 1 if an invariant is
// violated, with 2 if something couldn't be checked.

const { values } = parseArgs({ options: { database: { type: "string" }, rows: { type: "string", default: "3" } } });

const { connection, stop } = await reach(values.database);
const client = new pg.Client(connection);
try {
  await client.connect();
  const report = await readInvariants(client, Number(values.rows));
  console.log(describeReport(report));
  const outcomes = new Set(report.lines.map(({ outcome }) => outcome));
  process.exitCode = outcomes.has("broken") ? 1 : outcomes.has("failed") ? 2 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
} finally {
  await client.end().catch(() => undefined);
  await stop();
}

/** The database to check, and a function that stops it if it was started for this. */
async function reach(
  databaseUrl: string | undefined,
): Promise<{ connection: ConnectionSettings; stop: () => Promise<void> }> {
  if (databaseUrl !== undefined) return { connection: { connectionString: databaseUrl }, stop: async () => {} };
  const { databaseDirectUrl: url, dataDir, archiveDir } = readConfig();
  if (url !== undefined) return { connection: { connectionString: url }, stop: async () => {} };
  return reachPostgres({ dataDir: resolve(dataDir), log: console, archiveDir });
}
