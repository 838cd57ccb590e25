import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "./cpu.ts";
import type { TimedTest } from "./outcome.ts";

/** The CPU budget of each test folder, in runs of the calibration loop. */
export type Budgets = Record<string, number>;

/** How far a folder may exceed its budget before the run fails: a change adds tests or removes others. */
export const tolerance = 1.5;

/** Below this, a measurement is mostly noise, because whatever runs first warms up the rest: no budget is smaller. */
const least = 150;

/** PostgreSQL, compiling and starting: what can't be assigned to a test file. */
export const shared = "(databases and start)";
export const journeys = "tests/journeys";

/** What one test file used, as its worker recorded it. */
export interface CpuNote {
  file: string;
  cpuMs: number;
  /**
   * For a file that does only a share of its work in each run: how many shares, and the share's name in the budgets.
   */
  shares?: { name: string; count: number };
}

/** The folder that a file counts toward: `tests/orders`, `src`. */
export function folderOf(file: string): string {
  const [top = "", next = ""] = file.split("/");
  return top === "tests" && file.split("/").length > 2 ? `tests/${next}` : top;
}

/** Reads what the workers recorded. */
export function readNotes(folder: string): CpuNote[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as CpuNote);
}

/**
 * Loop runs that each folder used.
 *
 * @param vitestMs CPU of the whole vitest run: whatever no note covers is shared
 */
export function addUp(notes: CpuNote[], vitestMs: number, journeysMs: number, loopMs: number): Budgets {
  const used: Budgets = {};
  let noted = 0;
  for (const { file, cpuMs, shares } of notes) {
    const [name, ms] = shares ? [shares.name, cpuMs / shares.count] : [folderOf(file), cpuMs];
    used[name] = (used[name] ?? 0) + ms / loopMs;
    noted += cpuMs;
  }
  used[shared] = Math.max(0, vitestMs - noted) / loopMs;
  if (journeysMs > 0) used[journeys] = journeysMs / loopMs;
  return used;
}

/**
 * How many times its budget the middle folder used. The loop doesn't notice a neighbor that slows memory and disks, but
 * then all folders cost more at once: above `tolerance` that is the machine, and says nothing about a folder.
 */
export function paceOf(used: Budgets, budgets: Budgets): number {
  const ratios = Object.entries(used).flatMap(([folder, turns]) => {
    const budget = budgets[folder] ?? 0;
    return budget > least ? [turns / budget] : [];
  });
  return ratios.length === 0 ? 1 : median(ratios);
}

/** Reports every folder over its limit: what it used, and its slowest tests. */
export function judgeBudgets(used: Budgets, budgets: Budgets, timed: TimedTest[]): string[] {
  return Object.entries(used).flatMap(([folder, turns]) => {
    const budget = budgets[folder];
    if (budget === undefined && turns <= least) return [];
    if (budget !== undefined && turns <= Math.max(budget, least) * tolerance) return [];
    const slowest = timed
      .filter(
        ({ file }) => folderOf(file) === folder || (folder.includes(",") && file.startsWith(folder.split(",")[0]!)),
      )
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 5)
      .map(({ file, title, ms }) => `\n    ${(ms / 1000).toFixed(1)} s ${file} › ${title}`);
    const message =
      budget === undefined
        ? "has no budget"
        : `used ${(turns / budget).toFixed(1)} times its budget of ${budget} units (${tolerance} is the limit)`;
    return [`${folder} ${message}, ${Math.round(turns)} units. Its slowest tests:${slowest.join("")}`];
  });
}

export const readBudgets = (path: string): Budgets => JSON.parse(readFileSync(path, "utf8")) as Budgets;

/** Saves what this run used as the new budgets. */
export function writeBudgets(path: string, used: Budgets): void {
  const sorted = Object.entries(used)
    .map(([folder, turns]) => [folder, Math.max(least, Math.ceil(turns))] as const)
    .toSorted(([a], [b]) => a.localeCompare(b));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
