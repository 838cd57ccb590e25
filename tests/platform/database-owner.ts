// A stand-in for the site that the tests start as a separate process so that they can kill it.
//
//   node tests/platform/database-owner.ts DATA_DIR [hold | write]
//
// Prints "ready" when its database is; `write` then inserts rows forever and prints each row's number once committed.

import pg from "pg";
import { startBuiltInPostgres, type BuiltInPostgres } from "#server/platform/postgres/index.ts";
import { throwAway } from "#testing/own-cluster.ts";

const [dataDir = "", task = "hold"] = process.argv.slice(2);

try {
  const database = await startBuiltInPostgres({
    dataDir,
    log: { info: print, warn: print, error: print },
    settings: throwAway,
  });
  process.once("SIGINT", () => void answerAndStop(database));
  print("ready");
  if (task === "write") await writeForEver(database.connection);
  setInterval(() => undefined, 1000);
} catch (error) {
  print(`${(error as Error).name}: ${(error as Error).message}`);
  process.exit(1);
}

/** A database that Ctrl-C had also reached would no longer respond. */
async function answerAndStop(database: BuiltInPostgres) {
  const client = new pg.Client(database.connection);
  await client.connect();
  print(`alive ${(await client.query("SELECT 1 AS one")).rows[0].one}`);
  await client.end();
  await database.stop();
  process.exit(0);
}

async function writeForEver(connection: pg.ClientConfig) {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query("CREATE TABLE IF NOT EXISTS written (n integer PRIMARY KEY)");
  const { rows } = await client.query("SELECT coalesce(max(n), 0) AS last FROM written");
  for (let n = rows[0].last + 1; ; n++) {
    await client.query("INSERT INTO written VALUES ($1)", [n]);
    print(`wrote ${n}`);
  }
}

function print(line: string) {
  process.stdout.write(`${line}\n`);
}
