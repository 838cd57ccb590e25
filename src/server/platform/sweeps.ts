import type { Logger } from "./log.ts";

/** One kind of work done later. */
export interface Sweep {
  name: string;
  everyMs: number;
  /** Must be safe to run on several nodes at once: it claims its rows itself. Returns true when more is waiting. */
  run: () => Promise<boolean | void>;
}

/** The sweeps of one process, running. */
export interface Sweeper {
  /** Runs a sweep soon, without waiting for its turn. */
  nudge(name: string): void;
  /** Waits for the sweeps under way and starts no more. */
  stop(): Promise<void>;
}

/**
 * Work done later: each sweep looks for due rows of its own table and settles them. There is no queue beside the tables,
 * so nothing can be in one and not in the other; see docs/decisions/0004-sweeps-instead-of-a-queue.md.
 *
 * @param onFailure hears of each run that failed, besides the log
 */
export function startSweeps(
  sweeps: Sweep[],
  log: Logger,
  onFailure?: (error: unknown, sweep: string) => void,
): Sweeper {
  let stopped = false;
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();

  function schedule(sweep: Sweep, delayMs: number): void {
    if (stopped) return;
    clearTimeout(timers.get(sweep.name));
    timers.set(sweep.name, setTimeout(() => launch(sweep), delayMs).unref());
  }

  function launch(sweep: Sweep): void {
    if (running.has(sweep.name)) {
      again.add(sweep.name);
      return;
    }
    const work = (async () => {
      let more: boolean | void = false;
      try {
        more = await sweep.run();
      } catch (error) {
        log.error({ err: error, sweep: sweep.name }, "sweep failed, it will be tried again");
        onFailure?.(error, sweep.name);
      }
      running.delete(sweep.name);
      const soon = more === true || again.delete(sweep.name);
      schedule(sweep, soon ? 0 : sweep.everyMs);
    })();
    running.set(sweep.name, work);
  }

  // Nodes that start together do not sweep in step.
  for (const sweep of sweeps) schedule(sweep, Math.random() * sweep.everyMs);
  return {
    nudge(name) {
      const sweep = sweeps.find((candidate) => candidate.name === name);
      if (sweep === undefined || stopped) return;
      if (running.has(name)) again.add(name);
      else schedule(sweep, 5);
    },
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
