import { setTimeout as sleep } from "node:timers/promises";
import { type StartLog, StartFailure } from "#server/platform/postgres/start-failure.ts";
import { isUnreachable } from "./unreachable.ts";

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
