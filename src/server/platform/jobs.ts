import type { Logger } from "./log.ts";

/** A background job. */
export interface Job {
  name: string;
  everyMs: number;
  /** Must be safe to run on several nodes at once: it claims its rows itself. Returns true if more work is waiting. */
  run: () => Promise<boolean | void>;
}

/** The running jobs of one process. */
export interface JobRunner {
  /** Runs a job soon, without waiting for its turn. */
  nudge(name: string): void;
  /** Waits for running jobs and starts no more. */
  stop(): Promise<void>;
}

/**
 * Runs background jobs: each looks for due rows of its own table and settles them. There is no queue beside the tables,
 * so nothing can be in one and not in the other; see docs/decisions/0004-jobs-instead-of-a-queue.md.
 *
 * @param onFailure called for each failed run, besides the log
 */
export function startJobs(jobs: Job[], log: Logger, onFailure?: (error: unknown, job: string) => void): JobRunner {
  let stopped = false;
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();

  function schedule(job: Job, delayMs: number): void {
    if (stopped) return;
    clearTimeout(timers.get(job.name));
    timers.set(job.name, setTimeout(() => launch(job), delayMs).unref());
  }

  function launch(job: Job): void {
    if (running.has(job.name)) {
      again.add(job.name);
      return;
    }
    const work = (async () => {
      let more: boolean | void = false;
      try {
        more = await job.run();
      } catch (error) {
        log.error({ err: error, job: job.name }, "job failed, it will run again");
        onFailure?.(error, job.name);
      }
      running.delete(job.name);
      const soon = more === true || again.delete(job.name);
      schedule(job, soon ? 0 : job.everyMs);
    })();
    running.set(job.name, work);
  }

  // Nodes that start together don't run jobs in step.
  for (const job of jobs) schedule(job, Math.random() * job.everyMs);
  return {
    nudge(name) {
      const job = jobs.find((candidate) => candidate.name === name);
      if (job === undefined || stopped) return;
      if (running.has(name)) again.add(name);
      else schedule(job, 5);
    },
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
