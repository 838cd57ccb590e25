import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartFailure, type StartLog } from "#server/platform/app-error.ts";
import { adoptBaseline, canAdopt } from "./adopt-baseline.ts";
import { createJournal, readJournal, recordMigration, type AppliedMigration } from "./journal.ts";
import { migrationsFolder, readMigrations, statementsOf, type Migration } from "./migration-files.ts";
import { isCutOff } from "./unreachable.ts";

/** A pool, or one connected client that nothing else uses meanwhile. */
type MigrationConnection = pg.Pool | pg.ClientBase;

/** Any constant works if every node of every version uses the same one. */
const lockKey = 7_351_204_418;

/** A migration waits this long for a table in use, lets the site's own queries pass, and tries again. */
const lockTimeout = "2s";
const attempts = 20;
const longestPauseMs = 2000;
const retryable = new Set(["55P03", "40P01"]);

/**
 * Brings the schema up to the newest migration, or to one of `upTo`'s number, forward only. Each migration runs in its own
 * transaction together with the row that records it. A database of the last version before 1.0.0 is adopted first.
 *
 * Several nodes may start at once: one migrates, the others wait and find nothing left to do.
 *
 * @returns the migrations applied by this call
 * @throws StartFailure if the database and the files don't belong together, or a migration fails
 */
export async function migrate(
  connection: MigrationConnection,
  { log, folder = migrationsFolder, upTo = Infinity }: { log: StartLog; folder?: string; upTo?: number },
): Promise<Migration[]> {
  const migrations = readMigrations(folder).filter(({ version }) => version <= upTo);
  const startedAt = performance.now();
  const applied = await withOwnSession(connection, async (client) => {
    await acquireLock(client, log);
    try {
      await createJournal(client);
      const journal = await adoptBaseline(client, await readJournal(client), { baseline: migrations[0], log });
      const pending = findPending(migrations, journal);
      for (const migration of pending) await apply(client, migration, log);
      return pending;
    } finally {
      // On a broken connection this fails too, but the lock is gone anyway: report the first error.
      await client.query("SELECT pg_advisory_unlock($1)", [lockKey]).catch(() => undefined);
    }
  });
  const last = applied.at(-1);
  if (last) {
    log.info(
      `Migrated the database to ${last.name} (${applied.length} in ${Math.round(performance.now() - startedAt)} ms).`,
    );
  }
  return applied;
}

/**
 * The migrations that the database lacks. Only reads, so that readiness can ask often. A database that waits to be adopted
 * lacks all of them.
 *
 * @throws StartFailure if the database and the files don't belong together
 */
export async function pendingMigrations(
  connection: MigrationConnection,
  folder = migrationsFolder,
): Promise<Migration[]> {
  const { rows } = await connection.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS exists");
  const journal = rows[0]?.exists ? await readJournal(connection) : [];
  return findPending(readMigrations(folder), canAdopt(journal) ? [] : journal);
}

function findPending(migrations: Migration[], journal: AppliedMigration[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  const newest = migrations.at(-1)?.version ?? 0;
  for (const applied of journal) {
    const file = known.get(applied.version);
    if (!file && applied.version > newest) {
      throw new StartFailure(
        `The database is newer than this version of the site: it has migration ${applied.name}, which this version doesn't know. Start the newer version, or restore an older backup.`,
      );
    }
    if (!file)
      throw new StartFailure(
        `Migration ${applied.name} was applied to the database, but its file is missing. Restore the file.`,
      );
    if (file.checksum !== applied.checksum) {
      throw new StartFailure(
        `Migration ${file.name} was changed after it was applied. Restore the file and put the change in a new migration.`,
      );
    }
  }
  const done = new Set(journal.map(({ version }) => version));
  const latest = Math.max(0, ...done);
  const pending = migrations.filter(({ version }) => !done.has(version));
  const late = pending.find(({ version }) => version < latest);
  if (late) {
    throw new StartFailure(
      `Migration ${late.name} comes before ${String(latest).padStart(4, "0")}, which is already applied. Give it the next free number.`,
    );
  }
  return pending;
}

async function apply(client: pg.ClientBase, migration: Migration, log: StartLog) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, migration);
    } catch (error) {
      const { code = "" } = error as pg.DatabaseError;
      if (isCutOff(error as pg.DatabaseError)) throw error;
      if (!retryable.has(code) || attempt === attempts) throw explain(migration, error as pg.DatabaseError);
      if (attempt === 1) log.info(`Migration ${migration.name} is waiting for a table in use …`);
      await sleep(Math.min(100 * 2 ** attempt, longestPauseMs) * (0.5 + Math.random() / 2));
    }
  }
}

