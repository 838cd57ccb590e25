import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#server/platform/app-error.ts";
import { networkOf } from "#server/platform/http/limits.ts";

/** Requests for a new password that one network may make in a quarter of an hour, whatever accounts they name. */
export const requestsPerNetwork = 20;

/** Counts requests for new passwords by where they come from; `enabled: false` counts nothing (benchmarks). */
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
