import type { RefusalCause } from "#contract/email/delivery.ts";
import { maxDownSeconds } from "./rules.ts";
import type { DueMail } from "./store.ts";
import type { SendFailure } from "./transport.ts";

/** How long an email waits that isn't at fault: its server is down or refuses the site, or its mailbox is full. */
const maxHours = 72;

/** How often an email is attempted. */
export interface RetryPolicy {
  maxAttempts: number;
  /** An email that may have arrived is sent once more, under the same Message-ID; without it, never again. */
  repeatsUnknown: boolean;
}

/** What becomes of an email that wasn't sent. */
export interface FailedAttempt {
  status: "queued" | "unknown" | "failed";
  retrySeconds: number;
  /** The part of the site that the email server refused, while the email waits for it. */
  refusedFor: RefusalCause | undefined;
}

/** What becomes of an email that the email server didn't take, or nobody knows of whether it did. */
export function afterFailure(
  due: Pick<DueMail, "ageHours" | "attempts" | "uncertainAttempts">,
  failure: SendFailure,
  { maxAttempts, repeatsUnknown }: RetryPolicy,
): FailedAttempt {
  const { verdict } = failure;
  const isSpent =
    verdict === "unknown" ? repeatsUnknown && due.uncertainAttempts >= 1 : isTriedEnough(due, failure, maxAttempts);
  const status = isSpent ? "failed" : verdict;
  return {
    status,
    retrySeconds: backOffSeconds(due.attempts, failure),
    refusedFor: status === "queued" ? failure.siteRefusal?.cause : undefined,
  };
}

/** What becomes of an email that couldn't be written. */
export const afterError = ({ attempts }: Pick<DueMail, "attempts">, { maxAttempts }: RetryPolicy): FailedAttempt => ({
  status: attempts >= maxAttempts ? "failed" : "queued",
  retrySeconds: backOffSeconds(attempts),
  refusedFor: undefined,
});

/** Whether an email is given up: after three days when it isn't at fault, else after some attempts. */
const isTriedEnough = (
  { ageHours, attempts }: Pick<DueMail, "ageHours" | "attempts">,
  { isServerDown, refusal }: SendFailure,
  max: number,
): boolean =>
  isServerDown || refusal?.fault === "site" || refusal?.fault === "full" ? ageHours >= maxHours : attempts >= max;

/**
 * Pause before the next attempt: 5 s, doubled each time, six hours at most. When the server is down, half a minute at
 * most: emails leave within a minute of its return. When it refuses the site, a quarter of an hour at most.
 */
function backOffSeconds(
  attempts: number,
  { isServerDown, siteRefusal }: Partial<Pick<SendFailure, "isServerDown" | "siteRefusal">> = {},
): number {
  const most = isServerDown === true ? maxDownSeconds : siteRefusal === undefined ? 21_600 : 900;
  return Math.min(most, 5 * 2 ** Math.min(attempts - 1, 20));
}
