import type pg from "pg";
import { StartFailure, type StartLog } from "#server/platform/postgres/start-failure.ts";

const oldestVersion = 140_000;
const longestDriftSeconds = 2;
const durable = ["fsync", "full_page_writes", "synchronous_commit"] as const;

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
  const { rows } = await pool.query(`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS "versionName",
           current_setting('server_encoding') AS encoding, extract(epoch FROM clock_timestamp())::float8 AS now,
           current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
           current_setting('synchronous_commit') AS synchronous_commit`);
  const server = rows[0];
  if (server.version < oldestVersion) {
    throw new StartFailure(`The database server runs PostgreSQL ${server.versionName}. The site needs 14 or newer.`);
  }
  if (server.encoding !== "UTF8") {
    throw new StartFailure(`The database stores text as ${server.encoding}. Recreate it with ENCODING 'UTF8'.`);
  }
  const problems: string[] = durable
    .filter((name) => server[name] === "off")
    .map((name) => `its setting ${name} is off, so a power cut can lose paid orders: set it to on`);
  const drift = Math.abs(Date.now() / 1000 - server.now);
  if (drift > longestDriftSeconds) {
    problems.push(`its clock is ${Math.round(drift)} s off ours: synchronize both (NTP)`);
  }
  if (problems.length === 0) return;
  const sentence = `The database server isn't safe for real sales: ${problems.join("; ")}.`;
  if (production) throw new StartFailure(sentence);
  log.warn(sentence);
}
