import packageJson from "../../package.json" with { type: "json" };
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTransaction, openDatabase, type ConnectionSettings, type Database } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { StartFailure, startBuiltInPostgres, toConnectionUrl, type StartLog } from "#server/platform/postgres/index.ts";
import { lastingPort } from "#testing/lasting-port.ts";
import { printCalibration } from "./calibration.ts";
import { requireOwnSite } from "./own-site.ts";

const quiet: StartLog = { info: () => undefined, warn: console.warn, error: console.error };

export interface RunningSite {
  baseUrl: string;
  /** Its database. */
  url: string;
  connection: ConnectionSettings;
  db: Database;
  inTransaction: typeof inTransaction;
  memoryBytes(): Promise<number>;
  stop(): Promise<void>;
}

/** What `npm start` tells Node. */
const startFlags = packageJson.scripts.start.split(" ").filter((argument) => argument.startsWith("--"));

/** What a site in a benchmark gets of this process's environment: no key, address or folder of another site. */
const passedOn = ["PATH", "HOME", "TMPDIR", "TEMP", "SystemRoot", "LANG", "TZ", "FFMPEG_PATH"];

/**
 * Starts the built-in PostgreSQL (durable, as in service) and the whole site in a process of its own, on a free port, an
 * empty database and a new data folder, with limits lifted. Prints the calibration of the machine. It never uses a site that was there before.
 *
 * @param filledFolder a folder that holds a filled database, which stays
 */
export async function startSite(environment: Record<string, string> = {}, filledFolder?: string): Promise<RunningSite> {
  printCalibration();
  const dataDir = filledFolder ?? mkdtempSync(join(tmpdir(), "site-bench-"));
  if (filledFolder === undefined) chmodSync(dataDir, 0o755);
  const postgres = await startBuiltInPostgres({ dataDir, log: quiet });
  const connection = postgres.connection as ConnectionSettings;
  const { db, pool, close } = openDatabase(connection, { size: 4 });
  await migrate(pool, { log: quiet });
  const port = await lastingPort();
  const url = toConnectionUrl(postgres.connection);
  const baseUrl = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    [
      ...(process.env.BENCH_PROFILE ? ["--cpu-prof", `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : []),
      ...startFlags,
      "scripts/start.ts",
    ],
    {
      env: {
        ...Object.fromEntries(passedOn.map((name) => [name, process.env[name]])),
        PORT: String(port),
        HOST: "127.0.0.1",
        BASE_URL: baseUrl,
        DATA_DIR: dataDir,
        DATABASE_URL: url,
        DEMO: "0",
        RATE_LIMITS: "off",
        LOG_LEVEL: "error",
        NODE_ENV: "production",
        ...environment,
      },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const endChild = () => void child.kill();
  process.on("exit", endChild);
  const stop = async () => {
    process.off("exit", endChild);
    const isRunning = child.exitCode === null && child.signalCode === null;
    const ended = isRunning ? once(child, "exit") : undefined;
    child.kill("SIGTERM");
    await ended;
    await close();
    await postgres.stop();
    if (filledFolder === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(baseUrl, child);
    await requireOwnSite(baseUrl, db);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    baseUrl,
    url,
    connection,
    db,
    inTransaction,
    stop,
    async memoryBytes() {
      const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
    },
  };
}

/** Waits as long as building the web and filling a demo take. A site that ended isn't waited for. */
async function waitUntilReady(baseUrl: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 3000; tries++) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new StartFailure(`The site ended with ${child.exitCode ?? child.signalCode}. See its messages above.`);
    const ready = await fetch(`${baseUrl}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new StartFailure("The site did not become ready within five minutes. See its messages above.");
}
