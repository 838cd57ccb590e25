import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { DatabaseFolders } from "./folders.ts";
import type { Postmaster } from "./postmaster.ts";
import type { DatabaseConnection } from "./settings.ts";
import { StartFailure, type StartLog } from "./start-failure.ts";

const noSuchDatabase = "3D000";
const logEveryMs = 5000;

/**
 * Waits until the database accepts queries, and creates the site's database in it if it's missing. Recovery after a
 * crash may take a while; this waits for as long as the server process lives.
 *
 * @throws StartFailure with PostgreSQL's last log lines if the server process dies instead
 */
export async function waitUntilReady(
  folders: DatabaseFolders,
  postmaster: Postmaster,
  connection: DatabaseConnection,
  log: StartLog,
) {
  let dead = false;
  void postmaster.exited.then(() => (dead = true));
  let logAt = Date.now() + logEveryMs;
  for (;;) {
    try {
      return await touchDatabase(connection);
    } catch {
      // Any error counts as "not yet" while the server process lives: no socket, starting up, in recovery.
    }
    if (dead) throw new StartFailure(`PostgreSQL stopped right after it started: ${logTail(folders)}`);
    if (Date.now() > logAt) {
      log.info("The database is still recovering from its last run …");
      logAt = Date.now() + logEveryMs;
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

/** PostgreSQL reports errors in its own log once that is open, and before that in the startup log. */
function logTail(folders: DatabaseFolders) {
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
