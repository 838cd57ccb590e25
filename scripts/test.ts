import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildWebIfStale } from "./build.ts";
import { root } from "./root.ts";
import { findOrInstallChromium, findOrInstallHeadlessShell } from "./testing/chromium.ts";
import { calibrate, childrenCpuMs, median } from "./testing/cpu.ts";
import { addUp, judgeBudgets, paceOf, readBudgets, readNotes, tolerance, writeBudgets } from "./testing/cpu-budgets.ts";
import { findOrInstallFfmpeg } from "./testing/ffmpeg.ts";
import { nameOf, wordsOf, type Outcome } from "./testing/outcome.ts";
import { findOrInstallPgbouncer } from "./testing/pgbouncer.ts";
import { findOrInstallRedis } from "./testing/redis.ts";
import { reports, runAlone, runPlaywright, runVitest, type Selection } from "./testing/runners.ts";
import { mostUnsteady, tryAgain } from "./testing/second-try.ts";

// `npm test [-- --full] [-- -t TITLE] [-- FILE …]`: everything a change must pass besides `npm run check`. --full adds
// the long runs (TEST_FULL=1). A failed test runs once more, alone, if that proves anything; the last lines list failed
// and unsteady tests. A full run is checked against the CPU budgets of its folders; --write-budgets saves its usage as the
// new budgets.

const { selection, full, writing } = readArguments(process.argv.slice(2));
if (full) process.env.TEST_FULL = "1";
const isWhole = !full && selection.files.length === 0 && selection.title === undefined;
const budgetsFile = join(root, "tests", "cpu-budgets.json");
const notes = join(reports, "cpu");
rmSync(notes, { recursive: true, force: true });
process.env.TEST_CPU_NOTES = notes;

// Ctrl-C reaches the runners too: they clean up, and we wait for them.
let interrupted = false;
process.on("SIGINT", () => (interrupted = true));

const notRun: string[] = [];
const chromium = findOrInstallChromium();
const browser = "path" in chromium ? chromium.path : "";
if ("missing" in chromium) notRun.push(`the browser journeys (tests/journeys): ${chromium.missing}`);
const shell = findOrInstallHeadlessShell();
if (shell !== undefined) process.env.HEADLESS_SHELL_PATH = shell;
const pgbouncer = findOrInstallPgbouncer();
if ("path" in pgbouncer) process.env.PGBOUNCER_PATH = pgbouncer.path;
else notRun.push(`the tests through a connection pooler: ${pgbouncer.missing}`);
const without = "path" in pgbouncer ? [] : ["--project=!pooler", "--exclude=tests/platform/pooler.test.ts"];
const redis = findOrInstallRedis();
if ("path" in redis) process.env.REDIS_SERVER_PATH = redis.path;
else {
  notRun.push(`the tests of wake-ups by Redis: ${redis.missing}`);
  without.push("--exclude=tests/**/redis*.test.ts");
}
const ffmpeg = findOrInstallFfmpeg();
if ("path" in ffmpeg) process.env.FFMPEG_PATH = ffmpeg.path;
else {
  notRun.push(`the pushes of real streams: ${ffmpeg.missing}`);
  without.push("--exclude=tests/streams/real-push.test.ts");
}
buildWebIfStale();

const startedAt = Date.now();
const loops = [calibrate()];
const [vitest, vitestMs] = await measured(() => runVitest(selection, without));
loops.push(calibrate());
const nothing: Outcome = { passed: 0, skipped: 0, failures: [], timed: [], broken: false };
const [playwright, journeysMs] =
  browser === "" || interrupted ? [nothing, 0] : await measured(() => runPlaywright(selection, browser));
loops.push(calibrate());

if (interrupted) {
  console.log("Interrupted.");
  process.exit(130);
}
const outcomes = [vitest, playwright];
const found = outcomes.flatMap(({ failures }) => failures);
if (found.length > 0) console.log(`\nFailed on the first try:${found.map((one) => `\n  ${nameOf(one)}`).join("")}\n`);
const { failed, unsteady } = await tryAgain(found, (failure) => runAlone(failure, browser));
const overBudget = isWhole ? judgeCosts() : [];

for (const failure of failed) console.log(`FAILED: ${nameOf(failure)}${wordsOf(failure)}`);
for (const failure of unsteady) console.log(`UNSTEADY: ${nameOf(failure)}${wordsOf(failure)}`);
const broken = outcomes.filter((outcome) => outcome.broken).length;
if (broken > 0) console.log("FAILED: a test runner failed without a failed test. See its output above.");
for (const line of overBudget) console.log(`OVER BUDGET: ${line}`);
for (const what of notRun) console.log(`NOT RUN: ${what}.`);

const passed = sum((outcome) => outcome.passed) + unsteady.length;
const skipped = sum((outcome) => outcome.skipped);
const none = passed + failed.length + skipped + broken === 0 ? 1 : 0;
if (none > 0) console.log("No tests match.");
if (unsteady.length > mostUnsteady) console.log(`${unsteady.length} tests are unsteady, more than ${mostUnsteady}.`);
console.log(`Tests took ${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes.`);
const bad = failed.length + broken + none;
console.log(`${passed} passed, ${bad} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
const incomplete = notRun.length > 0 && process.env.CI === "true";
process.exit(bad > 0 || unsteady.length > mostUnsteady || overBudget.length > 0 || incomplete ? 1 : 0);

function sum(count: (outcome: Outcome) => number): number {
  return outcomes.reduce((total, outcome) => total + count(outcome), 0);
}

/** @returns the outcome, and the CPU milliseconds of all processes that it started */
async function measured(work: () => Promise<Outcome>): Promise<[Outcome, number]> {
  const before = childrenCpuMs() ?? 0;
  const outcome = await work();
  return [outcome, (childrenCpuMs() ?? 0) - before];
}

/** Checks what each folder used against its budget; skipped if the system doesn't report CPU usage. */
function judgeCosts(): string[] {
  if (childrenCpuMs() === undefined || browser === "") return [];
  const loopMs = median(loops);
  const used = addUp(readNotes(notes), vitestMs, journeysMs, loopMs);
  console.log(
    `CPU: ${Math.round((vitestMs + journeysMs) / 1000)} s, journeys ${Math.round(journeysMs / 1000)} s of it; one unit is ${loopMs.toFixed(0)} ms`,
  );
  if (writing) writeBudgets(budgetsFile, used);
  const budgets = readBudgets(budgetsFile);
  const pace = paceOf(used, budgets);
  if (pace > tolerance) {
    console.log(`CPU budgets aren't judged: half of the folders used over ${pace.toFixed(1)} times theirs.`);
    return [];
  }
  return judgeBudgets(
    used,
    budgets,
    outcomes.flatMap(({ timed }) => timed),
  );
}

function readArguments(args: string[]): { selection: Selection; full: boolean; writing: boolean } {
  const switches = new Set(["--full", "--write-budgets"]);
  const rest = args.filter((argument) => !switches.has(argument));
  const flag = rest.indexOf("-t");
  const title = flag === -1 ? undefined : rest.splice(flag, 2)[1];
  const unknown = rest.find((argument) => argument.startsWith("-"));
  if (unknown) {
    console.error(`Unknown option ${unknown}. Use --full, --write-budgets, -t TITLE or parts of file names.`);
    process.exit(1);
  }
  return {
    selection: { files: rest, title },
    full: args.includes("--full"),
    writing: args.includes("--write-budgets"),
  };
}
