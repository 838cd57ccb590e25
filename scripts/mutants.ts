import { parts } from "../tests/mutants/all.ts";
import type { Mutant, Part } from "../tests/mutants/mutant.ts";
import { buildWebIfStale } from "./build.ts";
import { checkMutants } from "./check-mutants.ts";
import { isOfScreens, nearTestsOf } from "./mutation/near.ts";
import { createScratch, type Scratch } from "./mutation/scratch.ts";
import { tryBuild, tryJourneys, tryVitest, type Result } from "./mutation/try-tests.ts";
import { report, writeFindings } from "./structure/finding.ts";
import { findOrInstallChromium } from "./testing/chromium.ts";

// `npm run mutants [-- PART or ID …]`: applies each mutant of tests/mutants to a copy of the tree and reports whether a
// test fails. `-- --near PART` runs only the tests beside a mutant, without the others and without journeys: minutes
// instead of hours, but another test may catch a survivor. `-- --check` only lists mutants that no longer match.

const leastPercent = 95;
const everyServerTest = ["--project=shared"];
const everyWebTest = ["--project=components"];
const nearFlag = "--near";
const isNear = process.argv.includes(nearFlag);
const args = process.argv.slice(2).filter((argument) => argument !== nearFlag);
if (args.includes("--check")) report(checkMutants());
else await main();

async function main(): Promise<void> {
  const known = new Set(parts.flatMap(({ name, mutants }) => [name, ...mutants.map(({ id }) => id)]));
  const unknown = args.find((name) => !known.has(name));
  if (unknown !== undefined) {
    console.error(
      `There is no part or mutant named ${unknown}. The parts are: ${parts.map(({ name }) => name).join(", ")}.`,
    );
    process.exit(1);
  }
  const unfit = checkMutants().findings;
  if (unfit.length > 0) console.error(writeFindings(unfit));

  let isInterrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => (isInterrupted = true));
  buildWebIfStale();
  const scratch = createScratch();
  const scores: string[] = [];
  let caught = 0;
  let tried = 0;
  try {
    for (const part of parts) {
      const chosen = part.mutants.filter(
        ({ id }) => args.length === 0 || args.includes(part.name) || args.includes(id),
      );
      if (chosen.length === 0) continue;
      const count = await tryPart(scratch, part, chosen, () => isInterrupted);
      if (isInterrupted) break;
      scores.push(`${part.name}: ${count} of ${chosen.length}`);
      caught += count;
      tried += chosen.length;
    }
  } finally {
    scratch.remove();
  }
  if (isInterrupted) {
    console.log("Interrupted.");
    process.exit(130);
  }
  const percent = Math.floor((100 * caught) / tried);
  console.log(`\n${scores.join("\n")}\n${caught} of ${tried} caught (${percent}%)`);
  process.exit(percent < leastPercent || unfit.length > 0 ? 1 : 0);
}

/** Tries a part's mutants one by one. @returns how many were caught */
async function tryPart(scratch: Scratch, part: Part, chosen: Mutant[], isOver: () => boolean): Promise<number> {
  const testsOf = (mutant: Mutant) => (isNear ? nearTestsOf(part, mutant) : part.tests);
  let caught = 0;
  for (const group of Map.groupBy(chosen, (mutant) => testsOf(mutant).join(" ")).values()) {
    const tests = testsOf(group[0]!);
    // Tests that fail without a mutant would seem to catch every one.
    const before = await tryVitest(scratch.folder, tests);
    if (isOver()) return caught;
    if (before.kind !== "passed") {
      console.log(
        `${part.name}: broken, its tests fail without a mutant: ${before.kind === "failed" ? before.by : before.why}`,
      );
      continue;
    }
    for (const mutant of group) {
      const result = await tryMutant(scratch, mutant, { tests, journeys: part.journeys });
      if (isOver()) return caught;
      if (result?.kind === "failed") caught++;
      console.log(`${mutant.id}: ${describe(result, tests)}`);
      if (result?.kind === "passed") console.log(`  ${mutant.file}: ${mutant.harm}`);
    }
  }
  return caught;
}

function describe(result: Result | undefined, tests: string[]): string {
  if (result === undefined) return "doesn't apply";
  if (result.kind === "failed") return `caught by ${result.by}`;
  if (result.kind === "broken") return `broken: ${result.why}`;
  return isNear ? `SURVIVED ${tests.join(", ")}` : "SURVIVED";
}

async function tryMutant(
  scratch: Scratch,
  mutant: Mutant,
  { tests, journeys }: Pick<Part, "tests" | "journeys">,
): Promise<Result | undefined> {
  if (!scratch.apply(mutant)) return undefined;
  try {
    const near = await tryVitest(scratch.folder, tests);
    if (isNear || near.kind !== "passed") return near;
    // Other tests may catch what the nearby ones miss, so all of them run before a mutant counts as a survivor.
    const isOfServer = journeys === undefined && !isOfScreens(mutant.file);
    const far = await tryVitest(scratch.folder, isOfServer ? everyServerTest : everyWebTest);
    return far.kind === "passed" && journeys !== undefined ? await walk(scratch, journeys) : far;
  } finally {
    scratch.restore(mutant);
  }
}

async function walk(scratch: Scratch, journeys: string[]): Promise<Result> {
  const chromium = findOrInstallChromium();
  if ("missing" in chromium) return { kind: "broken", why: `the journeys can't run: ${chromium.missing}` };
  try {
    const failure = await tryBuild(scratch.folder);
    if (failure !== undefined) return { kind: "broken", why: `the web app can't be built: ${failure}` };
    return await tryJourneys(scratch.folder, journeys, chromium.path);
  } finally {
    scratch.restoreBuild();
  }
}
