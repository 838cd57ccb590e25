import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import { AppError } from "#server/platform/app-error.ts";
import type { DB } from "./schema.generated.ts";

/** The database as stores use it. */
export type Database = Kysely<DB>;
/** An open transaction. Functions whose changes belong together take one of these. */
export type Tx = Transaction<DB>;
/** Either one: for reads that may run alone. */
export type Queryable = Database | Tx;

/** The row behind a reply: its times are still dates. */
export type RowOf<Reply, Times extends keyof Reply> = Omit<Reply, Times> & {
  [Time in Times]: Date | Extract<Reply[Time], null>;
};

export type ConnectionSettings = pg.PoolConfig;

// int8 fits a JavaScript number up to 2^53, which none of our counters or ids reaches.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const marker = "/* planned by its values */";
/**
 * Starts a query that is planned by its values each time: lists whose best plan depends on the search. All other
 * queries are planned once per connection.
 */
export const plannedByValues = sql.raw(marker);

const statementNames = new Map<string, string>();

function statementName(text: string): string | undefined {
  if (text.trimStart().startsWith(marker)) return undefined;
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  if (statementNames.size >= 500) return undefined;
  const name = `q${createHash("sha1").update(text).digest("base64url")}`;
  statementNames.set(text, name);
  return name;
}

/** The statement timeout ends every statement before this. A server that is silent for so long is gone. */
const silenceMs = 8000;

/** Options of a pool's connections that `pg` passes on to its client. */
interface ClientOptions extends pg.ClientConfig {
  /** False behind a pooler: a name would belong to a connection that the next statement may not get. */
  preparesStatements?: boolean;
  /** Multiplies how long the server may be silent. */
  patience?: number;
}

/** Properties of `pg`'s client that its types leave out. */
interface ClientInside {
  connection: { stream: Socket; on(name: "errorMessage", listener: (error: { code?: string }) => void): void };
  readyForQuery: boolean;
}

/**
 * A client that prepares each statement text once per connection, so that parsing and planning are paid once, unless a
 * pooler is in between. It drops
 * a server that goes silent during a statement, as after a cut cable: nothing else would ever end that wait.
 */
class PreparingClient extends pg.Client {
  readonly #stream: Socket;
  readonly #prepares: boolean;
  readonly #silenceMs: number;

  constructor(config: ClientOptions = {}) {
    super(config);
    this.#prepares = config.preparesStatements !== false;
    this.#silenceMs = silenceMs * (config.patience ?? 1);
    const inside = this as unknown as ClientInside;
    this.#stream = inside.connection.stream;
    this.#stream.on("timeout", () => {
      if (!inside.readyForQuery) this.#stream.destroy(new Error("Connection terminated: the database went silent"));
    });
    this.#stream.setTimeout(this.#silenceMs);
  }

  /** A transaction that changes the statement timeout is waited for until its end. */
  #setPatience(text: unknown): void {
    if (typeof text !== "string") return;
    if (text.includes("statement_timeout")) this.#stream.setTimeout(0);
    else if (text === "commit" || text === "rollback") this.#stream.setTimeout(this.#silenceMs);
  }

  // pg's overloads of query can't be restated; the arguments pass through untouched.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(...args: any[]): any {
    const [text, values] = args;
    this.#setPatience(text);
    if (this.#prepares && typeof text === "string" && Array.isArray(values) && values.length > 0) {
      const name = statementName(text);
      if (name !== undefined) {
        args[0] = { text, values, name };
        args.splice(1, 1);
      }
    }
    return (super.query as (...rest: unknown[]) => unknown).apply(this, args);
  }

  /** What the connection starts with. A pooler keeps a time zone for each of its clients, but no `options`. */
  getStartupConf(): Record<string, string> {
    const inherited = (pg.Client.prototype as unknown as { getStartupConf(): Record<string, string> }).getStartupConf;
    return { ...inherited.call(this), TimeZone: "UTC" };
  }
}

/** PostgreSQL's error code for no space on its disk. */
const diskFull = "53100";
const refusalCountsMs = 60_000;

/** A pool of connections and the query builder on top of it. */
export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
  /** True if within the last minute the database refused a write because its disk is full. */
  wasRefusedSpace(): boolean;
  close(): Promise<void>;
}

/** Options of a pool. */
interface OpenOptions {
  /** Most connections of this process. */
  size?: number;
  /** Moves this process's database clock by a PostgreSQL interval, `-40 days`. Only for tests and the demo's past. */
  clockOffset?: string;
  /** Multiplies every time limit: for tests, which share a machine with whatever else runs there. */
  patience?: number;
  /** The connection is a pooler's in transaction mode: nothing is left in a session. `prepareForPooler` comes first. */
  throughPooler?: boolean;
  onError?: (error: Error) => void;
}

