import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  clearAbandonedDatabase,
  startBuiltInPostgres,
  type PostgresSettings,
  type StartLog,
} from "#server/platform/postgres/index.ts";

/** Logs nothing; a test that needs the log passes its own. */
export const silentLog: StartLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Fast instead of durable. Killing a process loses nothing, since the kernel has its writes; a power cut would. */
export const throwAway: PostgresSettings = { fsync: "off", full_page_writes: "off", max_connections: "300" };

/**
 * For the server of a whole run, whose databases live for seconds: nothing is cleaned up, written out or kept for a
 * replica meanwhile, and a read doesn't go through another process.
 */
export const forOneRun: PostgresSettings = {
  ...throwAway,
  synchronous_commit: "off",
  autovacuum: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "16GB",
  checkpoint_timeout: "1d",
  bgwriter_lru_maxpages: "0",
};

const prefix = "site-test-";
const made: string[] = [];

/** A folder in memory, on Linux. */
const memoryFolder = "/dev/shm";
const roomBytes = 6 * 1024 ** 3;

/**
 * Where to put a database whose power no test cuts: in memory if there is plenty, as creating a database there takes a
 * fraction of the work; otherwise in the folder for temporary files.
 */
function findRoom(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    accessSync(memoryFolder, constants.W_OK);
    if (bavail * bsize > roomBytes && process.availableMemory() > roomBytes) return memoryFolder;
  } catch {
    // This system has no such folder.
  }
  return tmpdir();
}

/**
 * An empty DATA_DIR under the system's temporary folder, which the database's account can enter. It is deleted when
 * this process ends, at the latest.
 *
 * @param options.inMemory uses the machine's memory instead, if there is enough
 */
export function createDataFolder({ inMemory = false }: { inMemory?: boolean } = {}) {
  if (made.length === 0) process.once("exit", () => made.forEach(remove));
  const folder = mkdtempSync(join(inMemory ? findRoom() : tmpdir(), `${prefix}${process.pid}-`));
  made.push(folder);
  chmodSync(folder, 0o755);
  return folder;
}

/** Deletes synchronously, as an exiting process must. A database that is still shutting down may write a last file. */
function remove(folder: string) {
  for (let attempt = 1; existsSync(folder) && attempt <= 20; attempt++) {
    rmSync(folder, { recursive: true, force: true });
    // Node 24's rmSync doesn't report a folder that got new files in the meantime.
    if (existsSync(folder)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
  }
}

/**
 * Starts a PostgreSQL for a single test that crashes or restarts it.
 *
 * @param options.dataDir the folder of an earlier one, to restart it
 * @param options.settings `{}` for the settings that the site runs on in production
 */
export async function startOwnCluster(options: { dataDir?: string; settings?: PostgresSettings; log?: StartLog } = {}) {
  const { dataDir = createDataFolder(), settings = throwAway, log = silentLog } = options;
  const server = await startBuiltInPostgres({ dataDir, log, settings });
  return {
    ...server,
    dataDir,
    /** The postmaster's process ID, to kill it. */
    postmasterPid: () =>
      Number.parseInt(readFileSync(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8"), 10),
    /** Stops it and deletes all its files. */
    async remove() {
      await server.stop();
      remove(dataDir);
    },
  };
}

/** Stops and deletes what killed test runs left behind. */
export async function removeAbandonedClusters() {
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
