import { setTimeout as sleep } from "node:timers/promises";
import { type StartLog, StartFailure } from "#server/platform/app-error.ts";

/** Error codes of the network and PostgreSQL for a connection that is missing or lost. */
const cutOff = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOENT",
  // The host's name can't be resolved, now or yet.
  "ENOTFOUND",
  "EAI_AGAIN",
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
const unreachableMessage = /timeout exceeded|Connection terminated|not queryable|Client was closed/;

interface Failure {
  code?: string | undefined;
  message: string;
}

/** True for an error that means there is no connection: every other caller gets the same one now. */
export function isCutOff(error: Failure): boolean {
  return cutOff.has(error.code ?? "") || unreachableMessage.test(error.message);
}

/**
 * True for an error that means only that the database can't do it right now: the same call may succeed in a moment.
 * Whether a running statement took effect is unknown then.
 */
export function isUnreachable(error: Failure): boolean {
  return isCutOff(error) || passing.has(error.code ?? "");
}

/** How a database that is there refuses us, by its error's code and text, and what the operator must change. */
const refusals: [pattern: RegExp, advice: string][] = [
  [/^3D000 /, "Create that database, or correct the name in DATABASE_URL."],
  [/^(?:EACCES|EPERM) connect /, "Give the site's user access to the socket that DATABASE_URL names."],
  [/^28|client password/, "Correct the user name and password in DATABASE_URL."],
  [/^\w*(?:CERT|SELF_SIGNED|LEAF_SIGNATURE)| SSL /, "Correct sslmode in DATABASE_URL, or the server's certificate."],
];

function explainRefusal(error: Failure & Error): Error {
  const advice = refusals.find(([pattern]) => pattern.test(`${error.code ?? ""} ${error.message}`))?.[1];
  return advice === undefined ? error : new StartFailure(`The database refuses this site: ${error.message}. ${advice}`);
}

/** An error and what it was caused by, outermost first. */
function causesOf(error: Error): Error[] {
  return [error, ...(error.cause instanceof Error ? causesOf(error.cause) : [])];
}

/** Several addresses were tried: the error of all of them has no text of its own. */
const reasonOf = ({ message, code }: Failure & Error) => message || code || "no connection";

const longestWaitMs = 60_000;
const pauseMs = 500;

/**
 * Runs what a start needs from the database, and retries while the database is unreachable: it may start later than the
 * site, or restart meanwhile. `work` must be safe to repeat.
 *
 * @throws StartFailure if the database isn't reachable within a minute, or says at once that it won't let us in; any
 *   other error of `work` at once
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
      const causes = causesOf(error as Error);
      if (!causes.some(isUnreachable)) throw explainRefusal(error as Failure & Error);
      if (performance.now() > until) {
        throw new StartFailure(
          `Can't reach the database: ${reasonOf(error as Error)}. Start it, or correct DATABASE_URL.`,
        );
      }
      if (attempt === 1) log.info("Waiting for the database …");
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }
}