/** PostgreSQL's settings that keep one slow statement from blocking the rest, in milliseconds. */
export const timeLimits = (patience = 1) => ({
  statement_timeout: 5000 * patience,
  lock_timeout: 2000 * patience,
  idle_in_transaction_session_timeout: 10_000 * patience,
});

/** Opens a pool of connections, each with `timeLimits`. */
export function openDatabase(connection: ConnectionSettings, options: OpenOptions = {}): OpenDatabase {
  const { patience = 1, throughPooler = false } = options;
  const settings = [
    ...Object.entries(timeLimits(patience)).map(([name, value]) => `-c ${name}=${value}`),
    ...(options.clockOffset ? [`-c sg.clock_offset=${options.clockOffset.replaceAll(" ", "\\ ")}`] : []),
  ];
  const clientOptions: ClientOptions = throughPooler ? { preparesStatements: false } : { options: settings.join(" ") };
  const pool = new pg.Pool({
    ...connection,
    max: options.size ?? 16,
    connectionTimeoutMillis: 5000 * patience,
    ...clientOptions,
    ...({ patience } satisfies ClientOptions),
    Client: PreparingClient,
  });
  // Without this listener, a broken idle connection would end the process.
  pool.on("error", (error) => options.onError?.(error));
  // The same for a broken connection in use: its user learns of it from the statement that fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  let refusedSpaceAt = -Infinity;
  pool.on("connect", (client) => {
    const { connection: messages } = client as unknown as ClientInside;
    messages.on("errorMessage", ({ code }) => {
      if (code === diskFull) refusedSpaceAt = performance.now();
    });
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const wasRefusedSpace = () => performance.now() - refusedSpaceAt < refusalCountsMs;
  pools.set(db, pool);
  return { db, pool, wasRefusedSpace, close: () => db.destroy() };
}

const pools = new WeakMap<Database, pg.Pool>();

/** How many connections of a pool are busy and idle, and how many callers wait for one. */
export function connectionsOf(db: Database): Record<"busy" | "idle" | "waiting", number> {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {};
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

const retryable = new Set(["40001", "40P01"]);

/** The same request won on another node: the next attempt finds the response stored there. */
const isRepeat = (error: { code?: string; constraint?: string }) =>
  error.code === "23505" && error.constraint === "idempotency_keys_pkey";

/**
 * What a transaction read has changed meanwhile, so it starts over with current data. If others keep changing it, the
 * last attempt fails as `unavailable`: the client asks again in a second.
 */
export class RestartTransaction extends AppError {
  constructor(message: string) {
    super("unavailable", { retryAfterSeconds: 1, cause: new Error(message) });
  }
}

const effects = new WeakMap<Tx, Set<() => void>>();
const origins = new WeakMap<Tx, Database>();

/** The database in which a transaction of `inTransaction` runs. */
export const databaseOf = (db: Queryable): Database => origins.get(db as Tx) ?? db;

/**
 * Does something once a transaction of `inTransaction` has committed, and never if it doesn't. A process that ends in
 * between never does it either, so nothing may depend on it: it only makes something happen sooner. It must not throw.
 */
export function afterCommit(tx: Tx, effect: () => void): void {
  const known = effects.get(tx);
  if (known === undefined) effects.set(tx, new Set([effect]));
  else known.add(effect);
}

/**
 * Runs `work` in one transaction (read committed). A deadlock, a serialization failure or a repeated request that
 * another node answered first is retried up to three times with a little jitter, `RestartTransaction` up to twenty times, so
 * `work` must have no effects outside the database.
 *
 * @throws what `work` throws, also when the connection broke and the rollback failed for that
 */
export async function inTransaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    let failure: { error: unknown } | undefined;
    let open: Tx | undefined;
    try {
      const result = await db.transaction().execute((tx) => {
        open = tx;
        origins.set(tx, db);
        return work(tx).catch((error: unknown) => {
          failure = { error };
          throw error;
        });
      });
      for (const effect of effects.get(open!) ?? []) effect();
      return result;
    } catch (last) {
      const { error } = failure ?? { error: last };
      if (attempt > maxRepeats(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(attempt, 5) * 10 * Math.random()));
    }
  }
}

function maxRepeats(error: unknown): number {
  if (error instanceof RestartTransaction) return 20;
  const failure = error as { code?: string; constraint?: string };
  return retryable.has(failure.code ?? "") || isRepeat(failure) ? 3 : 0;
}
