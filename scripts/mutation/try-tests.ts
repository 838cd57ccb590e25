import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

/** The outcome of the tests: all passed, one failed, or the run itself broke. */
export type Result = { kind: "passed" } | { kind: "failed"; by: string } | { kind: "broken"; why: string };

interface VitestReport {
  numTotalTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { file: string; title: string; tests: { status: string }[] }[];
}

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  stats: { expected: number; unexpected: number };
}

/** Runs unit and service tests in a folder until the first one fails. */
export async function tryVitest(folder: string, filters: string[]): Promise<Result> {
  const report = join(folder, "vitest-report.json");
  rmSync(report, { force: true });
  const args = ["run", "--bail=1", "--retry=0", "--reporter=json", `--outputFile.json=${report}`, ...filters];
  const { code, output } = await run(folder, "node_modules/vitest/vitest.mjs", args);
  const read = readJson(report) as VitestReport | undefined;
  const failed = read?.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => `${relative(folder, name)} › ${fullName}`),
  );
  return classify(code, failed?.[0], read?.numTotalTests ?? 0, output);
}

/** Runs browser journeys in a folder until the first one fails. */
export async function tryJourneys(folder: string, filters: string[], chromiumPath: string): Promise<Result> {
  const report = join(folder, "playwright-report.json");
  rmSync(report, { force: true });
  const args = ["test", "-x", "--retries=0", "--reporter=json", ...filters];
  const { code, output } = await run(folder, "node_modules/@playwright/test/cli.js", args, {
    CI: "",
    CHROMIUM_PATH: chromiumPath,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const read = readJson(report) as PlaywrightReport | undefined;
  const failed = (read?.suites ?? []).flatMap(specsOf).find(({ tests }) => tests.some(isUnexpected));
  const count = (read?.stats.expected ?? 0) + (read?.stats.unexpected ?? 0);
  return classify(code, failed && `${failed.file} › ${failed.title}`, count, output);
}

/** Builds the web app of a folder; returns the build's output if it fails. */
export async function tryBuild(folder: string): Promise<string | undefined> {
  const { code, output } = await run(folder, "scripts/build.ts", [], { NODE_ENV: "production" });
  return code === 0 ? undefined : lastLine(output);
}

const isUnexpected = ({ status }: { status: string }) => status === "unexpected";

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite["specs"]> => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** A run that fails without a failed test proves nothing, and neither does one without tests. */
function classify(code: number, by: string | undefined, count: number, output: string): Result {
  if (code !== 0 && by !== undefined) return { kind: "failed", by };
  if (code === 0 && count > 0) return { kind: "passed" };
  return { kind: "broken", why: code === 0 ? "no test matches" : lastLine(output) };
}

const lastLine = (output: string) => output.trim().split("\n").at(-1)?.slice(0, 300) ?? "";

async function run(folder: string, script: string, args: string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(folder, script), ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Ctrl-C reaches the runner by itself.
  const stop = () => child.kill("SIGTERM");
  process.once("SIGTERM", stop);
  let output = "";
  const append = (text: string) => (output = (output + text).slice(-20_000));
  child.stdout.setEncoding("utf8").on("data", append);
  child.stderr.setEncoding("utf8").on("data", append);
  const [code] = (await once(child, "close")) as [number | null];
  process.off("SIGTERM", stop);
  return { code: code ?? 1, output };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // The runner ended before it could write one.
    return undefined;
  }
}
