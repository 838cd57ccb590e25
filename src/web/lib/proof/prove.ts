import type { ProofChallenge } from "#contract/proof/challenge.ts";
import { proofHeader } from "#contract/proof/header.ts";
import { parseJson } from "../safe-storage.ts";
import { showWorking } from "./working.ts";

type Init = RequestInit & { headers?: Record<string, string> };

const patienceMs = 15_000;

/** A call can need a proof for its network's calls, and one for what it does. */
const maxProofs = 2;

/**
 * Does the work that the server asks for, and repeats the call with the solution.
 *
 * @param response a refusal
 * @returns the repeated call's response, or the refusal itself if it asks for no work or the browser can't do it
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
      endWorking ??= showWorking();
      const solution = await solve(challenge, signal);
      if (!solution) break;
      const headers = { ...init.headers, [proofHeader]: btoa(JSON.stringify({ challenge, solution })) };
      latest = await fetch(address, { ...init, headers, signal: signalNow(signal) });
    }
    return latest;
  } finally {
    endWorking?.();
  }
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

/** Solves a challenge in a worker of its own. @returns undefined if this browser can't */
function solve(challenge: ProofChallenge, signal: AbortSignal | undefined): Promise<Solution | undefined> {
  let worker: Worker;
  try {
    worker = new Worker(new URL("./solve-worker.ts", import.meta.url), { type: "module" });
  } catch {
    return Promise.resolve(undefined);
  }
  return new Promise<Solution | undefined>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Partial<Solution> | null>) => {
      const { counter, derivedKey } = data ?? {};
      resolve(counter === undefined || derivedKey === undefined ? undefined : { counter, derivedKey });
    };
    worker.onerror = () => resolve(undefined);
    signal?.addEventListener("abort", () => isTimeout(signal) || reject(signal.reason));
    worker.postMessage({ type: "work", challenge });
  }).finally(() => worker.terminate());
}
