import { buildWebIfStale } from "./build.ts";
import { findOrInstallChromium, findOrInstallHeadlessShell } from "./testing/chromium.ts";
import { calibrate, median } from "./testing/cpu.ts";
import { findOrInstallFfmpeg } from "./testing/ffmpeg.ts";
import { compareRuns, readLastRun, slowestFiles, writeLastRun, type RunRecord } from "./testing/last-run.ts";
import { nameOf, wordsOf, type Outcome } from "./testing/outcome.ts";
import { findOrInstallPgbouncer } from "./testing/pgbouncer.ts";
import { findOrInstallRedis } from "./testing/redis.ts";
import { runPlaywright, runVitest, type Selection } from "./testing/runners.ts";
import { maxUnsteady } from "./testing/second-try.ts";
import { describeBehind } from "../tests/faults/choice/choose.ts";
import { readPassed } from "../tests/faults/choice/passed-list.ts";
import { readTree } from "../tests/faults/choice/tree.ts";

// `npm test [-- --full] [-- -t TITLE] [-- FILE …]`: everything a change must pass besides `npm run check`. --full adds
// the long runs (TEST_FULL=1). A failed test gets a second try, if that proves anything. The last lines list failed and
// unsteady tests, the slowest files, and what changed since this machine's last whole run.

const { selection, full } = readArguments(process.argv.slice(2));
if (full) process.env.TEST_FULL = "1";
const isWhole = !full && selection.files.length === 0 && selection.title === undefined;

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
const vitest = await runVitest(selection, without);
loops.push(calibrate());
const nothing: Outcome = { passed: 0, skipped: 0, failures: [], unsteady: [], fileMs: new Map(), broken: false };
const playwright = browser === "" || interrupted ? nothing : await runPlaywright(selection, browser);
loops.push(calibrate());

if (interrupted) {
  console.log("Interrupted.");
  process.exit(130);
}
const outcomes = [vitest, playwright];
const failed = outcomes.flatMap(({ failures }) => failures);
const unsteady = outcomes.flatMap((outcome) => outcome.unsteady);
const broken = outcomes.filter((outcome) => outcome.broken).length;
const passed = sum((outcome) => outcome.passed);
const skipped = sum((outcome) => outcome.skipped);
const none = passed + failed.length + skipped + broken === 0 ? 1 : 0;

printTimes();
for (const failure of failed) console.log(`FAILED: ${nameOf(failure)}${wordsOf(failure)}`);
for (const failure of unsteady) console.log(`UNSTEADY: ${nameOf(failure)}${wordsOf(failure)}`);
if (broken > 0) console.log("FAILED: a test runner failed without a failed test. See its output above.");
for (const what of notRun) console.log(`NOT RUN: ${what}.`);
const behind = isWhole ? describeBehind(readPassed(), readTree().shared) : undefined;
if (behind !== undefined) console.log(behind);
if (none > 0) console.log("No tests match.");
if (unsteady.length > maxUnsteady) console.log(`${unsteady.length} tests are unsteady, more than ${maxUnsteady}.`);
const bad = failed.length + broken + none;
console.log(`${passed} passed, ${bad} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
const incomplete = notRun.length > 0 && process.env.CI === "true";
process.exit(bad > 0 || unsteady.length > maxUnsteady || incomplete ? 1 : 0);

function sum(count: (outcome: Outcome) => number): number {
  return outcomes.reduce((total, outcome) => total + count(outcome), 0);
}

/** Prints how long the run and its slowest files took; a whole run is compared with this machine's last one. */
function printTimes(): void {
  const run: RunRecord = {
    startedAt: new Date(startedAt).toISOString(),
    seconds: (Date.now() - startedAt) / 1000,
    unitMs: median(loops),
    fileMs: Object.fromEntries(outcomes.flatMap(({ fileMs }) => [...fileMs])),
    failed: failed.map(nameOf),
    unsteady: unsteady.map(nameOf),
  };
  console.log(
    `\nThe slowest files:${slowestFiles(run.fileMs)
      .map((line) => `\n  ${line}`)
      .join("")}`,
  );
  console.log(
    `Tests took ${(run.seconds / 60).toFixed(1)} minutes; a fixed piece of work takes this machine ${run.unitMs.toFixed(1)} ms.`,
  );
  if (!isWhole || notRun.length > 0 || broken > 0) return;
  const last = readLastRun();
  if (last !== undefined) for (const line of compareRuns(run, last)) console.log(line);
  writeLastRun(run);
}

function readArguments(args: string[]): { selection: Selection; full: boolean } {
  const rest = args.filter((argument) => argument !== "--full");
  const flag = rest.indexOf("-t");
  const title = flag === -1 ? undefined : rest.splice(flag, 2)[1];
  const unknown = rest.find((argument) => argument.startsWith("-"));
  if (unknown) {
    console.error(`Unknown option ${unknown}. Use --full, -t TITLE or parts of file names.`);
    process.exit(1);
  }
  return { selection: { files: rest, title }, full: args.includes("--full") };
}
