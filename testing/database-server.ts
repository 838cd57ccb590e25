import { randomBytes } from "node:crypto";
import pg from "pg";
import { migrate } from "#server/platform/db/migrate.ts";
import type { DatabaseConnection } from "#server/platform/postgres/index.ts";
import { forOneRun, createDataFolder, silentLog, startOwnCluster, removeAbandonedClusters } from "./own-cluster.ts";

/** What a test process needs to clone a database; passed in the environment, so that both runners' workers have it. */
export interface TestServer {
  admin: DatabaseConnection;
  template: string;
}

const variable = "TEST_DATABASE_SERVER";

/** The server that holds this run's databases. Throws when no global setup has run. */
export function testServer(): TestServer {
  const value = process.env[variable];
  if (!value)
    throw new Error(
      "No test database server: run tests through `npm test`, vitest or playwright with the repository's configuration.",
    );
  return JSON.parse(value) as TestServer;
}

/**
 * Global setup of both test runners: a throwaway PostgreSQL (or the one at TEST_DATABASE_URL) with a migrated template.
 *
 * @returns the teardown
 */
export default async function startTestServer() {
  const server = process.env.TEST_DATABASE_URL ? externalServer(process.env.TEST_DATABASE_URL) : await ownServer();
  const template = `site_template_${randomBytes(4).toString("hex")}`;
  const stop = once(async () => {
    delete process.env[variable];
    if (process.env.TEST_DATABASE_URL) await run(server.admin, `DROP DATABASE IF EXISTS ${template}`);
    await server.remove();
  });
  // On Ctrl-C and CI timeouts, leave nothing behind.
  const stopAndExit = () => void stop().finally(() => process.exit(130));
  process.once("SIGINT", stopAndExit).once("SIGTERM", stopAndExit);

  await run(server.admin, `CREATE DATABASE ${template}`);
  const client = new pg.Client({ ...server.admin, database: template });
  await client.connect();
  try {
    await migrate(client, { log: silentLog });
  } finally {
    await client.end();
  }
  process.env[variable] = JSON.stringify({ admin: server.admin, template } satisfies TestServer);
  return async () => {
    process.off("SIGINT", stopAndExit).off("SIGTERM", stopAndExit);
    await stop();
  };
}

/** Runs one statement on its own connection. */
export async function run(connection: DatabaseConnection, sql: string) {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function ownServer() {
  await removeAbandonedClusters();
  const { connection, remove } = await startOwnCluster({
    dataDir: createDataFolder({ inMemory: true }),
    settings: forOneRun,
  });
  return { admin: connection, remove };
}

function externalServer(url: string) {
  const { host, port, user = "", password, database = "postgres" } = new pg.Client({ connectionString: url });
  const admin: DatabaseConnection = { host, port, user, database, ...(password ? { password } : {}) };
  return { admin, remove: async () => undefined };
}

function once(work: () => Promise<void>) {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
