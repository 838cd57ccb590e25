import type { ProcessTimes } from "./process-tree.ts";

/** CPU time in hundredths of a second, by cause. */
export type CpuByCause = Map<string, number>;

/** The first pattern that matches a command line names its cause; a process that matches none has its parent's cause. */
const causes: [cause: string, pattern: RegExp][] = [
  ["PgBouncer, Redis, ffmpeg", /pgbouncer|redis-server|\bffmpeg\b/],
  ["PostgreSQL", /\bpostgres(:| |$)|\binitdb\b|\/bin\/postgres/],
  ["browsers", /chromium|chrome_crashpad/],
  [
    "servers that tests start",
    /\bbundle-[0-9a-f]+\.mjs|testing\/serve\.ts|run-main\.ts|scripts\/start\.ts|server\/main\.ts/,
  ],
  ["journeys' own processes", /@?playwright/],
  ["types, lint, format", /\btsc\b|oxlint|oxfmt|tsgolint/],
  ["web build", /vite build|scripts\/build/],
  ["vitest and its workers", /vitest/],
  ["installs", /\bnpm (ci|install)\b|npm-cli\.js ci|apt-get|dpkg/],
];

/**
 * Adds up what a tree of processes uses, sample by sample. What a process used after its last sample is known from its
 * parent, to which Linux adds it when the process ends; so nothing is counted twice, and nothing short-lived is lost.
 */
export class CpuLedger {
  readonly used: CpuByCause = new Map();
  #last = new Map<number, ProcessTimes & { cause: string }>();

  /** Takes one sample of all descendants. */
  add(sample: Map<number, ProcessTimes>): void {
    const now = new Map<number, ProcessTimes & { cause: string }>();
    const causeOf = (pid: number): string => {
      const known = now.get(pid)?.cause;
      if (known !== undefined) return known;
      const process = sample.get(pid);
      if (process === undefined) return "other";
      const cause = causes.find(([, pattern]) => pattern.test(process.command))?.[0] ?? causeOf(process.parent);
      now.set(pid, { ...process, cause });
      return cause;
    };
    for (const pid of sample.keys()) causeOf(pid);
    for (const [pid, process] of now) {
      const before = this.#last.get(pid);
      this.#charge(process.cause, process.ownTime - (before?.ownTime ?? 0));
      this.#chargeEnded(process, before, now);
    }
    this.#last = now;
  }

  /** Charges what children used after their last sample, and children that no sample saw. */
  #chargeEnded(
    process: ProcessTimes & { cause: string },
    before: ProcessTimes | undefined,
    now: Map<number, ProcessTimes>,
  ): void {
    const ended = process.ended - (before?.ended ?? 0);
    if (ended <= 0) return;
    const gone = this.#goneChildren(process.pid, now);
    const charged = gone.reduce((sum, child) => sum + this.#chargedTo(child, now), 0);
    this.#charge(gone.at(-1)?.cause ?? process.cause, ended - charged);
  }

  #goneChildren(pid: number, now: Map<number, ProcessTimes>) {
    return [...this.#last.values()].filter((child) => child.parent === pid && !now.has(child.pid));
  }

  /** What an ended process and those that ended with it have been charged already. */
  #chargedTo(process: ProcessTimes, now: Map<number, ProcessTimes>): number {
    const below = this.#goneChildren(process.pid, now).reduce((sum, child) => sum + this.#chargedTo(child, now), 0);
    return process.ownTime + process.ended + below;
  }

  #charge(cause: string, ticks: number): void {
    if (ticks > 0) this.used.set(cause, (this.used.get(cause) ?? 0) + ticks);
  }
}
