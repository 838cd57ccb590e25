import { callJson, CallError, type CallOptions } from "#web/lib/call.ts";

const patienceMs = 15_000;
const pausesMs = [700, 2000];

/** Worth another try with the same key: the network failed, or the server asks to come again. */
const isPassing = (error: unknown) =>
  !(error instanceof CallError) || error.status === 503 || error.answer.code === "request_in_flight";

/**
 * A write on a bad network: asked again a few times under the same Idempotency-Key, so that it happens once however often it is sent.
 *
 * @throws CallError when the server refuses; any other error when it could not be reached
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
  throw new Error("A call ends with an answer or a failure");
}