/** Views that the site recreates at each start, so that no migration has to care which columns they name. */
const derivedViews = "DROP SCHEMA IF EXISTS invariants CASCADE";

async function applyOnce(client: pg.ClientBase, migration: Migration) {
  if (!migration.inTransaction) {
    await client.query(derivedViews);
    // A crash before this row repeats the statements, so such a file must tolerate that (IF EXISTS, IF NOT EXISTS).
    for (const statement of statementsOf(migration)) await client.query(statement);
    await recordMigration(client, migration);
    return;
  }
  await client.query("BEGIN");
  try {
    await client.query(derivedViews);
    await client.query(migration.sql);
    await recordMigration(client, migration);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

function explain(migration: Migration, { message, code, position, detail }: pg.DatabaseError) {
  const line =
    position && migration.inTransaction
      ? ` at line ${migration.sql.slice(0, Number(position)).split("\n").length}`
      : "";
  const more = detail ? ` (${detail})` : "";
  return new StartFailure(`Migration ${migration.name} failed${line}: ${message}${more} [${code ?? "no code"}].`);
}

/** A session with its own limits: a migration may run long, but must not wait long for a lock. */
async function withOwnSession<Result>(
  connection: MigrationConnection,
  work: (client: pg.ClientBase) => Promise<Result>,
) {
  const pooled = connection instanceof pg.Pool ? await connection.connect() : undefined;
  const client = pooled ?? (connection as pg.ClientBase);
  try {
    await client.query(
      `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '${lockTimeout}'`,
    );
    return await work(client);
  } finally {
    if (pooled) pooled.release(true);
    else await client.query("RESET statement_timeout; RESET idle_in_transaction_session_timeout; RESET lock_timeout");
  }
}

/**
 * Polls for the lock instead of waiting: a waiting session would block CREATE INDEX CONCURRENTLY of the migrating node
 * forever.
 */
async function acquireLock(client: pg.ClientBase, log: StartLog) {
  for (let round = 0; ; round++) {
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS mine", [lockKey]);
    if (rows[0]?.mine) return;
    if (round === 20) log.info("Waiting for another server to finish migrating the database …");
    await sleep(50 + Math.random() * 50);
  }
}

const oldestVersion = 140_000;
const longestDriftSeconds = 2;
const durable = ["fsync", "full_page_writes", "synchronous_commit"] as const;

/** The condition of a database server. */
export interface ServerCondition {
  versionName: string;
  /** Why the site can't run on it at all, if so. */
  refusal: string | undefined;
  /** Settings that are off although a paid order must survive a power cut. */
  unsafe: string[];
  /** How far our clock is ahead of the server's. */
  driftSeconds: number;
}

/** Asks a database server what the site must know before it trusts it. */
export async function inspectServer(pool: pg.Pool | pg.ClientBase): Promise<ServerCondition> {
  const { rows } = await pool.query(`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS "versionName",
           current_setting('server_encoding') AS encoding, extract(epoch FROM clock_timestamp())::float8 AS now,
           current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
           current_setting('synchronous_commit') AS synchronous_commit`);
  const server = rows[0];
  const refusal =
    server.version < oldestVersion
      ? `The database server runs PostgreSQL ${server.versionName}. The site needs 14 or newer.`
      : server.encoding === "UTF8"
        ? undefined
        : `The database stores text as ${server.encoding}. Recreate it with ENCODING 'UTF8'.`;
  return {
    versionName: server.versionName,
    refusal,
    unsafe: durable.filter((name) => server[name] === "off"),
    driftSeconds: Date.now() / 1000 - server.now,
  };
}

/**
 * Checks the database server before anything is trusted to it: PostgreSQL 14 or newer, UTF8, settings under which a
 * confirmed purchase survives a power cut, and a clock that agrees with ours.
 *
 * @param production rejects unsafe settings instead of warning about them
 * @throws StartFailure
 */
export async function requireSafeServer(
  pool: pg.Pool | pg.ClientBase,
  { production, log }: { production: boolean; log: StartLog },
) {
  const { refusal, unsafe, driftSeconds } = await inspectServer(pool);
  if (refusal !== undefined) throw new StartFailure(refusal);
  const problems = unsafe.map(
    (name) => `its setting ${name} is off, so a power cut can lose paid orders: set it to on`,
  );
  const drift = Math.abs(driftSeconds);
  if (drift > longestDriftSeconds) {
    problems.push(`its clock is ${Math.round(drift)} s off ours: synchronize both (NTP)`);
  }
  if (problems.length === 0) return;
  const sentence = `The database server isn't safe for real sales: ${problems.join("; ")}.`;
  if (production) throw new StartFailure(sentence);
  log.warn(sentence);
}
