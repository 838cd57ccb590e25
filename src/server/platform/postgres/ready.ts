import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { DatabaseFolders } from "./folders.ts";
import type { Postmaster } from "./postmaster.ts";
import type { DatabaseConnection } from "./settings.ts";
import { StartFailure } from "./start-failure.ts";
import type { StartLog } from "./start-log.ts";

const noSuchDatabase = "3D000";
const patienceBeforeNoticeMs = 5000;

/**
 * Waits until the database takes queries, and makes the site's own database in it when it is missing. After a crash the
 * recovery may take a while; it is waited for as long as the server process lives.
 *
 * @throws StartFailure with PostgreSQL's last words when the server process dies instead
 */
export async function waitUntilReady(
  folders: DatabaseFolders,
  postmaster: Postmaster,
  connection: DatabaseConnection,
  log: StartLog,
) {
  let dead = false;
  void postmaster.exited.then(() => (dead = true));
  let noticeAt = Date.now() + patienceBeforeNoticeMs;
  for (;;) {
    try {
      return await touchDatabase(connection);
    } catch {
      // Any refusal counts as "not yet" while the server process lives: no socket, starting up, in recovery.
    }
    if (dead) throw new StartFailure(`PostgreSQL ended right after its start: ${lastWords(folders)}`);
    if (Date.now() > noticeAt) {
      log.info("The database is still recovering from its last run …");
      noticeAt = Date.now() + patienceBeforeNoticeMs;
    }
    await sleep(10);
  }
}

async function touchDatabase(connection: DatabaseConnection) {
  try {
    await query(connection, "SELECT 1");
  } catch (error) {
    if ((error as { code?: string }).code !== noSuchDatabase) throw error;
    await query({ ...connection, database: "postgres" }, `CREATE DATABASE ${connection.database}`);
  }
}

async function query(connection: DatabaseConnection, sql: string) {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** PostgreSQL complains on its own log once that is open, and before on the start's. */
function lastWords(folders: DatabaseFolders) {
  const places = [folders.startupLog, newestLog(folders.log)].filter((path) => path !== undefined && existsSync(path));
  for (const path of places as string[]) {
    const lines = readFileSync(path, "utf8").trim().split("\n").slice(-6);
    if (lines.some((line) => /FATAL|PANIC/.test(line))) return lines.map(withoutStamp).slice(-3).join("; ");
  }
  return `see ${folders.log}.`;
}

const withoutStamp = (line: string) => line.replace(/^.*?\] (?=[A-Z]+: )/, "").replace(/\s+/g, " ");

function newestLog(folder: string) {
  return readdirSync(folder)
    .filter((name) => name.startsWith("postgres-"))
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}
