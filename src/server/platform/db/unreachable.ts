import { setTimeout as sleep } from "node:timers/promises";
import { type StartLog, StartFailure } from "#server/platform/app-error.ts";

/** Error codes of the network and PostgreSQL for a connection that is missing or lost. */
const cutOff = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "08001",
  "08003",
  "08006",
  "57P01",
  "57P02",
  "57P03",
]);

/**
 * Other errors that pass by themselves: too many connections, a lock wait or statement that timed out, two transactions
 * in conflict, a full disk.
 */
const passing = new Set(["25P03", "40001", "40P01", "53100", "53200", "53300", "55P03", "57014"]);

/** Messages of `pg` that come without a code. */
const said = /timeout exceeded|Connection terminated|not queryable|Client was closed/;

interface Failure {
  code?: string | undefined;
  message: string;
}

/** True for an error that means there is no connection: every other caller gets the same one now. */
export function isCutOff(error: Failure): boolean {
  return cutOff.has(error.code ?? "") || said.test(error.message);
}

/**
 * True for an error that means only that the database can't do it right now: the same call may succeed in a moment.
 * Whether a running statement took effect is unknown then.
 */
export function isUnreachable(error: Failure): boolean {
  return isCutOff(error) || passing.has(error.code ?? "");
}

const longestWaitMs = 60_000;
const pauseMs = 500;

/**
 * Runs what a start needs from the database, and retries while the database is unreachable: it may start later than the
 * site, or restart meanwhile. `work` must be safe to repeat.
 *
 * @throws StartFailure if the database isn't reachable within a minute; any other error of `work` at once
 */
export async function onceReachable<Result>(
  log: StartLog,
  work: () => Promise<Result>,
  waitMs = longestWaitMs,
): Promise<Result> {
  const until = performance.now() + waitMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isUnreachable(error as Error)) throw error;
      if (performance.now() > until) {
        throw new StartFailure(`Can't reach the database: ${(error as Error).message}`);
      }
      if (attempt === 1) log.info("Waiting for the database …");
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }
}
