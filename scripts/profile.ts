import { spawn } from "node:child_process";
import { once } from "node:events";
import { CpuLedger } from "./profiling/cpu-by-cause.ts";
import { descendants, readProcesses } from "./profiling/process-tree.ts";
import { calibrate, childrenCpuMs, median } from "./testing/cpu.ts";

// `npm run profile -- COMMAND …`: runs a command and prints the CPU time of all its processes by cause, in seconds and in
// units (runs of a loop that is measured before and after it), so that runs on different machines compare.
// For example `npm run profile -- npm test`. Linux only.

const [command, ...args] = process.argv.slice(2);
if (command === undefined || childrenCpuMs() === undefined) {
  console.error(command === undefined ? "Name a command: npm run profile -- npm test" : "This needs Linux.");
  process.exit(1);
}

const sampleMs = 250;
const loops = [calibrate()];
const startedAt = performance.now();
const ledger = new CpuLedger();
const child = spawn(command, args, { stdio: "inherit" });
const sample = () => ledger.add(descendants(readProcesses(), process.pid));
const timer = setInterval(sample, sampleMs);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
const [code] = (await once(child, "exit")) as [number | null];
clearInterval(timer);
sample();
const wallSeconds = (performance.now() - startedAt) / 1000;
loops.push(calibrate());

const unitMs = median(loops);
const rows = [...ledger.used].map(([cause, ticks]) => [cause, ticks * 10] as const).toSorted((a, b) => b[1] - a[1]);
const known = rows.reduce((sum, [, ms]) => sum + ms, 0);
// A process that nobody waited for, such as a tab that was closed with its browser, is known only from samples.
const totalMs = Math.max(known, childrenCpuMs() ?? 0);
console.log("\nCPU by cause              seconds   units  share");
for (const [cause, ms] of rows) printRow(cause, ms);
if (totalMs > known) printRow("not seen by a sample", totalMs - known);
printRow("all", totalMs);
console.log(
  `${(wallSeconds / 60).toFixed(1)} minutes; ${((100 * totalMs) / (wallSeconds * 1000)).toFixed(0)} % of one core; one unit is ${unitMs.toFixed(1)} ms`,
);
process.exit(code ?? 1);

function printRow(cause: string, ms: number): void {
  const figures = [(ms / 1000).toFixed(0), (ms / unitMs).toFixed(0), `${((100 * ms) / totalMs).toFixed(1)}%`];
  console.log(`${cause.padEnd(24)} ${figures[0]!.padStart(8)} ${figures[1]!.padStart(7)} ${figures[2]!.padStart(6)}`);
}
