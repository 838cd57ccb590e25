import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { buildWebIfStale } from "./build.ts";
import { describeParts, hashTree, listParts, readRuns, recordRun, type Part } from "./full-faults/parts.ts";
import { root } from "./root.ts";
import { findOrInstallPgbouncer } from "./testing/pgbouncer.ts";

// `npm run faults [-- PART OF A TITLE]`: the fault injection tests of tests/faults, with progress.
// `npm run faults -- --full [PART …]`: their long form, one part after another; `-- --list` lists the parts.
// `npm run faults -- --full TITLE`: the long form of the tests with this in their title.

const args = process.argv.slice(2);
const words = args.filter((argument) => argument !== "--full" && argument !== "--list");
const unknown = words.find((argument) => argument.startsWith("-"));
if (unknown !== undefined) {
  console.error(`Unknown option ${unknown}. Use --full, --list, names of parts or part of a test's title.`);
  process.exit(1);
}
const isFull = args.includes("--full");
const parts = listParts();
if (args.includes("--list")) {
  printParts();
  process.exit(0);
}
buildWebIfStale();
const pgbouncer = isFull ? findOrInstallPgbouncer() : undefined;
if (pgbouncer && "path" in pgbouncer) process.env.PGBOUNCER_PATH = pgbouncer.path;

const startedAt = Date.now();
const requestedParts = parts.filter(({ name }) => words.includes(name));
const isByPart = isFull && requestedParts.length === words.length;
const code = isByPart ? await runParts(words.length === 0 ? parts : requestedParts) : await runByTitle(words.join(" "));
const minutes = minutesSince(startedAt).toFixed(1);
console.log(
  code === 0 ? `No violations (${minutes} minutes).` : `Not everything passed. See above (${minutes} minutes).`,
);
process.exit(code);

function printParts(): void {
  console.log(describeParts(parts, readRuns(), hashTree()).join("\n"));
}

function minutesSince(time: number): number {
  return (Date.now() - time) / 60_000;
}

/** Runs parts one after another and records each. @returns 0 if all passed */
async function runParts(chosen: Part[]): Promise<number> {
  let failed = 0;
  for (const part of chosen) {
    console.log(`\n${part.name}`);
    const tree = hashTree();
    const from = Date.now();
    const { exitCode, hasRunAny } = await runTests(part);
    const passed = exitCode === 0 && hasRunAny;
    if (!passed) failed = exitCode || 1;
    // An edit during the run leaves open which tree passed.
    const green = passed && hashTree() === tree;
    recordRun(part.name, { minutes: minutesSince(from), ...(green ? { green: tree } : {}) });
  }
  printParts();
  return failed;
}

/** Runs the tests with this in their title, or all if it's empty. @returns 0 if all passed */
async function runByTitle(title: string): Promise<number> {
  const runs = [["tests/faults", "testing/fault-proxy"], ...(isFull ? [["--project=pooler"]] : [])];
  let anyRan = false;
  let failed = 0;
  for (const selection of runs) {
    const { exitCode, hasRunAny } = await runTests({ selection, ...(title === "" ? {} : { title }) });
    anyRan ||= hasRunAny;
    failed = exitCode || failed;
  }
  if (failed === 0 && !anyRan) {
    console.error(`No test has “${title}” in its title, and no part has this name. -- --list lists the parts.`);
    process.exit(1);
  }
  return failed;
}

/** @returns the runner's exit code, and whether any test ran */
async function runTests({ selection, title, environment }: Omit<Part, "name">) {
  const runner = spawn(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      ...selection,
      "--passWithNoTests",
      "--reporter=verbose",
      "--disable-console-intercept",
      ...(title === undefined ? [] : ["-t", title]),
    ],
    {
      cwd: root,
      stdio: ["inherit", "pipe", "inherit"],
      env: {
        ...process.env,
        ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
        FAULTS_PROGRESS: "1",
        ...(isFull ? { TEST_FULL: "1" } : {}),
        ...environment,
      },
    },
  );
  let hasRunAny = false;
  runner.stdout.setEncoding("utf8").on("data", (text: string) => {
    process.stdout.write(text);
    hasRunAny ||= /✓|×/.test(text);
  });
  const [exitCode] = (await once(runner, "close")) as [number | null];
  return { exitCode: exitCode ?? 1, hasRunAny };
}
