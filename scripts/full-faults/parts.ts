import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashFiles } from "../fingerprint.ts";
import { root } from "../root.ts";
import { listPaths } from "../structure/source-file.ts";
import { listFlowFiles } from "../../tests/faults/choice/tree.ts";

/** A named part of the long form of the fault tests, short enough to run by itself. */
export interface Part {
  name: string;
  /** What vitest runs: files, or a project. */
  selection: string[];
  /** Only tests with this in their title, a regular expression. */
  title?: string;
  environment?: Record<string, string>;
}

/** How a part last ended on this machine. */
export interface LastRun {
  minutes: number;
  /** Hash of the tree that it passed on, if it passed. */
  green?: string;
}

/** This test takes more than half of its file's time. */
const month = "hours of random trading";

/** Every part: the flows of each file, each other file of tests, and the tests through a pooler. */
export function listParts(): Part[] {
  const files = readdirSync(join(root, "tests/faults")).filter(
    (name) => name.endsWith(".test.ts") && name !== "crash.test.ts" && name !== "trading.test.ts",
  );
  return [
    ...listFlowFiles().map((name) => ({
      name: `crash-${name}`,
      selection: ["tests/faults/crash.test.ts"],
      environment: { FAULTS_CRASH_FILE: name },
    })),
    ...files.map((file) => ({ name: file.replace(".test.ts", ""), selection: [`tests/faults/${file}`] })),
    { name: "trading", selection: ["tests/faults/trading.test.ts"], title: `^(?!.*${month})` },
    { name: "trading-month", selection: ["tests/faults/trading.test.ts"], title: month },
    { name: "fault-proxy", selection: ["testing/fault-proxy.test.ts"] },
    { name: "pooler", selection: ["--project=pooler"] },
  ];
}

/** Written by the runs themselves. */
const written = "tests/faults/choice/passed.jsonl";

/** Hash of every file that is, or is about to be, under version control. */
export const hashTree = (): string => hashFiles(listPaths().filter((name) => name !== written));

const runsFile = join(root, ".cache", "full-faults.json");

/** The last run of each part on this machine, by its name. */
export function readRuns(): Record<string, LastRun> {
  return existsSync(runsFile) ? (JSON.parse(readFileSync(runsFile, "utf8")) as Record<string, LastRun>) : {};
}

/** Replaces a part's last run. */
export function recordRun(name: string, run: LastRun): void {
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(runsFile, JSON.stringify({ ...readRuns(), [name]: run }, undefined, 2));
}

/** One line a part: whether it is green for this tree, and how long it took last. */
export function describeParts(parts: Pick<Part, "name">[], runs: Record<string, LastRun>, tree: string): string[] {
  const width = Math.max(...parts.map(({ name }) => name.length));
  const green = parts.filter(({ name }) => runs[name]?.green === tree).length;
  return [
    ...parts.map(({ name }) => {
      const run = runs[name];
      const status = run?.green === tree ? "green    " : "not green";
      return `${name.padEnd(width)}  ${status}  ${run === undefined ? "never run here" : `${run.minutes.toFixed(1)} minutes`}`;
    }),
    `${green} of ${parts.length} parts are green for this tree.`,
  ];
}
