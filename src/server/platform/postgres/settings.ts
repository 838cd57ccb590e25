import { existsSync, writeFileSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseFolders } from "./folders.ts";
import type { DatabaseConnection } from "./address.ts";
import { isAlive } from "./leftovers.ts";

/** PostgreSQL settings by name, as in postgresql.conf, without quotes. */
export type PostgresSettings = Record<string, string>;

/** For a small machine that must not lose a paid order: durable first, then modest in memory. */
const ours: PostgresSettings = {
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",

  max_connections: "100",
  shared_buffers: "128MB",
  effective_cache_size: "512MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  random_page_cost: "1.1",
  // Our queries are small: compiling them and spreading them over workers costs more than it saves, and parallel
  // queries need /dev/shm, of which a container has 64 MB.
  jit: "off",
  max_parallel_workers_per_gather: "0",

  // Enough for a base backup and point-in-time recovery.
  wal_level: "replica",
  max_wal_size: "512MB",
  min_wal_size: "80MB",
  checkpoint_timeout: "5min",
  autovacuum: "on",
  autovacuum_naptime: "20s",

  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",

  // One file per weekday, overwritten a week later, so the logs can't fill the disk.
  logging_collector: "on",
  log_filename: "postgres-%a.log",
  log_truncate_on_rotation: "on",
  log_rotation_age: "1d",
  log_rotation_size: "0",
  log_file_mode: "0600",
  log_line_prefix: "%m [%p] ",
  log_checkpoints: "off",
  log_lock_waits: "on",
  log_min_duration_statement: "1s",
  log_autovacuum_min_duration: "10s",
  // Keeps buyers' data out of the logs: no DETAIL lines, no parameters.
  log_error_verbosity: "terse",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
};

/**
 * Archives the write-ahead log: each full file of 16 MB, and at least every five minutes if anything was written.
 * PostgreSQL retries what fails and deletes no file before it is archived.
 */
export const archiveSettings = (folder: string): PostgresSettings => ({
  archive_mode: "on",
  archive_library: "basic_archive",
  "basic_archive.archive_directory": folder,
  archive_timeout: "5min",
});

/**
 * Rewrites postgresql.conf, so that each start uses this version's settings. The operator's settings in
 * DATA_DIR/postgres/custom.conf are read last and win.
 */
export function writeSettings(folders: DatabaseFolders, { host, port }: DatabaseConnection, extra: PostgresSettings) {
  const address: PostgresSettings =
    process.platform === "win32"
      ? { listen_addresses: host, port: String(port), unix_socket_directories: "" }
      : {
          listen_addresses: "",
          port: String(port),
          // A list: without the inner quotes, a comma in the path would split it.
          unix_socket_directories: `"${host.replaceAll('"', '""')}"`,
          unix_socket_permissions: "0700",
        };
  const lines = Object.entries({ ...ours, ...address, log_directory: folders.log, ...extra }).map(
    ([name, value]) => `${name} = ${quote(value)}`,
  );
  writeFileSync(
    join(folders.cluster, "postgresql.conf"),
    [
      "# Written at each start. Put your own settings in ../custom.conf instead.",
      ...lines,
      `include_if_exists = ${quote(folders.customSettings)}`,
      "",
    ].join("\n"),
  );
  if (existsSync(folders.customSettings)) return;
  writeFileSync(
    folders.customSettings,
    "# Your own PostgreSQL settings. They override the site's and are read at each start.\n",
    {
      mode: 0o644,
    },
  );
}

const quote = (value: string) => `'${value.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/**
 * A connection as a URL for DATABASE_URL. A socket's folder goes in the query, where both `pg` and psql look for it.
 */
export function toConnectionUrl({ host, port, user, password, database }: DatabaseConnection): string {
  const login = [user, ...(password === undefined ? [] : [password])].map(encodeURIComponent).join(":");
  return host.startsWith("/")
    ? `postgresql://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgresql://${login}@${host}:${port}/${database}`;
}

/**
 * Where the built-in database of a data folder listens while a site runs it; undefined if none does. Creates and
 * changes nothing, so it's safe to call beside a running site.
 */
export function findRunningPostgres(dataDir: string): DatabaseConnection | undefined {
  const root = resolve(dataDir, "postgres");
  const file = join(root, "cluster", "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const [pid, , , port, socketFolder] = readFileSync(file, "utf8").split("\n");
  if (!isAlive(Number(pid))) return undefined;
  const password = join(root, "password");
  return {
    host: socketFolder?.trim() || "127.0.0.1",
    port: Number(port),
    user: "site",
    database: "site",
    ...(existsSync(password) ? { password: readFileSync(password, "utf8").trim() } : {}),
  };
}
