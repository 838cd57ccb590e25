import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clearAbandonedDatabase, startBuiltInPostgres, type PostgresSettings, type StartLog } from "#server/platform/postgres/index.ts";

/** Says nothing: a test that wants to hear passes its own log. */
export const silentLog: StartLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Fast instead of durable: for databases that nobody will miss after a power cut. */
export const throwAway: PostgresSettings = { fsync: "off", full_page_writes: "off", max_connections: "300" };

const prefix = "site-test-";

/** An empty DATA_DIR under the system's temporary folder, which the database's account may enter. */
export function makeDataFolder() {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Starts a PostgreSQL of the test's own, for tests that crash it or restart it. It keeps every write, like the real one.
 *
 * @param options.dataDir the folder of an earlier one, to start that again
 */
export async function startOwnCluster(options: { dataDir?: string; settings?: PostgresSettings; log?: StartLog } = {}) {
  const { dataDir = makeDataFolder(), settings = {}, log = silentLog } = options;
  const server = await startBuiltInPostgres({ dataDir, log, settings });
  return {
    ...server,
    dataDir,
    /** Process id of the postmaster, to kill it. */
    postmasterPid: () => Number.parseInt(readFileSync(join(dataDir, "postgres", "cluster", "postmaster.pid"), "utf8"), 10),
    /** Stops it and deletes all it had. */
    async remove() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Ends and deletes what test runs left that were killed before they could tidy up. */
export async function sweepAbandonedClusters() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (!pid || isAlive(pid)) continue;
    const folder = join(tmpdir(), name);
    await clearAbandonedDatabase(folder).catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
