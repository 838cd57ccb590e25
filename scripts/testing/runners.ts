import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../root.ts";

/** How many tests of one runner came out how. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, by file and title, and how it said so: for the last lines of the run. */
  failures: string[];
  /** Journeys that passed only the second time they were walked. */
  unsteady: string[];
}

/** Which tests to run: parts of file names, and part of a title. */
export interface Selection {
  files: string[];
  title?: string;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; assertionResults: VitestResult[] }[];
}

interface VitestResult {
  status: string;
  fullName: string;
  failureMessages?: string[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: PlaywrightSpec[];
}

interface PlaywrightSpec {
  file: string;
  line: number;
  title: string;
  tests: { status: string; results: { error?: { message?: string } }[] }[];
}

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** How much of a failure's words the last lines of the run repeat. */
const mostLines = 30;

const reports = join(root, ".cache", "tests");

/** Runs the unit and service tests. */
export async function runVitest({ files: filters, title }: Selection): Promise<Tally> {
  const report = freshReport("vitest.json");
  const args = ["run", "--passWithNoTests", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run("node_modules/vitest/vitest.mjs", [...args, ...(title ? ["-t", title] : []), ...filters]);
  const result = readReport(report) as VitestReport | undefined;
  const files = result?.testResults ?? [];
  // A file that does not even load has no tests to fail.
  const broken = files.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const failed = files.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => `${relative(root, file.name)} › ${test.fullName}${saying(test.failureMessages?.[0])}`),
  );
  return tally(code, {
    passed: result?.numPassedTests ?? 0,
    failed: (result?.numFailedTests ?? 0) + broken.length,
    skipped: (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0),
    failures: [...failed, ...broken.map((file) => `${relative(root, file.name)} does not load`)],
    unsteady: [],
  });
}

/** Runs the journeys in a real browser. */
export async function runPlaywright({ files, title }: Selection, chromiumPath: string): Promise<Tally> {
  const report = freshReport("playwright.json");
  const args = ["test", "--pass-with-no-tests", "--reporter=list,json", ...(title ? ["-g", title] : []), ...files];
  const code = await run("node_modules/@playwright/test/cli.js", args, {
    CHROMIUM_PATH: chromiumPath,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const result = readReport(report) as PlaywrightReport | undefined;
  const stats = result?.stats;
  const specs = (result?.suites ?? []).flatMap(specsOf);
  return tally(code, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
    failures: specs.flatMap((spec) => told(spec, "unexpected")),
    unsteady: specs.flatMap((spec) => told(spec, "flaky")),
  });
}

function specsOf({ suites = [], specs = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** A journey that came out so, and what it said the first time. */
function told({ file, line, title, tests }: PlaywrightSpec, status: string): string[] {
  return tests
    .filter((test) => test.status === status)
    .map(({ results }) => `${file}:${line} › ${title}${saying(results.find(({ error }) => error)?.error?.message)}`);
}

/** The beginning of a failure's own words, under its name. */
function saying(message = ""): string {
  const lines = stripVTControlCharacters(message).split("\n");
  const ours = lines.filter(
    (line) => line.trim() !== "" && !line.includes("/node_modules/") && !line.includes("at new Promise"),
  );
  return ours
    .slice(0, mostLines)
    .map((line) => `\n    ${line.slice(0, 1500)}`)
    .join("");
}

/** A runner that fails without a failed test (an error outside of any) counts as one failure. */
function tally(code: number, counted: Tally): Tally {
  if (code === 0 || counted.failed > 0) return counted;
  return { ...counted, failed: 1, failures: ["A runner ended without a failed test: see what it said above"] };
}

async function run(script: string, args: string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: "inherit",
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}

function freshReport(name: string) {
  mkdirSync(reports, { recursive: true });
  const path = join(reports, name);
  rmSync(path, { force: true });
  return path;
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // The runner ended before it could write one.
    return undefined;
  }
}
