import { accessSync, chmodSync, constants, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  clearAbandonedDatabase,
  startBuiltInPostgres,
  type PostgresSettings,
  type StartLog,
} from "#server/platform/postgres/index.ts";

/** Says nothing: a test that wants to hear passes its own log. */
export const silentLog: StartLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Fast instead of durable. A killed process loses nothing by it, since the kernel has its writes; a power cut would. */
export const throwAway: PostgresSettings = { fsync: "off", full_page_writes: "off", max_connections: "300" };

const prefix = "site-test-";
const made: string[] = [];

/** A folder that is memory, on Linux. */
const memoryFolder = "/dev/shm";
const roomBytes = 6 * 1024 ** 3;

/**
 * Where a database is that no test cuts the power of: in memory where there is plenty, as making a database there takes a
 * fraction of the work; or else where temporary files are.
 */
function findRoom(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    accessSync(memoryFolder, constants.W_OK);
    if (bavail * bsize > roomBytes && process.availableMemory() > roomBytes) return memoryFolder;
  } catch {
    // There is none here.
  }
  return tmpdir();
}

/**
 * An empty DATA_DIR under the system's temporary folder, which the database's account may enter. It is deleted with this
 * process at the latest.
 *
 * @param options.inMemory takes the memory of the machine instead, where there is enough
 */
export function makeDataFolder({ inMemory = false }: { inMemory?: boolean } = {}) {
  if (made.length === 0) process.once("exit", () => made.forEach(remove));
  const folder = mkdtempSync(join(inMemory ? findRoom() : tmpdir(), `${prefix}${process.pid}-`));
  made.push(folder);
  chmodSync(folder, 0o755);
  return folder;
}

/** Deletes at once, as an exiting process must. A database may still be ending in there and write a last file. */
function remove(folder: string) {
  for (let attempt = 1; existsSync(folder) && attempt <= 20; attempt++) {
    rmSync(folder, { recursive: true, force: true });
    // Node 24's rmSync is silent about a folder that filled up again under its hands.
    if (existsSync(folder)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
  }
}

/**
 * Starts a PostgreSQL of the test's own, for tests that crash it or restart it.
 *
 * @param options.dataDir the folder of an earlier one, to start that again
 * @param options.settings `{}` for those that the site really runs on
 */
export async function startOwnCluster(options: { dataDir?: string; settings?: PostgresSettings; log?: StartLog } = {}) {
  const { dataDir = makeDataFolder(), settings = throwAway, log = silentLog } = options;
  const server = await startBuiltInPostgres({ dataDir, log, settings });
  return {
    ...server,
    dataDir,
    /** Process id of the postmaster, to kill it. */
    postmasterPid: () =>
      Number.parseInt(readFileSync(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8"), 10),
    /** Stops it and deletes all it had. */
    async remove() {
      await server.stop();
      remove(dataDir);
    },
  };
}

/** Ends and deletes what test runs left that were killed before they could tidy up. */
export async function sweepAbandonedClusters() {
  const parents = [tmpdir(), memoryFolder].filter((folder) => existsSync(folder));
  const folders = parents.flatMap((parent) =>
    readdirSync(parent).map((name) => ({ name, folder: join(parent, name) })),
  );
  for (const { name, folder } of folders.filter((entry) => entry.name.startsWith(prefix))) {
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (!pid || isAlive(pid)) continue;
    await clearAbandonedDatabase(folder).catch(() => undefined);
    remove(folder);
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
