import { spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { onceReachable } from "#server/platform/db/unreachable.ts";
import type { DatabaseConnection } from "#server/platform/postgres/index.ts";
import { findPgbouncer } from "../scripts/testing/pgbouncer.ts";
import { testServer } from "./database-server.ts";
import { lastingPort } from "./lasting-port.ts";
import { createDataFolder, silentLog } from "./own-cluster.ts";

export type Pooler = Awaited<ReturnType<typeof startPooler>>;

/**
 * A PgBouncer in transaction mode in front of a PostgreSQL server and all its databases. It ends with this process.
 *
 * @param options.ignores parameters of a client's start that it drops; others that it doesn't know, it rejects
 */
export async function startPooler(target: DatabaseConnection, { ignores = "" }: { ignores?: string } = {}) {
  const program = findPgbouncer();
  if (program === undefined) throw new Error("PgBouncer wasn't found. Install it, or set PGBOUNCER_PATH.");
  const port = await lastingPort();
  const folder = createDataFolder();
  const settings = join(folder, "pgbouncer.ini");
  const server = [`host=${target.host}`, `port=${target.port}`, `user=${target.user}`];
  if (target.password !== undefined) server.push(`password=${target.password}`);
  writeFileSync(
    settings,
    `[databases]
* = ${server.join(" ")}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 16
max_client_conn = 1000
ignore_startup_parameters = ${ignores}
`,
  );
  // It refuses to run as root, and the database's socket is open to its owner only.
  const owner = process.getuid?.() === 0 && target.host.startsWith("/") ? statSync(target.host) : undefined;
  const account = owner === undefined ? {} : { uid: owner.uid, gid: owner.gid };
  // The database of a folder that only root can access runs under another number in a namespace; so does this.
  const mapped = owner?.uid === 0 ? ["unshare", "--user", "--map-user=1000", "--map-group=1000", "--"] : [];
  if (owner !== undefined) for (const path of [folder, settings]) chownSync(path, owner.uid, owner.gid);
  chmodSync(settings, 0o600);
  const bound = existsSync("/usr/bin/setpriv") ? ["setpriv", "--pdeathsig", "KILL", "--"] : [];
  const [command, ...args] = [...bound, ...mapped, program, "--quiet", settings] as const;
  const child = spawn(command, args, { ...account, stdio: "ignore" });
  child.unref();
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);

  const connectionTo = (database: string) => ({
    host: "127.0.0.1",
    port,
    user: target.user,
    database,
  });
  await onceReachable(silentLog, async () => {
    const client = new pg.Client(connectionTo(target.database));
    await client.connect();
    await client.end();
  });
  return {
    /** How to reach one of the server's databases through it. */
    connectionTo,
    close: () => {
      process.off("exit", kill);
      kill();
    },
  };
}

let shared: Promise<Pooler> | undefined;

/**
 * The same database through a pooler, if this run puts one in front of all sites (TEST_POOLER=transaction); undefined
 * otherwise. A process starts its pooler once.
 */
export async function pooledConnection(connection: pg.ClientConfig): Promise<DatabaseConnection | undefined> {
  if (process.env.TEST_POOLER !== "transaction") return undefined;
  const pooler = await (shared ??= startPooler(testServer().admin));
  return pooler.connectionTo(new pg.Client(connection).database!);
}
