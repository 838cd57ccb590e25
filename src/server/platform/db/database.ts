import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import { AppError } from "#server/platform/app-error.ts";
import type { DB } from "./schema.generated.ts";

/** The database as stores use it. */
export type Database = Kysely<DB>;
/** An open transaction: what changes together is passed one of these. */
export type Tx = Transaction<DB>;
/** Either: for reads that may stand alone. */
export type Queryable = Database | Tx;

export type ConnectionSettings = pg.PoolConfig;

// int8 fits a JavaScript number up to 2^53, which no counter or id of ours reaches.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const marker = "/* planned by its values */";
/**
 * Begins a query that is planned anew each time, by its values: lists whose best way depends on what is looked for. All
 * others are planned once per connection.
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

/** No statement takes so long, by the limit on all of them: a server that says nothing for this long is not there any more. */
const silenceMs = 8000;

/** What `pg` keeps of its connection, which its types leave out. */
interface ClientInside {
  connection: { stream: Socket };
  readyForQuery: boolean;
}

/**
 * A client that prepares each statement text once per connection: parsing and planning are then paid once. It gives a
 * server up that falls silent over a statement, as after a cut cable: nothing else would ever end that wait.
 */
class PreparingClient extends pg.Client {
  readonly #stream: Socket;

  constructor(config?: pg.ClientConfig) {
    super(config);
    const inside = this as unknown as ClientInside;
    this.#stream = inside.connection.stream;
    this.#stream.on("timeout", () => {
      if (!inside.readyForQuery) this.#stream.destroy(new Error("Connection terminated: the database fell silent"));
    });
    this.#stream.setTimeout(silenceMs);
  }

  /** Whoever changes how long a statement may take is waited for until the end of that transaction. */
  #setPatience(text: unknown): void {
    if (typeof text !== "string") return;
    if (text.includes("statement_timeout")) this.#stream.setTimeout(0);
    else if (text === "commit" || text === "rollback") this.#stream.setTimeout(silenceMs);
  }

  // pg's overloads of query cannot be restated; the arguments pass through untouched.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(...args: any[]): any {
    const [text, values] = args;
    this.#setPatience(text);
    if (typeof text === "string" && Array.isArray(values) && values.length > 0) {
      const name = statementName(text);
      if (name !== undefined) {
        args[0] = { text, values, name };
        args.splice(1, 1);
      }
    }
    return (super.query as (...rest: unknown[]) => unknown).apply(this, args);
  }
}

/** A pool of connections and the query builder on top of it. */
export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** How a pool is opened. */
export interface OpenOptions {
  /** Most connections of this process. */
  size?: number;
  /** Moves this process's database clock by a PostgreSQL interval, `-40 days`: for tests and the demo's past only. */
  clockOffset?: string;
  /** Makes every limit so many times longer: for tests, which share a machine with whatever else runs there. */
  patience?: number;
  onError?: (error: Error) => void;
}

/**
 * Opens a pool of connections with the limits that keep one slow statement from holding up the rest
 * (statement 5 s, lock 2 s, idle in a transaction 10 s).
 */
export function openDatabase(connection: ConnectionSettings, options: OpenOptions = {}): OpenDatabase {
  const { patience = 1 } = options;
  const settings = [
    `-c statement_timeout=${5000 * patience}`,
    `-c lock_timeout=${2000 * patience}`,
    `-c idle_in_transaction_session_timeout=${10_000 * patience}`,
    "-c timezone=UTC",
    ...(options.clockOffset ? [`-c sg.clock_offset=${options.clockOffset.replaceAll(" ", "\\ ")}`] : []),
  ];
  const pool = new pg.Pool({
    ...connection,
    max: options.size ?? 16,
    connectionTimeoutMillis: 5000 * patience,
    options: settings.join(" "),
    Client: PreparingClient,
  });
  // A pool without this listener ends the process when an idle connection breaks.
  pool.on("error", (error) => options.onError?.(error));
  // Nor may a connection that breaks while it is in use: whoever uses it hears of that by the statement that failed.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

const retryable = new Set(["40001", "40P01"]);

/** Lost to the same request on another node: the next try finds the answer that was stored there. */
const isRepeat = (error: { code?: string; constraint?: string }) =>
  error.code === "23505" && error.constraint === "idempotency_keys_pkey";

/**
 * What a transaction had read is no longer so, and it begins again with what is so now. Where others keep changing it the
 * last try is refused as `unavailable`: the client asks again in a second.
 */
export class StartAnew extends AppError {
  constructor(message: string) {
    super("unavailable", { retryAfterSeconds: 1, cause: new Error(message) });
  }
}

/**
 * Runs `work` in one transaction (read committed). A deadlock, a serialisation failure or a repeated request that
 * another node answered first is tried again up to three times with a little jitter, `StartAnew` up to twenty, so `work`
 * must be free of effects outside the database.
 */
export async function inTransaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt > mostRepeats(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(attempt, 5) * 10 * Math.random()));
    }
  }
}

function mostRepeats(error: unknown): number {
  if (error instanceof StartAnew) return 20;
  const failure = error as { code?: string; constraint?: string };
  return retryable.has(failure.code ?? "") || isRepeat(failure) ? 3 : 0;
}
