import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTransaction, openDatabase, type ConnectionSettings, type Database } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { StartFailure, startBuiltInPostgres, toConnectionUrl, type StartLog } from "#server/platform/postgres/index.ts";

const quiet: StartLog = { info: () => undefined, warn: console.warn, error: console.error };

export interface RunningSite {
  baseUrl: string;
  connection: ConnectionSettings;
  db: Database;
  inTransaction: typeof inTransaction;
  memoryBytes(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts the built-in PostgreSQL (durable, as in service) and the whole site in a process of its own, on an empty
 * database, with limits lifted.
 *
 * @param filledFolder a folder that holds a filled database, which stays
 */
export async function startSite(
  port: number,
  environment: Record<string, string> = {},
  filledFolder?: string,
): Promise<RunningSite> {
  const dataDir = filledFolder ?? mkdtempSync(join(tmpdir(), "site-bench-"));
  if (filledFolder === undefined) chmodSync(dataDir, 0o755);
  const postgres = await startBuiltInPostgres({ dataDir, log: quiet });
  const connection = postgres.connection as ConnectionSettings;
  const { db, pool, close } = openDatabase(connection, { size: 4 });
  await migrate(pool, { log: quiet });
  const baseUrl = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    [
      ...(process.env.BENCH_PROFILE ? ["--cpu-prof", `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : []),
      "scripts/start.ts",
    ],
    {
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: toConnectionUrl(postgres.connection),
        DEMO: "0",
        RATE_LIMITS: "off",
        LOG_LEVEL: "error",
        NODE_ENV: "production",
        ...environment,
      },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  await waitUntilReady(baseUrl);
  return {
    baseUrl,
    connection,
    db,
    inTransaction,
    async memoryBytes() {
      const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
    },
    async stop() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
      await close();
      await postgres.stop();
      if (filledFolder === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(baseUrl: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const ready = await fetch(`${baseUrl}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new StartFailure("The site did not become ready within a minute. See its messages above.");
}
