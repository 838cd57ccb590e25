import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../root.ts";
import type { Failure, Outcome } from "./outcome.ts";
import { mayRetry } from "./second-try.ts";

/** Which tests to run: parts of file names, and part of a title. */
export interface Selection {
  files: string[];
  title?: string | undefined;
}

interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    startTime: number;
    endTime: number;
    assertionResults: VitestResult[];
  }[];
}

interface VitestResult {
  status: string;
  fullName: string;
  failureMessages?: string[] | null;
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: PlaywrightSpec[];
}

interface PlaywrightSpec {
  file: string;
  title: string;
  tests: { status: string; results: { duration: number; errors?: { message?: string }[] }[] }[];
}

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors?: { message?: string }[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Folder for the runners' reports and for what `npm test` remembers of its last run. */
export const reports = join(root, ".cache", "tests");

/** Runs the unit, service and component tests. */
export async function runVitest(selection: Selection, more: string[] = []): Promise<Outcome> {
  const report = freshReport("vitest.json");
  const { files, title } = selection;
  const args = ["run", "--passWithNoTests", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run("node_modules/vitest/vitest.mjs", [
    ...args,
    ...more,
    ...(title ? ["-t", title] : []),
    ...files,
  ]);
  return readVitest(readReport(report) as VitestReport | undefined, code);
}

/** Reads vitest's report: a test that passed and has messages failed at its first try. */
export function readVitest(report: VitestReport | undefined, code: number): Outcome {
  const ran = (report?.testResults ?? []).map((file) => ({ ...file, file: relative(root, file.name) }));
  const failures = ran.flatMap(({ file, status, message = "", assertionResults }): Failure[] => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    // A file that doesn't load, or whose first hook fails, has no test to fail.
    if (status === "failed" && failed.length === 0) return [{ file, title: undefined, message }];
    return failed.map((test) => ({ file, title: test.fullName, message: test.failureMessages?.[0] ?? "" }));
  });
  const unsteady = ran.flatMap(({ file, assertionResults }) =>
    assertionResults.flatMap(({ status, fullName, failureMessages }): Failure[] => {
      const message = failureMessages?.[0];
      return status === "passed" && message !== undefined ? [{ file, title: fullName, message }] : [];
    }),
  );
  return {
    passed: report?.numPassedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    failures,
    unsteady,
    fileMs: addUp(ran.map(({ file, startTime, endTime }) => [file, endTime - startTime])),
    broken: code !== 0 && failures.length === 0,
  };
}

/** Runs the journeys in a real browser. */
export async function runPlaywright({ files, title }: Selection, chromiumPath: string): Promise<Outcome> {
  const report = freshReport("playwright.json");
  const args = ["test", "--pass-with-no-tests", "--reporter=list,json", ...(title ? ["-g", title] : [])];
  const code = await run("node_modules/@playwright/test/cli.js", [...args, ...files], {
    CHROMIUM_PATH: chromiumPath,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  return readPlaywright(readReport(report) as PlaywrightReport | undefined, code);
}

/** Reads Playwright's report. Playwright retries every journey, so a journey that gets one try fails here. */
export function readPlaywright(report: PlaywrightReport | undefined, code: number): Outcome {
  const ran = (report?.suites ?? []).flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      file: `tests/journeys/${file}`,
      title,
      status,
      message: results.flatMap(({ errors = [] }) => errors.map(({ message }) => message ?? "")).join("\n"),
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  );
  const failures: Failure[] = [];
  const unsteady: Failure[] = [];
  for (const { file, title, message, status } of ran) {
    const failure = { file, title, message };
    if (status === "flaky" && mayRetry(failure)) unsteady.push(failure);
    else if (status === "flaky" || status === "unexpected") failures.push(failure);
  }
  return {
    passed: (report?.stats.expected ?? 0) + unsteady.length,
    skipped: report?.stats.skipped ?? 0,
    failures,
    unsteady,
    fileMs: addUp(ran.map(({ file, ms }) => [file, ms])),
    broken: code !== 0 && failures.length === 0,
  };
}

function addUp(times: [file: string, ms: number][]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [file, ms] of times) sums.set(file, (sums.get(file) ?? 0) + ms);
  return sums;
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): PlaywrightSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

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
