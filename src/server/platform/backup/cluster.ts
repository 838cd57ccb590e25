import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { StartFailure } from "../app-error.ts";
import type { DatabaseConnection } from "../postgres/index.ts";
import { textEntry } from "./backup-file.ts";
import { fileEntry, folderEntries } from "./folder-entries.ts";
import type { TarEntry } from "./tar.ts";

/** Their content belongs to the running server. PostgreSQL needs the folders, empty. */
const emptied = /^pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\//;
const keptFolders = ["pg_wal/archive_status", "pg_wal/summaries"];
const skipped =
  /(^|\/)(postmaster\.(pid|opts)|current_logfiles|pg_internal\.init[^/]*|pgsql_tmp[^/]*|backup_label[^/]*)$/;
const control = "global/pg_control";

/**
 * Copies the files of a running built-in database, so that they start as one consistent state: the one at the end of
 * the copy. Writers go on meanwhile.
 *
 * PostgreSQL notes where the copy began, the write-ahead log from there to its end goes with it, and a start on the copy
 * replays it. A temporary slot keeps that log from being deleted before it is copied; it ends with the connection.
 *
 * @param name the cluster's folder in the backup
 */
export async function* copyCluster(
  connection: DatabaseConnection,
  { name, cluster }: { name: string; cluster: string },
): AsyncGenerator<TarEntry> {
  const client = new pg.Client(connection);
  // A lost connection fails the next statement.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_create_physical_replication_slot($1, true, true)", [
      `backup_${randomBytes(6).toString("hex")}`,
    ]);
    const [begun] = (await client.query("select pg_walfile_name(pg_backup_start('site', true)) as wal")).rows;
    yield* folderEntries(name, cluster, (path) => {
      const inside = path.slice(name.length + 1);
      return skipped.test(inside) || inside === control || (emptied.test(inside) && !keptFolders.includes(inside));
    });
    // Last, as in PostgreSQL's own base backups: it must not be older than what it points to.
    yield await required(`${name}/${control}`, join(cluster, control));
    const [ended] = (
      await client.query(
        "select pg_walfile_name(lsn) as wal, labelfile as label, spcmapfile as spaces from pg_backup_stop(false)",
      )
    ).rows;
    if (ended.spaces?.trim())
      throw new StartFailure("The database has tablespaces, which this backup doesn't include.");
    yield textEntry(`${name}/backup_label`, ended.label);
    yield* logEntries(`${name}/pg_wal`, join(cluster, "pg_wal"), begun.wal, ended.wal);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The write-ahead log's files of a copy, and how its timelines descend from each other. */
async function* logEntries(name: string, folder: string, first: string, last: string): AsyncGenerator<TarEntry> {
  const found: string[] = [];
  const isOurs = (file: string) =>
    file.endsWith(".history") || (/^[0-9A-F]{24}$/.test(file) && file >= first && file <= last);
  for await (const entry of folderEntries(name, folder, (path) => !isOurs(path.slice(name.length + 1)))) {
    if (entry.name.endsWith("/")) continue;
    found.push(entry.name.slice(name.length + 1));
    yield entry;
  }
  if (!found.includes(first) || !found.includes(last)) {
    throw new Error(`The write-ahead log lacks ${first} or ${last}: the copy wouldn't start`);
  }
}

async function required(name: string, path: string): Promise<TarEntry> {
  const entry = await fileEntry(name, path);
  if (entry === undefined) throw new Error(`${path} is missing`);
  return entry;
}
