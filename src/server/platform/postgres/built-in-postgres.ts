import { chooseAccount, handOver, lockFolder, ensureCluster } from "./account.ts";
import { chooseAddress, clearAddress, type DatabaseConnection, waitUntilReady } from "./address.ts";
import { findBinaries, openFolders, commandFor, programEnvironment } from "./folders.ts";
import { clearLeftovers, waitUntilGone, type LaunchPlan, type Postmaster, launchOnWindows } from "./leftovers.ts";
import { archiveSettings, findRunningPostgres, writeSettings, type PostgresSettings } from "./settings.ts";
import { type StartLog, StartFailure } from "../app-error.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fchownSync, openSync } from "node:fs";
import { resolve as resolvePath } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const fastStopMs = 15_000;
const longestPauseMs = 5000;

/**
 * Runs a postmaster and restarts it whenever it dies (killed, out of memory), at the same address: pools reconnect, and
 * nothing else changes.
 *
 * @param start launches one and waits until it is ready
 * @returns stops it for good
 */
async function keepRunning(start: () => Promise<Postmaster>, log: StartLog): Promise<() => Promise<void>> {
  let stopping = false;
  let running: Postmaster | undefined;
  let revival: Promise<void> = Promise.resolve();

  // The last resort if the process ends without stop(): signals are sent at once.
  const onExit = () => running?.signal("fast");

  async function startAndWatch() {
    const postmaster = await start();
    running = postmaster;
    void postmaster.exited.then(() => {
      running = undefined;
      if (!stopping) revival = revive();
    });
  }

  async function revive() {
    log.error("The built-in database stopped unexpectedly. Restarting it …");
    for (let pauseMs = 100; !stopping; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await startAndWatch();
        return log.info("The built-in database is running again.");
      } catch (error) {
        log.error(`The built-in database didn't start: ${(error as Error).message}`);
        await sleep(pauseMs);
      }
    }
  }

  async function stop() {
    stopping = true;
    await revival;
    process.off("exit", onExit);
    if (!running) return;
    const { exited, signal } = running;
    signal("fast");
    const impatience = setTimeout(() => {
      log.warn(
        "The built-in database is slow to stop and is being shut down now. Nothing is lost; the next start recovers.",
      );
      signal("immediate");
    }, fastStopMs);
    await exited;
    clearTimeout(impatience);
  }

  process.on("exit", onExit);
  await startAndWatch();
  return stop;
}

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
 * @param options.settings PostgreSQL settings that override the site's own
 * @param options.archiveDir where it archives its write-ahead log; undefined: nowhere. Give it at every start, or the
 *   archive gets a gap that nothing can be replayed across
 * @throws StartFailure if it can't run here, or another server uses the folder
 */
export async function startBuiltInPostgres(options: {
  dataDir: string;
  log: StartLog;
  settings?: PostgresSettings;
  archiveDir?: string | undefined;
}): Promise<BuiltInPostgres> {
  const { dataDir, log } = options;
  const archiveDir = options.archiveDir === undefined ? undefined : resolvePath(options.archiveDir);
  const settings = { ...(archiveDir === undefined ? {} : archiveSettings(archiveDir)), ...options.settings };
  const binaries = findBinaries();
  const folders = openFolders(dataDir);
  const lock = lockFolder(folders);
  try {
    const tookOver = await clearLeftovers(folders, binaries);
    if (tookOver) log.warn("The database of an earlier run was still running. It was stopped so this one could start.");
    const account = chooseAccount(folders, binaries);
    handOver(folders, account, archiveDir);
    await ensureCluster(folders, binaries, account, settings);
    const connection = await chooseAddress(folders, account);
    writeSettings(folders, connection, settings);

    const stopServer = await keepRunning(async () => {
      await clearLeftovers(folders, binaries);
      const postmaster = await launchPostmaster({ folders, binaries, account });
      await waitUntilReady(folders, postmaster, connection, log);
      return postmaster;
    }, log);

    const stop = async () => {
      await stopServer();
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

/** The built-in database of a site that runs, or else started for the caller, who stops it. */
export async function reachPostgres(
  options: Parameters<typeof startBuiltInPostgres>[0],
): Promise<Pick<BuiltInPostgres, "connection" | "stop">> {
  const connection = findRunningPostgres(options.dataDir);
  return connection === undefined ? startBuiltInPostgres(options) : { connection, stop: async () => {} };
}

/** Stops the remaining processes of a database whose server is known to be dead, without starting it again. */
export async function clearAbandonedDatabase(dataDir: string) {
  await clearLeftovers(openFolders(dataDir), findBinaries());
}

/**
 * Starts the server process; it is not ready yet.
 *
 * It gets its own session, so that Ctrl-C in the terminal reaches us but not the server.
 */
async function launchPostmaster(plan: LaunchPlan): Promise<Postmaster> {
  const { folders, binaries, account } = plan;
  if (process.platform === "win32") return launchOnWindows(plan);
  const [command, ...args] = commandFor(account, "INT", [
    binaries.postgres,
    "-D",
    folders.cluster,
    "-c",
    `cluster_name=${folders.tag}`,
  ]);

  // A file and not a pipe: the server must outlive us long enough to shut down cleanly.
  const output = openSync(folders.startupLog, "w", 0o600);
  if (account.owner) fchownSync(output, account.owner.uid, account.owner.gid);
  const child = spawn(command, args, {
    ...account.spawn,
    cwd: folders.root,
    env: programEnvironment,
    stdio: ["ignore", output, output],
    detached: true,
  });
  closeSync(output);
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    await once(child, "spawn");
  } catch (error) {
    throw new StartFailure(`Couldn't start PostgreSQL: ${(error as Error).message}`);
  }
  child.unref();
  return {
    exited,
    signal: (mode) => void child.kill(mode === "fast" ? "SIGINT" : "SIGQUIT"),
  };
}
