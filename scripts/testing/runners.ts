import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

/** How many tests of one runner came out how. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
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
  testResults: { status: string; assertionResults: unknown[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

const reports = join(root, ".cache", "tests");

/** Runs the unit and service tests. */
export async function runVitest({ files, title }: Selection): Promise<Tally> {
  const report = freshReport("vitest.json");
  const args = ["run", "--passWithNoTests", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run("node_modules/vitest/vitest.mjs", [...args, ...(title ? ["-t", title] : []), ...files]);
  const result = readReport(report) as VitestReport | undefined;
  // A file that does not even load has no tests to fail.
  const brokenFiles =
    result?.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length ?? 0;
  return tally(code, {
    passed: result?.numPassedTests ?? 0,
    failed: (result?.numFailedTests ?? 0) + brokenFiles,
    skipped: (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0),
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
  const stats = (readReport(report) as PlaywrightReport | undefined)?.stats;
  return tally(code, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  });
}

/** A runner that fails without a failed test (an error outside of any) counts as one failure. */
function tally(code: number, counted: Tally): Tally {
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
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
