import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reports } from "./runners.ts";

/** What `npm test` remembers of a whole run on this machine. */
export interface RunRecord {
  /** ISO 8601. */
  startedAt: string;
  seconds: number;
  /** Milliseconds that a fixed piece of work took: how fast the machine was. */
  unitMs: number;
  fileMs: Record<string, number>;
  /** Names of failed tests. */
  failed: string[];
  /** Names of unsteady tests. */
  unsteady: string[];
}

const recordFile = join(reports, "last-run.json");
const maxLines = 10;

/** A file's time is worth a line if it changed by this many milliseconds and by this factor. */
const least = { ms: 5000, factor: 1.5 };

/** The ten files whose tests took longest, one line each. */
export const slowestFiles = (fileMs: Record<string, number>): string[] =>
  Object.entries(fileMs)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxLines)
    .map(([file, ms]) => `${seconds(ms).padStart(8)}  ${file}`);

/** What changed between two whole runs: times, and tests that fail or pass now. One line each, ten of a kind. */
export function compareRuns(now: RunRecord, last: RunRecord): string[] {
  const times = Object.entries(now.fileMs).flatMap(([file, ms]) => {
    const before = last.fileMs[file];
    return before === undefined ? [] : [{ file, before, ms }];
  });
  const byChange = times.toSorted((a, b) => Math.abs(b.ms - b.before) - Math.abs(a.ms - a.before));
  const pick = (title: string, names: string[]) => names.slice(0, maxLines).map((name) => `  ${title}: ${name}`);
  const timesOf = (changed: typeof times) =>
    changed.map(({ file, before, ms }) => `${file} (${seconds(before)} → ${seconds(ms)})`);
  return [
    `The last whole run (${last.startedAt.slice(0, 16).replace("T", " ")} UTC) took ${(last.seconds / 60).toFixed(1)} minutes, and the piece of work ${last.unitMs.toFixed(1)} ms. Since then:`,
    ...pick("slower", timesOf(byChange.filter(({ before, ms }) => isMore(ms, before)))),
    ...pick("faster", timesOf(byChange.filter(({ before, ms }) => isMore(before, ms)))),
    ...pick("fails now", without(now.failed, last.failed)),
    ...pick("fixed or gone", without(last.failed, now.failed)),
    ...pick("unsteady now", without(now.unsteady, last.unsteady)),
    ...pick("new file", without(Object.keys(now.fileMs), Object.keys(last.fileMs))),
  ];
}

const isMore = (ms: number, than: number) => ms - than >= least.ms && ms >= than * least.factor;
const without = (names: string[], others: string[]) => names.filter((name) => !others.includes(name));
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** The last whole run on this machine; undefined if there was none. */
export function readLastRun(): RunRecord | undefined {
  try {
    return JSON.parse(readFileSync(recordFile, "utf8")) as RunRecord;
  } catch {
    return undefined;
  }
}

/** Replaces the record of the last whole run. */
export const writeLastRun = (run: RunRecord): void => writeFileSync(recordFile, `${JSON.stringify(run, null, 2)}\n`);
