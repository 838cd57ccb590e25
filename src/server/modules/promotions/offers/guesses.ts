import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { AppError, type AppErrorDetail } from "#server/platform/app-error.ts";

/** Words that nobody made a code of, within ten minutes: people mistype, programs try lists. */
export const budgets = { person: 10, network: 100 };
const windowSeconds = 600;

/** A promo code that nobody made: in the buyer's eyes the same as any that does not apply, here a guess. */
export class UnknownPromoCode extends AppError {
  constructor(detail: AppErrorDetail) {
    super("code_invalid", detail);
  }
}

/** Who tries a code, and from which network. */
export interface Guesser {
  personId: number;
  network: string;
}

/** Counts promo codes that were guessed at and lets whoever tries too many wait. */
export interface CodeGuesses {
  /**
   * Runs what a code is needed for. Tries under way count too, so that many at once are no way around.
   *
   * @throws AppError `too_many_requests` for who has guessed too often; whatever the work throws
   */
  watch<Result>(guesser: Guesser, code: string | undefined, work: () => Promise<Result>): Promise<Result>;
}

/** Makes the counters of one node; `enabled: false` counts nothing (benchmarks). */
export function createCodeGuesses(enabled: boolean): CodeGuesses {
  if (!enabled) return { watch: (_, _code, work) => work() };
  const persons = new RateLimiterMemory({ keyPrefix: "person", points: budgets.person, duration: windowSeconds });
  const networks = new RateLimiterMemory({ keyPrefix: "network", points: budgets.network, duration: windowSeconds });
  return {
    async watch({ personId, network }, code, work) {
      if (!code) return work();
      // A carrier's network has many buyers at once: there only what was wrong counts.
      const state = await networks.get(network);
      if (state !== null && state.remainingPoints <= 0) throw waitFor(state);
      await persons.consume(personId).catch((refusal: RateLimiterRes) => {
        throw waitFor(refusal);
      });
      try {
        const result = await work();
        await persons.reward(personId);
        return result;
      } catch (error) {
        if (error instanceof UnknownPromoCode) await networks.penalty(network);
        else await persons.reward(personId);
        throw error;
      }
    },
  };
}

function waitFor({ msBeforeNext }: RateLimiterRes): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const message = `Too many codes that do not exist. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}, or buy without one.`;
  return new AppError("too_many_requests", { message, retryAfterSeconds });
}
