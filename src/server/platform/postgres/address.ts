import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
  readdirSync,
  statSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import type { DatabaseFolders, Account } from "./folders.ts";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartFailure, type StartLog } from "../app-error.ts";

/** How to reach the database; the same shape that `pg` takes. */
export interface DatabaseConnection {
  /** A folder with the unix socket, or 127.0.0.1 on Windows. */
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
}

const user = "site";
const database = "site";
const socketPort = 5432;

/** The kernel's limit for a socket's full path: 107 bytes on Linux, 103 on macOS. */
const longestSocketPath = 103;
const temporaryPrefix = "site-db-";

/**
 * Decides where the database listens: on a unix socket that only its account and root can access; on Windows, on a free
 * loopback port.
 */
export async function chooseAddress(folders: DatabaseFolders, { owner }: Account): Promise<DatabaseConnection> {
  if (process.platform === "win32") {
    return { host: "127.0.0.1", port: await freePort(), user, database, password: readPassword(folders) };
  }
  const fits = Buffer.byteLength(join(folders.socket, `.s.PGSQL.${socketPort}`)) <= longestSocketPath;
  // Not os.tmpdir(): on macOS that path is long, and as root the database's account may not have access to it.
  const host = fits ? folders.socket : mkdtempSync(join("/tmp", temporaryPrefix));
  mkdirSync(host, { recursive: true, mode: 0o700 });
  if (owner) chownSync(host, owner.uid, owner.gid);
  return { host, port: socketPort, user, database };
}

/**
 * Removes what a dead postmaster left at its address. Call it only if none is alive: a live one would become
 * unreachable.
 */
export function clearAddress(socketFolder: string) {
  for (const name of [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`]) {
    rmSync(join(socketFolder, name), { force: true });
  }
  const isTemporary = dirname(socketFolder) === "/tmp" && basename(socketFolder).startsWith(temporaryPrefix);
  if (isTemporary) rmSync(socketFolder, { recursive: true, force: true });
}

/** The password for the loopback port: created once, stored beside the cluster. */
export function readPassword(folders: DatabaseFolders): string {
  if (!existsSync(folders.password)) {
    writeFileSync(folders.password, randomBytes(24).toString("base64url"), { mode: 0o600 });
  }
  return readFileSync(folders.password, "utf8").trim();
}

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

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
  postmaster: { exited: Promise<void> },
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
    const cause = whyStopped(readFileSync(path, "utf8"));
    if (cause !== undefined) return cause;
  }
  return `see ${folders.log}.`;
}

/**
 * The lines of a PostgreSQL log that say why it stopped: its last fatal error and the lines around it, since the line
 * before often has the cause. What it answered to clients while it started hides that, so it's left out.
 */
export function whyStopped(text: string): string | undefined {
  const lines = text
    .split("\n")
    .filter((line) => line.trim() !== "" && !/FATAL: +the database system is /.test(line))
    .slice(-12);
  const last = lines.findLastIndex((line) => /FATAL|PANIC/.test(line));
  if (last < 0) return undefined;
  return lines
    .slice(Math.max(0, last - 1), last + 2)
    .map(withoutStamp)
    .join("; ");
}

const withoutStamp = (line: string) => line.replace(/^.*?\] (?=[A-Z]+: )/, "").replace(/\s+/g, " ");

function newestLog(folder: string) {
  return readdirSync(folder)
    .filter((name) => name.startsWith("postgres-"))
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}
