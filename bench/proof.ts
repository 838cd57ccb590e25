import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { chromium } from "playwright-core";
import { build, type Rolldown } from "vite";
import type { ProofChallenge } from "#contract/proof/challenge.ts";
import { StartFailure } from "#server/platform/app-error.ts";
import { issueChallenge, maxDerivations, readSolution, type ProofLevel } from "#server/platform/proof/challenges.ts";
import { findOrInstallChromium, findOrInstallHeadlessShell } from "../scripts/testing/chromium.ts";
import { calibrate } from "../scripts/testing/cpu.ts";
import { printCalibration } from "./kit/calibration.ts";
import { percentile, readOptions } from "./kit/figures.ts";

const bond = { purpose: "order", subject: "what a fan wants to buy", visitor: "user 7" };
const key = randomBytes(32);

/** The lowest level, and the one that is four times as hard. */
const levels: ProofLevel[] = [0, 2];

type Solution = { counter: number; derivedKey: string };
type Solver = (challenge: ProofChallenge) => Promise<{ ms: number; solution: Solution | null }>;

/**
 * What a proof of work costs: who solves it, in Chromium's worker and in Node, and us, who issue and verify it. It needs no
 * database. The loops of the same run say how fast the machine was.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, { challenges: "12", checks: "400" });
  const challenges = Number(options.challenges);
  printCalibration();
  print("loop of `npm run profile`", calibrate());
  const browser = await openWorkers();
  try {
    for (const level of levels) {
      for (const [place, solve] of [
        ["Chromium's worker", browser.solve],
        ["Node", solveInNode],
      ] as const)
        await measureSolving(`${maxDerivations[level]} derivations at most, ${place}`, level, challenges, solve);
    }
  } finally {
    await browser.close();
  }
  await measureOurs(Number(options.checks));
}

/** Prints a figure. What is none fails the run. */
function print(name: string, ms: number, more = ""): void {
  const isFigure = Number.isFinite(ms) && ms > 0;
  console.log(`${name.padEnd(50)} ${isFigure ? `${ms.toFixed(3).padStart(10)} ms` : "  NO FIGURE"}${more}`);
  if (!isFigure) process.exitCode = 1;
}

async function measureSolving(name: string, level: ProofLevel, count: number, solve: Solver): Promise<void> {
  const samples: number[] = [];
  let derivations = 0;
  for (let done = 0; done < count; done++) {
    const challenge = await issueChallenge(key, bond, level);
    const { ms, solution } = await solve(challenge);
    const header = Buffer.from(JSON.stringify({ challenge, solution })).toString("base64url");
    const read = await readSolution(key, header, bond.visitor);
    if (typeof read === "string" || solution === null) throw new Error(`${name}: a solution doesn't count`);
    samples.push(ms);
    derivations += solution.counter + 1;
  }
  const each = samples.reduce((sum, ms) => sum + ms, 0) / derivations;
  const [average, longest] = [(each * maxDerivations[level]) / 2, each * maxDerivations[level]].map((ms) =>
    ms.toFixed(0),
  );
  const spread = `measured p50 ${percentile(samples, 0.5).toFixed(0)} ms, p95 ${percentile(samples, 0.95).toFixed(0)} ms`;
  print(name, each, ` a derivation: ${average} ms on average, ${longest} ms at most (${spread})`);
}

async function measureOurs(count: number): Promise<void> {
  const issuing: number[] = [];
  const verifying: number[] = [];
  for (let done = 0; done < count; done++) {
    const before = performance.now();
    const challenge = await issueChallenge(key, bond);
    issuing.push(performance.now() - before);
    // A wrong solution costs as much as a right one: the same two signatures.
    const header = Buffer.from(JSON.stringify({ challenge, solution: { counter: 1, derivedKey: "00".repeat(32) } }));
    const text = header.toString("base64url");
    const start = performance.now();
    await readSolution(key, text, bond.visitor);
    verifying.push(performance.now() - start);
  }
  print("issuing a challenge, median", percentile(issuing, 0.5));
  print("verifying a solution, median", percentile(verifying, 0.5));
}

const solveInNode: Solver = async (challenge) => {
  const before = performance.now();
  const solution = await solveChallenge({ challenge, deriveKey });
  return { ms: performance.now() - before, solution };
};

const html = `<!doctype html><title>proof</title><script>
  async function solve(challenge) {
    const before = performance.now();
    const worker = new Worker("/worker.js", { type: "module" });
    const solution = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => reject(new Error("The worker failed"));
      worker.postMessage({ type: "work", challenge });
    });
    worker.terminate();
    return { ms: performance.now() - before, solution };
  }
</script>`;

/** A page in Chromium with the web's own worker. */
async function openWorkers(): Promise<{ solve: Solver; close: () => Promise<void> }> {
  const found = findOrInstallHeadlessShell() ?? findOrInstallChromium();
  if (typeof found !== "string" && "missing" in found) throw new StartFailure(found.missing);
  const worker = await bundleWorker();
  const server = createServer((request, response) => {
    const isWorker = request.url === "/worker.js";
    response.writeHead(200, { "content-type": isWorker ? "text/javascript" : "text/html" });
    response.end(isWorker ? worker : html);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const browser = await chromium.launch({ executablePath: typeof found === "string" ? found : found.path });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const solve: Solver = (challenge) => page.evaluate(`solve(${JSON.stringify(challenge)})`);
  return {
    solve,
    async close() {
      await browser.close();
      server.close();
    },
  };
}

async function bundleWorker(): Promise<string> {
  const input = new URL("../src/web/lib/proof/solve-worker.ts", import.meta.url).pathname;
  const output = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, rolldownOptions: { input, output: { format: "es" } } },
  });
  return (output as Rolldown.RolldownOutput).output[0].code;
}
