import type { ProofChallenge } from "#contract/proof/challenge.ts";
import { proofHeader } from "#contract/proof/header.ts";
import { parseJson } from "../safe-storage.ts";
import { showUnable, showWorking, unableText, unfinishedText } from "./working.ts";

type Init = RequestInit & { headers?: Record<string, string> };

const patienceMs = 15_000;

/** A call can need a proof for its network's calls, and one for what it does. */
const maxProofs = 2;

/**
 * Does the work that the server asks for, and repeats the call with the solution.
 *
 * @param response a refusal
 * @returns the repeated call's response; the refusal itself if it asks for no work; a refusal that says why if the browser can't do it
 * @throws the signal's reason if the caller gave up meanwhile; TypeError when the network fails
 */
export async function prove(response: Response, address: string, init: Init): Promise<Response> {
  const signal = init.signal ?? undefined;
  let latest = response;
  let endWorking: (() => void) | undefined;
  try {
    for (let proofs = 0; proofs < maxProofs; proofs++) {
      const { proof: challenge, canConfirmEmail } = await readChallenge(latest);
      if (!challenge) break;
      const { purpose } = challenge.parameters.data;
      if (!canSolve()) {
        // A form that offers the emailed code says so itself.
        if (!canConfirmEmail) showUnable(purpose);
        return await refusalWith(latest, unableText(purpose));
      }
      const skipping = new AbortController();
      endWorking ??= showWorking(purpose, canConfirmEmail ? () => skipping.abort() : undefined);
      const solution = await solve(challenge, signal, skipping.signal);
      if (!solution) return await refusalWith(latest, unfinishedText(purpose));
      const headers = { ...init.headers, [proofHeader]: btoa(JSON.stringify({ challenge, solution })) };
      latest = await fetch(address, { ...init, headers, signal: signalNow(signal) });
    }
    return latest;
  } finally {
    endWorking?.();
  }
}

/** Browsers have no cryptography on pages without https, and very old ones nowhere. */
const canSolve = () => Boolean(globalThis.crypto?.subtle);

/** A refusal with another message: the server's is for callers that run no scripts. */
async function refusalWith(response: Response, message: string): Promise<Response> {
  const body = { ...Object(parseJson(await response.text())), message };
  return new Response(JSON.stringify(body), { status: response.status, headers: response.headers });
}

/** What a refusal asks for. */
interface Asked {
  /** Undefined if it asks for no work. */
  proof?: ProofChallenge;
  /** True if an emailed code serves as well. */
  canConfirmEmail?: boolean;
}

async function readChallenge(response: Response): Promise<Asked> {
  if (response.status !== 429) return {};
  const asked = Object(parseJson(await response.clone().text())) as Asked & { code?: string };
  return asked.code === "proof_required" ? asked : {};
}

/** The caller's signal; a time limit that has passed while the browser worked begins again. */
const signalNow = (signal: AbortSignal | undefined) =>
  isTimeout(signal) ? AbortSignal.timeout(patienceMs) : (signal ?? null);

const isTimeout = (signal: AbortSignal | undefined) => signal?.reason?.name === "TimeoutError";

type Solution = { counter: number; derivedKey: string };

/**
 * Solves a challenge in a worker of its own, or else on the page.
 *
 * @param skipping aborts when the person would rather not wait
 * @returns undefined if it doesn't finish
 */
async function solve(
  challenge: ProofChallenge,
  signal: AbortSignal | undefined,
  skipping: AbortSignal,
): Promise<Solution | undefined> {
  const controller = new AbortController();
  signal?.addEventListener("abort", () => isTimeout(signal) || controller.abort(signal.reason));
  skipping.addEventListener("abort", () => controller.abort(skipping.reason));
  const solution = await solveInWorker(challenge, controller.signal).catch(async () => {
    if (skipping.aborted) return undefined;
    controller.signal.throwIfAborted();
    const { solveOnPage } = await import("./solve-on-page.ts");
    return solveOnPage(challenge, controller);
  });
  if (skipping.aborted) return undefined;
  controller.signal.throwIfAborted();
  return solution;
}

/** @throws if this browser runs no such worker, or the signal's reason */
async function solveInWorker(challenge: ProofChallenge, signal: AbortSignal): Promise<Solution | undefined> {
  const worker = new Worker(new URL("./solve-worker.ts", import.meta.url), { type: "module" });
  return new Promise<Solution | undefined>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Partial<Solution> | null>) => {
      const { counter, derivedKey } = data ?? {};
      resolve(counter === undefined || derivedKey === undefined ? undefined : { counter, derivedKey });
    };
    worker.onerror = () => reject(new Error("The worker didn't start"));
    signal.addEventListener("abort", () => reject(signal.reason));
    worker.postMessage({ type: "work", challenge });
  }).finally(() => worker.terminate());
}
