import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { installViews } from "#db/invariants/views.ts";
import { buildApp } from "./app.ts";
import { readConfig, type Config } from "./config.ts";
import { ensureAdmin } from "./modules/accounts/index.ts";
import { findMoneyReaders } from "./modules/email/index.ts";
import { openDatabase, type ConnectionSettings, type Database } from "./platform/db/database.ts";
import { migrate, pendingMigrations } from "./platform/db/migrate.ts";
import { requireSafeServer } from "./platform/db/server-requirements.ts";
import { createLog } from "./platform/log.ts";
import { onceReachable } from "./platform/db/once-reachable.ts";
import { loadSigningKeys } from "./platform/signing-keys.ts";
import { startBuiltInPostgres, type StartLog } from "./platform/postgres/index.ts";

/**
 * Starts the site: settings, database, schema, administrator, demo, address. Ends cleanly on Ctrl-C or SIGTERM: no new
 * requests, those under way finish, then the sweeps, the pool and the built-in database.
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
  mkdirSync(dataDir, { recursive: true });

  const closing: (() => Promise<void>)[] = [];
  stopOnSignal(async () => {
    for (const close of closing.toReversed()) await close();
  }, log);

  const database = await reachDatabase(config, dataDir, announce);
  closing.push(database.stop);
  const { db, pool, close } = openDatabase(database.connection, {
    onError: (error) => log.warn({ err: error }, "an idle database connection broke"),
  });
  closing.push(close);
  const { admin, keys } = await onceReachable(announce, async () => {
    await requireSafeServer(pool, { production: config.production, log: announce });
    await migrate(pool, { log: announce });
    await installViews(pool);
    const loaded = await loadSigningKeys(db);
    // Last: its password is told once, and a start that begins again would have none to tell.
    return { keys: loaded, admin: await ensureAdmin({ db }, config.admin) };
  });
  if (admin.password !== undefined) {
    announce.info(`Administrator: ${admin.username}   Password: ${admin.password}   (shown this once)`);
  }
  if (config.demo) await fillDemo(config, database.connection, dataDir, announce);

  const app = await buildApp({
    config,
    db,
    log,
    keys,
    web: { dev },
    countPendingMigrations: async () => (await pendingMigrations(pool)).length,
  });
  closing.push(app.close);
  await onceReachable(announce, () => warnOfSilence(db, announce));
  await app.server.listen({ port: config.port, host: config.host });
  console.log(`\n  Savage Gentlemen is open at ${config.baseUrl}\n  Ctrl-C ends it.\n`);
}

/** A site that nobody gave an address to says so at each start: failed refunds and disputes must not wait unread. */
async function warnOfSilence(db: Database, log: StartLog): Promise<void> {
  if ((await findMoneyReaders(db)).length > 0) return;
  log.warn(
    "Mails about failed refunds and disputes reach nobody yet: give the house a contact e-mail at /admin?section=settings.",
  );
}

async function reachDatabase(
  config: Config,
  dataDir: string,
  log: StartLog,
): Promise<{ connection: ConnectionSettings; stop: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    return { connection: { connectionString: config.databaseUrl }, stop: async () => {} };
  }
  return startBuiltInPostgres({ dataDir, log });
}

async function fillDemo(config: Config, connection: ConnectionSettings, dataDir: string, log: StartLog): Promise<void> {
  const { seedDemo } = await import("#db/seed/demo.ts");
  const { doorUsername } = await seedDemo({ config, connection, dataDir, log });
  if (doorUsername !== undefined) log.info(`Door staff: ${doorUsername}   with the administrator's password`);
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
        log.error({ err: error, signal }, "the stop was not clean");
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", () => end("SIGINT"));
  process.on("SIGTERM", () => end("SIGTERM"));
}
