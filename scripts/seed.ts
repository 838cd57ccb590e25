import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { fillAtScale } from "#db/seed/scale/fill.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase, type ConnectionSettings } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { startBuiltInPostgres } from "#server/platform/postgres/index.ts";
import "./plain-failures.ts";

// `npm run seed -- --scale [0.01] [--on-top]`: fills the database of DATABASE_URL, or the built-in one under DATA_DIR,
// with as much data as a large organizer has after years, to see what gets slow. The regular demo fills itself at first
// start.

const usage = "npm run seed -- --scale [a fraction, such as 0.01] [--on-top]";

const { values, positionals } = parseArgs({
  options: { scale: { type: "boolean" }, "on-top": { type: "boolean", default: false } },
  allowPositionals: true,
});
const factor = Number(positionals[0] ?? 1);
if (!values.scale || positionals.length > 1 || !(factor > 0 && factor <= 10)) {
  console.error(`Usage: ${usage}`);
  process.exit(2);
}

const config = readConfig();
const dataDir = resolve(config.dataDir);
mkdirSync(dataDir, { recursive: true });
const built =
  config.databaseUrl === undefined
    ? await startBuiltInPostgres({ dataDir, log: console, archiveDir: config.archiveDir })
    : undefined;
const connection = (built?.connection ?? { connectionString: config.databaseDirectUrl }) as ConnectionSettings;
const startedAt = performance.now();
try {
  const { pool, close } = openDatabase(connection, { size: 1 });
  await migrate(pool, { log: console });
  await close();
  await fillAtScale({ connection, factor, onTop: values["on-top"], report });
  console.log(`Done in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await built?.stop();
}

function report(what: string, rows: number, seconds: number): void {
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${what.padEnd(36)} ${rows > 0 ? rows.toLocaleString("en") : ""}`);
}
