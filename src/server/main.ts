import { resolve } from "node:path";
import { installViews } from "#db/invariants/views.ts";
import { buildApp } from "./app.ts";
import { readConfig, type Config } from "./config.ts";
import { ensureAdmin } from "./modules/accounts/index.ts";
import { findMoneyReaders } from "./modules/accounts/index.ts";
import { findOtherFolder } from "./modules/media/index.ts";
import { openDatabase, type ConnectionSettings, type Database } from "./platform/db/database.ts";
import { migrate, pendingMigrations, requireSafeServer } from "./platform/db/migrate.ts";
import { prepareForPooler, requireOwnSessions } from "./platform/db/pooler.ts";
import { openDataFolder } from "./platform/postgres/folders.ts";
import { createLog } from "./platform/log.ts";
import { onceReachable } from "#server/platform/db/unreachable.ts";
import { loadSigningKeys } from "./platform/signing-keys.ts";
import { startBuiltInPostgres, type StartLog } from "./platform/postgres/index.ts";

/**
 * Starts the site: settings, database, schema, administrator, demo, address. Shuts down cleanly on Ctrl-C, SIGTERM and
 * when the terminal closes: it serves until balancers have noticed, finishes running requests, then stops the jobs, the
 * pool and the built-in database.
 */
export async function main({ dev = false }: { dev?: boolean } = {}): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const announce: StartLog = {
    info: (text) => console.log(`  ${text}`),
    warn: (text) => console.warn(`  ${text}`),
    error: (text) => console.error(`  ${text}`),
  };
  const dataDir = resolve(config.dataDir);
  openDataFolder(dataDir);

  const closing: (() => Promise<void>)[] = [];
  stopOnSignal(async () => {
    for (const close of closing.toReversed()) await close();
  }, log);

  const database = await reachDatabase(config, dataDir, announce);
  closing.push(database.stop);
  const throughPooler = config.databasePooler === "transaction";
  const { db, pool, close, wasRefusedSpace } = openDatabase(database.connection, {
    throughPooler,
    onError: (error) => log.warn({ err: error }, "an idle database connection was lost"),
  });
  closing.push(close);
  // What browsers send and its roll-ups have connections of their own: they never take a buyer's.
  const side = openDatabase(database.connection, {
    size: 2,
    throughPooler,
    onError: (error) => log.warn({ err: error }, "an idle database connection was lost"),
  });
  closing.push(side.close);
  const { admin, keys } = await onceReachable(announce, async () => {
    await prepareSchema(database.direct, config, announce);
    if (throughPooler) await prepareForPooler(pool, { log: announce });
    const loaded = await loadSigningKeys(db);
    // Last, because the password is shown once and a start that runs again would have none to show.
    return { keys: loaded, admin: await ensureAdmin({ db }, config.admin) };
  });
  if (admin.password !== undefined) {
    announce.info(`Administrator: ${admin.username}   Password: ${admin.password}   (shown only once)`);
  }
  if (config.demo) {
    await onceReachable(announce, () => fillDemo(config, database.direct, dataDir, announce));
  }

  const app = await buildApp({
    config,
    db,
    sideDb: side.db,
    direct: database.direct,
    log,
    keys,
    web: { dev },
    wasRefusedSpace,
    countPendingMigrations: async () => (await pendingMigrations(pool)).length,
  });
  closing.push(() => app.close({ waitMs: config.stopWaitSeconds * 1000 }));
  await onceReachable(announce, async () => {
    await warnOfSilence(db, announce);
    const problem = await findOtherFolder(db, app.deps.files);
    if (problem !== undefined) announce.warn(problem);
  });
  await app.server.listen({ port: config.port, host: config.host });
  console.log(`\n  Savage Gentlemen is running at ${config.baseUrl}\n  Press Ctrl-C to stop.\n`);
}

/** Checks and migrates the database on connections of its own: a pooler can't hold the lock that this takes. */
async function prepareSchema(direct: ConnectionSettings, config: Config, log: StartLog): Promise<void> {
  const { pool, close } = openDatabase(direct, { size: 1 });
  try {
    await requireOwnSessions(pool, config.databasePooler === "none" ? "DATABASE_URL" : "DATABASE_DIRECT_URL");
    await requireSafeServer(pool, { production: config.production, log });
    await migrate(pool, { log });
    await installViews(pool);
  } finally {
    await close();
  }
}

/** Warns at each start while no contact email is set: alerts about failed refunds and disputes must not go unread. */
async function warnOfSilence(db: Database, log: StartLog): Promise<void> {
  if ((await findMoneyReaders(db)).length > 0) return;
  log.warn("Add a contact email to get alerts about failed refunds and disputes: /admin?section=settings");
}

async function reachDatabase(
  config: Config,
  dataDir: string,
  log: StartLog,
): Promise<{ connection: ConnectionSettings; direct: ConnectionSettings; stop: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    const direct = { connectionString: config.databaseDirectUrl };
    return { connection: { connectionString: config.databaseUrl }, direct, stop: async () => {} };
  }
  const { connection, stop } = await startBuiltInPostgres({ dataDir, log, archiveDir: config.archiveDir });
  return { connection, direct: connection, stop };
}

async function fillDemo(config: Config, connection: ConnectionSettings, dataDir: string, log: StartLog): Promise<void> {
  const { seedDemo } = await import("#db/seed/demo.ts");
  const { doorUsername } = await seedDemo({ config, connection, dataDir, log });
  if (doorUsername !== undefined) log.info(`Door staff: ${doorUsername}   Password: same as the administrator's`);
}

function stopOnSignal(stop: () => Promise<void>, log: { error: (detail: object, text: string) => void }): void {
  let stopping = false;
  const end = (signal: string) => {
    if (stopping) return;
    stopping = true;
    const impatient = setTimeout(() => process.exit(1), 25_000);
    impatient.unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error, signal }, "the shutdown failed");
        process.exit(1);
      },
    );
  };
  // The last one comes when the terminal closes.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(signal));
}
