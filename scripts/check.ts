import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { checkDocs } from "./check-docs.ts";
import { checkFence } from "./check-fence.ts";
import { checkMutants } from "./check-mutants.ts";
import { checkSpecCoverage } from "./check-spec-coverage.ts";
import { checkStructure } from "./check-structure.ts";
import { checkWords } from "./check-words.ts";
import { hashFiles } from "./fingerprint.ts";
import { root } from "./root.ts";
import { writeFindings, type Verdict } from "./structure/finding.ts";
import { listPaths, readTree, type SourceFile } from "./structure/source-file.ts";

// `npm run check [-- NAME …]`: everything a change must pass besides the tests. Prints one line per check, and the
// output of failed ones at the end. What passed on the same files isn't checked again: the content of files decides that,
// not their times.

interface Outcome {
  passed: boolean;
  /** Figures for the line, or an empty string. */
  summary: string;
  output: string;
}

interface Check {
  name: string;
  run: () => Promise<Outcome>;
}

const tool = (name: string, args: string[]) => () => runTool(name, args);

let tree: SourceFile[] | undefined;
const toCheck = (check: (files: SourceFile[]) => Verdict) => async (): Promise<Outcome> => {
  tree ??= readTree();
  const { findings, summary } = check(tree);
  const warnings = findings.filter((finding) => finding.warning).length;
  const passed = findings.length === warnings;
  return {
    passed,
    summary: warnings > 0 ? `${summary}; ${warnings} warning${warnings === 1 ? "" : "s"}` : summary,
    output: writeFindings(findings),
  };
};

// The long one first, so that the short ones run beside it. It checks types too, with the tsconfig.json that includes a
// file: in one pass, because both need the same programs.
const checks: Check[] = [
  { name: "lint", run: tool("oxlint", ["--report-unused-disable-directives-severity", "error"]) },
  { name: "format", run: tool("oxfmt", ["--check"]) },
  { name: "fence", run: toCheck(checkFence) },
  { name: "structure", run: toCheck(checkStructure) },
  { name: "docs", run: toCheck(checkDocs) },
  { name: "spec", run: toCheck(checkSpecCoverage) },
  { name: "words", run: toCheck(checkWords) },
  { name: "mutants", run: toCheck(checkMutants) },
];

const passedFile = join(root, ".cache", "passed-checks.json");
const verbose = process.argv.includes("--warnings");
const wanted = process.argv.slice(2).filter((argument) => argument !== "--warnings");
const unknown = wanted.find((name) => !checks.some((check) => check.name === name));
if (unknown !== undefined) {
  console.error(`There is no check named ${unknown}. Choose from: ${checks.map((check) => check.name).join(", ")}.`);
  process.exit(1);
}

const before = fingerprint();
const passed = readPassed();
const queue = checks.filter((check) => wanted.length === 0 || wanted.includes(check.name));
const failures: { name: string; output: string }[] = [];
const startedAt = performance.now();
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, () => work()));
// A file that changed meanwhile isn't what passed.
if (fingerprint() === before) writePassed();

for (const { name, output } of failures)
  console.log(`\n── ${name} ${"─".repeat(Math.max(0, 76 - name.length))}\n${output.trim()}`);
console.log(
  failures.length === 0 ? `\nAll checks passed in ${seconds(startedAt)}.` : `\nChecks failed: ${failures.length}.`,
);
process.exit(failures.length === 0 ? 0 : 1);

async function work(): Promise<void> {
  for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
    const since = performance.now();
    const outcome =
      passed.get(check.name) ??
      (await check.run().catch((error: unknown) => ({ passed: false, summary: "", output: String(error) })));
    const { summary, output } = outcome;
    if (outcome.passed) passed.set(check.name, outcome);
    else failures.push({ name: check.name, output });
    console.log(
      `${outcome.passed ? "✓" : "✗"} ${check.name.padEnd(15)} ${seconds(since).padStart(7)}  ${summary}`.trimEnd(),
    );
    if (outcome.passed && verbose && output !== "") console.log(output);
  }
}

/** Hash of all that the checks read: every file under version control, and what is installed. */
function fingerprint(): string {
  const installed = join("node_modules", ".package-lock.json");
  return hashFiles([...listPaths(), ...(existsSync(join(root, installed)) ? [installed] : [])]) + process.version;
}

/** What passed on the same files, by the name of the check. */
function readPassed(): Map<string, Outcome> {
  try {
    const saved = JSON.parse(readFileSync(passedFile, "utf8")) as { files: string; outcomes: [string, Outcome][] };
    return new Map(saved.files === before ? saved.outcomes : []);
  } catch {
    return new Map();
  }
}

function writePassed(): void {
  mkdirSync(dirname(passedFile), { recursive: true });
  writeFileSync(passedFile, JSON.stringify({ files: before, outcomes: [...passed] }));
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

function runTool(name: string, args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const extension = process.platform === "win32" ? ".cmd" : "";
    const program = join(root, "node_modules", ".bin", name + extension);
    const child = spawn(program, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    let output = "";
    const collect = (chunk: string) => (output += chunk);
    child.stdout.setEncoding("utf8").on("data", collect);
    child.stderr.setEncoding("utf8").on("data", collect);
    child.on("error", (error) =>
      resolve({ passed: false, summary: "", output: `Couldn't run ${name}: ${error.message}. Run \`npm ci\`.` }),
    );
    child.on("close", (status) => resolve({ passed: status === 0, summary: "", output }));
  });
}
