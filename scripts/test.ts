import { buildWebIfStale } from "./build.ts";
import { findOrInstallChromium } from "./testing/chromium.ts";
import { runPlaywright, runVitest, type Selection, type Tally } from "./testing/runners.ts";

// `npm test [-- --full] [-- -t TITLE] [-- FILE …]`: everything a change has to pass besides `npm run check`.
// --full adds the long runs (TEST_FULL=1). Its last lines name what failed and count the tests of both runners.

const { selection, full } = readArguments(process.argv.slice(2));
if (full) process.env.TEST_FULL = "1";

// Ctrl-C reaches the runners too: they tidy up, and we wait for them.
let interrupted = false;
process.on("SIGINT", () => (interrupted = true));

const notRun: string[] = [];
const total: Tally = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] };
const chromium = findOrInstallChromium();
buildWebIfStale();

add(await runVitest(selection));
if ("missing" in chromium) notRun.push(`the browser journeys (tests/journeys): ${chromium.missing}`);
else if (!interrupted) add(await runPlaywright(selection, chromium.path));

if (interrupted) {
  console.log("Interrupted.");
  process.exit(130);
}
if (total.passed + total.failed + total.skipped === 0) {
  console.log("No test matches.");
  total.failed = 1;
}
for (const failure of total.failures) console.log(`FAILED: ${failure}`);
for (const journey of total.unsteady) console.log(`ONLY THE SECOND TIME: ${journey}`);
for (const what of notRun) console.log(`NOT RUN: ${what}.`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
// One that loses a race against a busy machine is named and walked again; several are a fault of ours.
const isUnsteady = total.unsteady.length > 3;
const incomplete = notRun.length > 0 && process.env.CI === "true";
process.exit(total.failed > 0 || isUnsteady || incomplete ? 1 : 0);

function add(tally: Tally) {
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.skipped += tally.skipped;
  total.failures.push(...tally.failures);
  total.unsteady.push(...tally.unsteady);
}

function readArguments(args: string[]): { selection: Selection; full: boolean } {
  const rest = args.filter((argument) => argument !== "--full");
  const flag = rest.indexOf("-t");
  const title = flag === -1 ? undefined : rest.splice(flag, 2)[1];
  const unknown = rest.find((argument) => argument.startsWith("-"));
  if (unknown) {
    console.error(`Unknown option ${unknown}: there are --full, -t TITLE and parts of file names.`);
    process.exit(1);
  }
  return { selection: { files: rest, title }, full: args.includes("--full") };
}
