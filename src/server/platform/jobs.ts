import { outsideRequests } from "./current-request.ts";
import { afterCommit, databaseOf, type Database, type Queryable, type Tx } from "./db/database.ts";
import type { JobName } from "./job-names.generated.ts";
import type { Logger } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** A background job. */
export interface Job {
  name: string;
  everyMs: number;
  /** Must be safe to run on several nodes at once: it claims its rows itself. Returns true if more work is waiting. */
  run: () => Promise<boolean | void>;
}

/** What running jobs need. */
interface JobSurroundings {
  log: Logger;
  metrics: Metrics;
  /** Called for each failed run, besides the log. */
  onFailure?: (error: unknown, job: string) => void;
}

/** The running jobs of one process. */
export interface JobRunner {
  /** Runs a job soon, without waiting for its turn. */
  nudge(name: string): void;
  /** Waits for running jobs and starts no more. */
  stop(): Promise<void>;
}

const runners = new WeakMap<Database, Pick<JobRunner, "nudge">>();

/** Says which jobs a node with this database runs, for `nudgeAfterCommit`. */
export const setJobRunner = (db: Database, runner: Pick<JobRunner, "nudge">) => void runners.set(db, runner);

/**
 * Runs a job of this node soon, once what was written with `db` is committed: after its transaction, or at once outside
 * of one. After a rollback, or on a node that runs no jobs, nothing happens; the job's own turn comes anyway.
 */
export function nudgeAfterCommit(db: Queryable, job: JobName): void {
  const nudge = () => runners.get(databaseOf(db))?.nudge(job);
  if (db.isTransaction) afterCommit(db as Tx, nudge);
  else nudge();
}

/**
 * Runs background jobs: each looks for due rows of its own table and settles them. There is no queue beside the tables,
 * so nothing can be in one and not in the other; see docs/decisions/0004-jobs-instead-of-a-queue.md.
 */
export function startJobs(jobs: Job[], { log, metrics, onFailure }: JobSurroundings): JobRunner {
  let stopped = false;
  const runs = metrics.counter("job_runs_total", "Runs of background jobs on this node, by how they ended");
  /** When each job's next run should begin; for a running one, when it would be its turn again. */
  const dueAt = new Map<string, number>();
  metrics.gauge("job_lag_seconds", "Seconds by which a background job of this node is late", () =>
    Array.from(dueAt, ([job, due]) => ({ labels: { job }, value: Math.max(0, performance.now() - due) / 1000 })),
  );
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();

  function schedule(job: Job, delayMs: number): void {
    if (stopped) return;
    clearTimeout(timers.get(job.name));
    dueAt.set(job.name, performance.now() + delayMs);
    // A request that nudges a job isn't what the job works for.
    timers.set(job.name, outsideRequests(() => setTimeout(() => launch(job), delayMs)).unref());
  }

  function launch(job: Job): void {
    if (running.has(job.name)) {
      again.add(job.name);
      return;
    }
    dueAt.set(job.name, performance.now() + job.everyMs);
    const work = (async () => {
      let more: boolean | void = false;
      try {
        more = await job.run();
        runs.add({ job: job.name, outcome: "done" });
      } catch (error) {
        runs.add({ job: job.name, outcome: "failed" });
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
