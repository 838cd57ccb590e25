import { setTimeout as sleep } from "node:timers/promises";
import type { Postmaster } from "./postmaster.ts";
import type { StartLog } from "./start-log.ts";

const fastStopMs = 15_000;
const longestPauseMs = 5000;

/** Keeps one postmaster running until told to stop. */
export interface Supervisor {
  stop(): Promise<void>;
}

/**
 * Runs a postmaster and restarts it whenever it dies (killed, out of memory), at the same address: pools reconnect, and
 * nothing else changes.
 *
 * @param start launches one and waits until it is ready
 */
export async function keepRunning(start: () => Promise<Postmaster>, log: StartLog): Promise<Supervisor> {
  let stopping = false;
  let running: Postmaster | undefined;
  let revival: Promise<void> = Promise.resolve();

  // The last resort if the process ends without stop(): signals are sent at once.
  const onExit = () => running?.signal("fast");

  async function startAndWatch() {
    const postmaster = await start();
    running = postmaster;
    void postmaster.exited.then(() => {
      running = undefined;
      if (!stopping) revival = revive();
    });
  }

  async function revive() {
    log.error("The built-in database stopped unexpectedly. Restarting it …");
    for (let pauseMs = 100; !stopping; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await startAndWatch();
        return log.info("The built-in database is running again.");
      } catch (error) {
        log.error(`The built-in database didn't start: ${(error as Error).message}`);
        await sleep(pauseMs);
      }
    }
  }

  async function stop() {
    stopping = true;
    await revival;
    process.off("exit", onExit);
    if (!running) return;
    const { exited, signal } = running;
    signal("fast");
    const impatience = setTimeout(() => {
      log.warn(
        "The built-in database is slow to stop and is being shut down now. Nothing is lost; the next start recovers.",
      );
      signal("immediate");
    }, fastStopMs);
    await exited;
    clearTimeout(impatience);
  }

  process.on("exit", onExit);
  await startAndWatch();
  return { stop };
}
