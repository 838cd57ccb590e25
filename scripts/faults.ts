import { spawn } from "node:child_process";
import { join } from "node:path";
import { buildWebIfStale } from "./build.ts";
import { root } from "./root.ts";

// `npm run faults [-- --full] [-- PART OF A TITLE]`: the fault injection tests of tests/faults, with progress. The
// short form also runs in `npm test`; --full crashes every step on both sides, kills a thousand times and trades for a
// month.

const args = process.argv.slice(2).filter((argument) => argument !== "--");
const title = args.filter((argument) => argument !== "--full").join(" ");
const unknown = args.find((argument) => argument.startsWith("-") && argument !== "--full");
if (unknown !== undefined) {
  console.error(`Unknown option ${unknown}. Use --full or part of a test's title.`);
  process.exit(1);
}
buildWebIfStale();
const startedAt = Date.now();
const runner = spawn(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "tests/faults",
    "tests/kit/fault-proxy",
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
      ...(args.includes("--full") ? { TEST_FULL: "1" } : {}),
    },
  },
);
let hasRunAny = false;
runner.stdout.setEncoding("utf8").on("data", (text: string) => {
  process.stdout.write(text);
  hasRunAny ||= /✓|×/.test(text);
});
runner.once("close", (code) => {
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  if (code === 0 && !hasRunAny) {
    console.error(`No test has “${title}” in its title.`);
    process.exit(1);
  }
  console.log(
    code === 0 ? `No violations (${minutes} minutes).` : `There were violations. See above (${minutes} minutes).`,
  );
  process.exit(code ?? 1);
});
