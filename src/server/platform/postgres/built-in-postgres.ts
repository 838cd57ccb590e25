import { chooseAccount, handOver } from "./account.ts";
import { chooseAddress, clearAddress } from "./address.ts";
import { findBinaries } from "./binaries.ts";
import { ensureCluster } from "./cluster.ts";
import { openFolders } from "./folders.ts";
import { keepRunning } from "./supervisor.ts";
import { launchPostmaster } from "./launch.ts";
import { clearLeftovers, waitUntilGone } from "./leftovers.ts";
import { lockFolder } from "./lock.ts";
import { waitUntilReady } from "./ready.ts";
import { writeSettings, type DatabaseConnection, type PostgresSettings } from "./settings.ts";
import type { StartLog } from "./start-log.ts";

/** The running database and how to stop it. */
export interface BuiltInPostgres {
  connection: DatabaseConnection;
  /** Whether the database of an earlier run was still alive and had to be stopped first. */
  tookOver: boolean;
  /** Ends every session, writes everything to disk and returns when the last process is gone. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with the site, in DATA_DIR/postgres, and creates it first if there is none.
 *
 * Cleans up after any earlier run, however it ended. Restarts the database if it dies.
 *
 * @param settings PostgreSQL settings that override the site's own
 * @throws StartFailure if it can't run here, or another server uses the folder
 */
export async function startBuiltInPostgres(options: {
  dataDir: string;
  log: StartLog;
  settings?: PostgresSettings;
}): Promise<BuiltInPostgres> {
  const { dataDir, log, settings = {} } = options;
  const binaries = findBinaries();
  const folders = openFolders(dataDir);
  const lock = lockFolder(folders);
  try {
    const tookOver = await clearLeftovers(folders, binaries);
    if (tookOver) log.warn("The database of an earlier run was still running. It was stopped so this one could start.");
    const account = chooseAccount(folders, binaries);
    handOver(folders, account);
    await ensureCluster(folders, binaries, account, settings);
    const connection = await chooseAddress(folders, account);
    writeSettings(folders, connection, settings);

    const supervisor = await keepRunning(async () => {
      await clearLeftovers(folders, binaries);
      const postmaster = await launchPostmaster({ folders, binaries, account });
      await waitUntilReady(folders, postmaster, connection, log);
      return postmaster;
    }, log);

    const stop = async () => {
      await supervisor.stop();
      await waitUntilGone(folders);
      clearAddress(connection.host);
      lock.release();
    };
    return { connection, tookOver, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Stops the remaining processes of a database whose server is known to be dead, without starting it again. */
export async function clearAbandonedDatabase(dataDir: string) {
  await clearLeftovers(openFolders(dataDir), findBinaries());
}
