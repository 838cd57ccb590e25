import { callJson, CallError, type CallOptions } from "#web/lib/call.ts";

const patienceMs = 15_000;
const pausesMs = [700, 2000];

/** True if a retry with the same key makes sense: the network failed, or the server asks to retry. */
const isPassing = (error: unknown) =>
  !(error instanceof CallError) || error.status === 503 || error.answer.code === "request_in_flight";

/**
 * A write on a bad network: retried a few times with the same Idempotency-Key, so it takes effect once however often it is sent.
 *
 * @throws CallError if the server refuses; any other error if it can't be reached
 */
export async function patientCall<T>(method: string, path: string, options: CallOptions): Promise<T> {
  for (const pauseMs of [...pausesMs, undefined]) {
    try {
      return await callJson<T>(method, path, { ...options, signal: AbortSignal.timeout(patienceMs) });
    } catch (error) {
      if (pauseMs === undefined || !isPassing(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  throw new Error("A call must end with a response or an error");
}
