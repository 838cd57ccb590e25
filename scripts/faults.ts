import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { buildWebIfStale } from "./build.ts";
import { root } from "./root.ts";
import { findOrInstallPgbouncer } from "./testing/pgbouncer.ts";

// `npm run faults [-- --full] [-- PART OF A TITLE]`: the fault injection tests of tests/faults, with progress. The
// short form also runs in `npm test`; --full crashes every step on both sides, kills a thousand times, trades for a
// month, and runs the tests of purchases, the door and accounts through a connection pooler.

const args = process.argv.slice(2).filter((argument) => argument !== "--");
const title = args.filter((argument) => argument !== "--full").join(" ");
const unknown = args.find((argument) => argument.startsWith("-") && argument !== "--full");
if (unknown !== undefined) {
  console.error(`Unknown option ${unknown}. Use --full or part of a test's title.`);
  process.exit(1);
}
buildWebIfStale();
const startedAt = Date.now();
const isFull = args.includes("--full");
const pgbouncer = isFull ? findOrInstallPgbouncer() : undefined;
if (pgbouncer && "path" in pgbouncer) process.env.PGBOUNCER_PATH = pgbouncer.path;

const runs = [["tests/faults", "testing/fault-proxy"], ...(isFull ? [["--project=pooler"]] : [])];
let hasRunAny = false;
let code = 0;
for (const selection of runs) code = (await runTests(selection)) || code;

const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
if (code === 0 && !hasRunAny) {
  console.error(`No test has “${title}” in its title.`);
  process.exit(1);
}
console.log(
  code === 0 ? `No violations (${minutes} minutes).` : `There were violations. See above (${minutes} minutes).`,
);
process.exit(code);

/** @returns the runner's exit code */
async function runTests(selection: string[]): Promise<number> {
  const runner = spawn(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      ...selection,
      "--passWithNoTests",
      "--reporter=verbose",
      "--disable-console-intercept",
      ...(title === "" ? [] : ["-t", title]),
    ],
    {
      cwd: root,
      stdio: ["inherit", "pipe", "inherit"],
      env: {
        ...process.env,
        ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
        FAULTS_PROGRESS: "1",
        ...(isFull ? { TEST_FULL: "1" } : {}),
      },
    },
  );
  runner.stdout.setEncoding("utf8").on("data", (text: string) => {
    process.stdout.write(text);
    hasRunAny ||= /✓|×/.test(text);
  });
  const [exitCode] = (await once(runner, "close")) as [number | null];
  return exitCode ?? 1;
}
