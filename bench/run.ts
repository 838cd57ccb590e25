import "../scripts/plain-failures.ts";
import { printCalibrationAfter } from "./kit/calibration.ts";
import { benchmarks } from "./kit/list.ts";

/** `npm run bench -- NAME [options]`: runs one benchmark; each prints ratios against a limit measured in the same run. */
const [name = "", ...options] = process.argv.slice(2);
if (name === "help" || name === "--help") {
  console.log("npm run bench -- NAME [--option value …]; docs/benchmarks.md explains the figures\n");
  for (const [known, measures] of Object.entries(benchmarks)) console.log(`  ${known.padEnd(14)} ${measures}`);
  process.exit();
}
if (!Object.hasOwn(benchmarks, name)) {
  console.error(`Name a benchmark: ${Object.keys(benchmarks).join(", ")}`);
  process.exit(2);
}
// Servers and databases that it started end with it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));
const { run } = (await import(`./${name}.ts`)) as { run: (options: string[]) => Promise<void> };
try {
  await run(options);
} finally {
  printCalibrationAfter();
}
// A benchmark whose figures are wrong has set the code.
process.exit();
