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
      const challenge = await readChallenge(latest);
      if (!challenge) break;
      if (!canSolve()) {
        showUnable();
        return await refusalWith(latest, unableText);
      }
      endWorking ??= showWorking();
      const solution = await solve(challenge, signal);
      if (!solution) return await refusalWith(latest, unfinishedText);
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

/** What a response asks for; undefined if it asks for no work. */
async function readChallenge(response: Response): Promise<ProofChallenge | undefined> {
  if (response.status !== 429) return undefined;
  const { code, proof } = Object(parseJson(await response.clone().text())) as { code?: string; proof?: ProofChallenge };
  return code === "proof_required" ? proof : undefined;
}

/** The caller's signal; a time limit that has passed while the browser worked begins again. */
const signalNow = (signal: AbortSignal | undefined) =>
  isTimeout(signal) ? AbortSignal.timeout(patienceMs) : (signal ?? null);

const isTimeout = (signal: AbortSignal | undefined) => signal?.reason?.name === "TimeoutError";

type Solution = { counter: number; derivedKey: string };

/** Solves a challenge in a worker of its own, or else on the page. @returns undefined if it doesn't finish */
async function solve(challenge: ProofChallenge, signal: AbortSignal | undefined): Promise<Solution | undefined> {
  const controller = new AbortController();
  signal?.addEventListener("abort", () => isTimeout(signal) || controller.abort(signal.reason));
  const solution = await solveInWorker(challenge, controller.signal).catch(async () => {
    controller.signal.throwIfAborted();
    const { solveOnPage } = await import("./solve-on-page.ts");
    return solveOnPage(challenge, controller);
  });
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
