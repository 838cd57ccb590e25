import { setTimeout as sleep } from "node:timers/promises";
import type { StartLog } from "#server/platform/postgres/start-log.ts";
import { StartFailure } from "#server/platform/postgres/start-failure.ts";
import { isUnreachable } from "./unreachable.ts";

const longestWaitMs = 60_000;
const pauseMs = 500;

/**
 * Runs what a start needs of the database, and again while that is not there: it may start later than we do, or end and
 * come back meanwhile. `work` has to be harmless when repeated.
 *
 * @throws StartFailure when the database has not come within a minute; whatever else `work` throws, at once
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
        throw new StartFailure(`The database cannot be reached: ${(error as Error).message}`);
      }
      if (attempt === 1) log.info("The database is not there yet: waiting for it …");
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }
}
