import { createWriteStream } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { StartFailure, type StartLog } from "../app-error.ts";
import { startBuiltInPostgres } from "../postgres/index.ts";
import { tablesFolder } from "./backup.ts";
import { readBackupFile, readManifest, type Manifest } from "./backup-file.ts";
import { startProgress, type Progress } from "./progress.ts";
import { recover, type RecoveryTarget } from "./recover.ts";
import { loadTables, requireEmptyDatabase } from "./tables.ts";
import type { TarEntry } from "./tar.ts";

/** What to restore, and where to. */
interface RestoreOptions {
  file: string;
  /** An empty or missing folder. */
  dataDir: string;
  /** An empty PostgreSQL of the operator. Undefined: the built-in one. */
  databaseUrl: string | undefined;
  /** The lost site's ARCHIVE_DIR, to restore what happened after the backup, and how much of it. */
  replay: { archiveDir: string; until: RecoveryTarget } | undefined;
  log: StartLog;
  signal?: AbortSignal;
}

/**
 * Restores a backup into an empty site. If that fails, the data folder is as empty as before.
 *
 * @throws StartFailure if the target isn't empty, or the backup is damaged or doesn't fit
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { file, dataDir, databaseUrl, replay, log } = options;
  const manifest = await readManifest(file);
  const ofCluster = manifest.kind === "cluster";
  if (ofCluster && databaseUrl !== undefined) {
    throw new StartFailure(
      "This backup is of the built-in database: unset DATABASE_URL, or make a backup with --tables to move to your own PostgreSQL.",
    );
  }
  if (replay !== undefined && !ofCluster) {
    throw new StartFailure("An archive continues a backup of the built-in database's files, not one of tables.");
  }
  if (replay !== undefined && replay.until !== "latest" && replay.until < new Date(manifest.createdAt)) {
    throw new StartFailure(`The backup was made at ${manifest.createdAt}, after that time. Use an older backup.`);
  }
  await requireEmptyFolder(dataDir);
  const progress = startProgress("Restored", log);
  const createdPaths = new Set<string>();
  try {
    if (ofCluster) {
      await extract(options, progress, createdPaths);
      if (replay !== undefined) await recover({ dataDir, ...replay, log });
    } else {
      await restoreTables(options, manifest, progress, createdPaths);
    }
  } catch (error) {
    // Nothing else: another process may have put a site here meanwhile.
    for (const path of createdPaths) await rm(path, { recursive: true, force: true });
    throw error;
  }
  return manifest;
}

/** Reads a whole backup and restores nothing. @throws StartFailure if it is damaged or incomplete */
export async function checkBackup(file: string, log: StartLog): Promise<Manifest> {
  const manifest = await readManifest(file);
  const progress = startProgress("Checked", log);
  for await (const { content } of readBackupFile(file, progress.add)) for await (const _ of content);
  return manifest;
}

async function restoreTables(
  options: RestoreOptions,
  { migration }: Manifest,
  progress: Progress,
  createdPaths: Set<string>,
): Promise<void> {
  const { dataDir, databaseUrl, log } = options;
  if (databaseUrl !== undefined) await requireEmptyDatabase({ connectionString: databaseUrl });
  // Unpacked to its end, the file is known to be whole before the database gets any of it.
  await extract(options, progress, createdPaths);
  if (databaseUrl === undefined) createdPaths.add(join(dataDir, "postgres"));
  const builtIn = databaseUrl === undefined ? await startBuiltInPostgres({ dataDir, log }) : undefined;
  try {
    const connection = builtIn?.connection ?? { connectionString: databaseUrl };
    await loadTables(connection, entriesOfTables(options), { migration, log });
  } finally {
    await builtIn?.stop();
  }
}

const prefix = `${tablesFolder}/`;

async function* entriesOfTables({ file, signal }: RestoreOptions): AsyncGenerator<TarEntry> {
  for await (const entry of readBackupFile(file, () => undefined)) {
    signal?.throwIfAborted();
    if (entry.name.startsWith(prefix)) yield { ...entry, name: entry.name.slice(prefix.length) };
    else for await (const _ of entry.content);
  }
}

/** Unpacks all files into a folder of their own, and moves them into place once all of them have come. */
async function extract(
  { file, dataDir, signal }: RestoreOptions,
  progress: Progress,
  createdPaths: Set<string>,
): Promise<void> {
  const unfinished = await mkdtemp(join(dataDir, "restoring-"));
  createdPaths.add(unfinished);
  for await (const { name, mode, content } of readBackupFile(file, progress.add)) {
    signal?.throwIfAborted();
    const path = join(unfinished, name);
    if (name.endsWith("/")) {
      await mkdir(path, { recursive: true });
      await chmod(path, mode);
    } else if (name.startsWith(prefix)) {
      for await (const _ of content);
    } else {
      await mkdir(dirname(path), { recursive: true });
      await pipeline(content, createWriteStream(path, { flags: "wx", mode, flush: true }));
    }
  }
  // The database last: a site that has one is complete.
  for (const name of (await readdir(unfinished)).toSorted()) {
    await rename(join(unfinished, name), join(dataDir, name));
    createdPaths.add(join(dataDir, name));
  }
  await rm(unfinished, { recursive: true });
}

async function requireEmptyFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  // An empty volume of its own has this folder.
  const [found] = (await readdir(dataDir)).filter((name) => name !== "lost+found");
  if (found === undefined) return;
  throw new StartFailure(
    `${dataDir} isn't empty: it has ${found}. Move it away, or set DATA_DIR to an empty folder; nothing was restored.`,
  );
}
