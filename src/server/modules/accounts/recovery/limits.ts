import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#server/platform/app-error.ts";
import { networkOf } from "#server/platform/http/limits.ts";

/** Password reset requests that one network can make in 15 minutes, for any accounts. */
export const requestsPerNetwork = 20;

/** Counts password reset requests by network; `enabled: false` counts nothing (benchmarks). */
export function createRecoveryLimit(enabled: boolean): (address: string) => Promise<void> {
  if (!enabled) return async () => undefined;
  const limiter = new RateLimiterMemory({ keyPrefix: "recovery", points: requestsPerNetwork, duration: 15 * 60 });
  return async (address) => {
    try {
      await limiter.consume(networkOf(address));
    } catch (refusal) {
      const waitMs = (refusal as RateLimiterRes).msBeforeNext ?? 1000;
      throw new AppError("too_many_requests", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
    }
  };
}
