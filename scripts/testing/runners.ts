import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../root.ts";
import type { Failure, Outcome, TimedTest } from "./outcome.ts";

/** Which tests to run: parts of file names, and part of a title. */
export interface Selection {
  files: string[];
  title?: string | undefined;
}

interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; message?: string; assertionResults: VitestResult[] }[];
}

interface VitestResult {
  status: string;
  fullName: string;
  duration?: number | null;
  failureMessages?: string[] | null;
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: PlaywrightSpec[];
}

interface PlaywrightSpec {
  file: string;
  title: string;
  tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[];
}

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors?: { message?: string }[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Folder for the runners' reports and the workers' CPU notes. */
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
  const result = readReport(report) as VitestReport | undefined;
  const ran = (result?.testResults ?? []).map((file) => ({ ...file, file: relative(root, file.name) }));
  const failures = ran.flatMap(({ file, status, message = "", assertionResults }): Failure[] => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    // A file that doesn't load, or whose first hook fails, has no test to fail.
    if (status === "failed" && failed.length === 0) return [{ runner: "vitest", file, title: undefined, message }];
    return failed.map((test) => ({
      runner: "vitest",
      file,
      title: test.fullName,
      message: test.failureMessages?.[0] ?? "",
    }));
  });
  return {
    passed: result?.numPassedTests ?? 0,
    skipped: (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0),
    failures,
    timed: ran.flatMap(({ file, assertionResults }) =>
      assertionResults.map((test): TimedTest => ({ file, title: test.fullName, ms: test.duration ?? 0 })),
    ),
    broken: code !== 0 && failures.length === 0,
  };
}

/** Runs the journeys in a real browser. */
export async function runPlaywright(
  { files, title }: Selection,
  chromiumPath: string,
  more: string[] = [],
): Promise<Outcome> {
  const report = freshReport("playwright.json");
  const args = ["test", "--pass-with-no-tests", "--reporter=list,json", ...more, ...(title ? ["-g", title] : [])];
  const code = await run("node_modules/@playwright/test/cli.js", [...args, ...files], {
    CHROMIUM_PATH: chromiumPath,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const result = readReport(report) as PlaywrightReport | undefined;
  const stats = result?.stats;
  const ran = (result?.suites ?? [])
    .flatMap(specsOf)
    .flatMap(({ file, title: name, tests }) =>
      tests.map(({ status, results }) => ({ file: `tests/journeys/${file}`, title: name, status, results })),
    );
  const failures = ran
    .filter(({ status }) => status === "unexpected")
    .map(({ file, title: name, results }): Failure => {
      const message = results.find(({ error }) => error)?.error?.message ?? "";
      return { runner: "playwright", file, title: name, message };
    });
  return {
    passed: stats?.expected ?? 0,
    skipped: stats?.skipped ?? 0,
    failures,
    timed: ran.map(({ file, title: name, results }) => ({ file, title: name, ms: results.at(-1)?.duration ?? 0 })),
    broken: code !== 0 && failures.length === 0,
  };
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): PlaywrightSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Runs one failed test again, alone, and reports whether it passes then. */
export async function runAlone({ runner, file, title }: Failure, chromiumPath: string): Promise<boolean> {
  const selection = { files: [file], title: title && `${literally(title)}$` };
  const { passed, failures, broken } =
    runner === "vitest"
      ? await runVitest(selection)
      : await runPlaywright(selection, chromiumPath, ["--trace=retain-on-failure"]);
  return passed > 0 && failures.length === 0 && !broken;
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
