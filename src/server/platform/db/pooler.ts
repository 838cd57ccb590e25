import type pg from "pg";
import { StartFailure, type StartLog } from "#server/platform/app-error.ts";
import { timeLimits } from "./database.ts";

const unsupportedParameter = "08P01";

/**
 * Requires connections that are ours alone for as long as they last, with the settings they asked for. Behind a pooler
 * in transaction mode each statement may run on another one: locks, prepared statements and time limits would be lost,
 * or reach others.
 *
 * A pooler either rejects such settings or drops them, whatever its mode.
 *
 * @param variable the setting that names the database
 * @throws StartFailure if there is a pooler in between
 */
export async function requireOwnSessions(pool: pg.Pool, variable: "DATABASE_URL" | "DATABASE_DIRECT_URL") {
  const advice =
    variable === "DATABASE_URL"
      ? "DATABASE_URL is a connection pooler (PgBouncer): set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to the database itself."
      : "DATABASE_DIRECT_URL is a connection pooler (PgBouncer): set it to the database itself.";
  try {
    const { rows } = await pool.query("select setting::int as limit from pg_settings where name = 'lock_timeout'");
    if (rows[0]?.limit === limitOf(pool)) return;
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    if (code !== unsupportedParameter || !message.includes("options")) throw error;
  }
  throw new StartFailure(advice);
}

const limitOf = (pool: pg.Pool) => Number(/lock_timeout=(\d+)/.exec(pool.options.options ?? "")?.[1]);

/**
 * Gives the site's time limits to its role in this database, because connections through a pooler can't bring their
 * own. It changes nothing if they are set.
 *
 * @param pool through the pooler, as its role
 */
export async function prepareForPooler(pool: pg.Pool, { log, patience }: { log: StartLog; patience?: number }) {
  const limits = Object.entries(timeLimits(patience));
  const { rows } = await pool.query<{ role: string; database: string; config: string[] | null }>(`
    select quote_ident(current_user) as role, quote_ident(current_database()) as database,
      (select setconfig from pg_db_role_setting s
       where s.setrole = current_user::regrole and s.setdatabase = d.oid) as config
    from pg_database d where d.datname = current_database()`);
  const { role, database, config } = rows[0]!;
  const missing = limits.filter(([name, value]) => config?.includes(`${name}=${value}`) !== true);
  for (const [name, value] of missing)
    await pool.query(`alter role ${role} in database ${database} set ${name} = ${value}`);
  if (missing.length > 0) {
    log.info("The database's role now has the site's time limits. Run RECONNECT in the pooler's console once.");
  }
}
