import type { DoorCheckIn, Scan, ScanResult, Verdict } from "#contract/door/door.ts";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import type { Outcome } from "./verdict-labels.ts";

/** Sends one scan; throws on anything that is not a clear response to this exact scan. */
export type SendScan = (scan: Scan | DoorCheckIn, signal: AbortSignal) => Promise<ScanResult>;

const verdicts = new Set<string>([
  "admitted",
  "already_admitted",
  "wrong_event",
  "void",
  "unknown",
  "not_yet",
  "expired_code",
  "stream_pass",
] satisfies Verdict[]);

/** True for a response to this scan. Captive Wi-Fi portals return 200 with their own page: that must never look like a verdict. */
export function isAnswer(value: unknown, scanId: string): value is ScanResult {
  if (typeof value !== "object" || value === null) return false;
  const answer = value as Partial<ScanResult>;
  return answer.scanId === scanId && typeof answer.verdict === "string" && verdicts.has(answer.verdict);
}

/** Sends a scan, or the check-in of a ticket that was found by name. */
export const sendScan: SendScan = async (scan, signal) => {
  const answer: unknown =
    "ticketId" in scan
      ? await callApi("POST /api/door/check-ins", { body: scan, signal })
      : await callApi("POST /api/scans", { body: scan, signal });
  if (!isAnswer(answer, scan.scanId)) throw new TypeError("The response isn't from our server");
  return answer;
};

/** What a failure means: the server refused to judge the scan, or undefined if a retry makes sense. */
export function readRefusal(error: unknown): Pick<Outcome, "verdict" | "message"> | undefined {
  if (!(error instanceof CallError)) return undefined;
  const { status, answer } = error;
  if (status === 401) return { verdict: "signed_out" };
  // Without our own error code, the response comes from a proxy.
  if (status < 400 || status >= 500 || status === 408 || status === 429 || answer.code === undefined) return undefined;
  return { verdict: "refused", ...(answer.message ? { message: answer.message } : {}) };
}
