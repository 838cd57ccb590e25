import { existsSync, mkdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import { StartFailure, type StartLog } from "../app-error.ts";
import { isFormerJournal } from "../db/adopt-baseline.ts";
import type { ConnectionSettings } from "../db/database.ts";
import { readJournal } from "../db/journal.ts";
import { localFolders } from "../files/files.ts";
import { reachPostgres, type DatabaseConnection } from "../postgres/index.ts";
import { writeBackupFile, type Manifest } from "./backup-file.ts";
import { copyCluster } from "./cluster.ts";
import { fileEntry, folderEntries } from "./folder-entries.ts";
import { describeBytes, startProgress } from "./progress.ts";
import { copyTables } from "./tables.ts";
import type { TarEntry } from "./tar.ts";

/** The rows' folder in a backup of tables. */
export const tablesFolder = "tables";

/** What to back up, and where to. */
interface BackupOptions {
  dataDir: string;
  /** The operator's own PostgreSQL. Undefined: the built-in one, running or not. */
  databaseUrl: string | undefined;
  /** Where the built-in one archives its write-ahead log. */
  archiveDir: string | undefined;
  /** Copies the rows instead of the built-in database's files, to move to another PostgreSQL. */
  asTables?: boolean;
  /** A new file's name, or a folder, which gets one named by the time. */
  target: string;
  log: StartLog;
  signal?: AbortSignal;
}

/**
 * Writes a backup of a site, running or stopped: the database in one consistent state, with all keys in it, and every
 * file that its rows name. Files in a bucket are not included.
 *
 * @returns the backup's file
 * @throws StartFailure if there is no site to back up, or the target exists
 */
export async function createBackup(options: BackupOptions): Promise<string> {
  const { dataDir, databaseUrl, log, signal } = options;
  const createdAt = new Date();
  const path = chooseFile(options.target, createdAt);
  if (databaseUrl === undefined && !existsSync(join(dataDir, "postgres", "cluster"))) {
    throw new StartFailure(`There's no site in ${dataDir}. Set DATA_DIR or DATABASE_URL as for \`npm start\`.`);
  }
  const builtIn =
    databaseUrl === undefined ? await reachPostgres({ dataDir, log, archiveDir: options.archiveDir }) : undefined;
  const connection: ConnectionSettings = builtIn?.connection ?? { connectionString: databaseUrl };
  try {
    const kind = builtIn === undefined || options.asTables === true ? "tables" : "cluster";
    const manifest: Manifest = {
      kind,
      createdAt: createdAt.toISOString(),
      ...(await describeMigrations(connection)),
    };
    const database =
      kind === "tables"
        ? copyTables(connection, tablesFolder)
        : copyCluster(connection as DatabaseConnection, {
            name: "postgres/cluster",
            cluster: resolve(dataDir, "postgres", "cluster"),
          });
    const progress = startProgress("Backed up", log);
    await writeBackupFile(path, manifest, siteEntries(dataDir, database, kind), { onBytes: progress.add, signal });
    log.info(`${path} has ${describeBytes(statSync(path).size)}, from ${describeBytes(progress.bytes)}.`);
    return path;
  } finally {
    await builtIn?.stop();
  }
}

/**
 * Files are stored before the rows that name them commit, and deleted after these are gone. So the files that exist
 * after the database's snapshot include all that its rows name, but for those deleted in between: the first round has
 * them. A file both stored and deleted during the copy is all that can be missed.
 */
export async function* siteEntries(
  dataDir: string,
  database: AsyncIterable<TarEntry>,
  kind: Manifest["kind"],
): AsyncGenerator<TarEntry> {
  const copied = new Set<string>();
  async function* newFiles() {
    for (const folder of [localFolders.shown, localFolders.quarantine, localFolders.sold, localFolders.streams]) {
      for await (const entry of folderEntries(folder, resolve(dataDir, folder), (name) => copied.has(name))) {
        if (entry.name.endsWith("/")) continue;
        copied.add(entry.name);
        yield entry;
      }
    }
  }
  yield* newFiles();
  yield* database;
  yield* newFiles();
  if (kind === "tables") return;
  for (const name of ["postgres/custom.conf", "postgres/password"]) {
    const entry = await fileEntry(name, join(dataDir, name));
    if (entry !== undefined) yield entry;
  }
}

function chooseFile(target: string, now: Date): string {
  const path = resolve(target);
  if (path.endsWith(".tar.gz")) return path;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return join(
    path,
    `site-${now
      .toISOString()
      .replace(/\.\d+Z$/, "Z")
      .replaceAll(":", "-")}.tar.gz`,
  );
}

async function describeMigrations(connection: ConnectionSettings): Promise<Pick<Manifest, "format" | "migration">> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    const exists = "select to_regclass('schema_migrations') is not null as exists";
    const journal = (await client.query(exists)).rows[0].exists ? await readJournal(client) : [];
    const newest = journal.at(-1);
    if (newest !== undefined) return { format: isFormerJournal(journal) ? 1 : 2, migration: newest.version };
    throw new StartFailure("The database has no tables of the site. Set DATA_DIR or DATABASE_URL as for `npm start`.");
  } finally {
    await client.end().catch(() => undefined);
  }
}
