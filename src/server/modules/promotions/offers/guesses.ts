import type { RateLimiterRes } from "rate-limiter-flexible";
import { AppError, type AppErrorDetail } from "#server/platform/app-error.ts";
import type { OpenCounter } from "#server/platform/counters.ts";
import type { ProofAsk, Prover } from "#server/platform/proof/index.ts";

/** Unknown codes allowed within ten minutes: people mistype, bots try lists. */
export const budgets = { person: 10, network: 100 };
const windowSeconds = 600;

/** An unknown promo code: for the buyer the same as any code that doesn't apply, here a guess. */
export class UnknownPromoCode extends AppError {
  constructor(detail: AppErrorDetail) {
    super("code_invalid", detail);
  }
}

/** Who tries a code, and from which network. */
interface Guesser {
  personId: number;
  network: string;
  prover: Prover;
  /** What a proof would be for, once the network's guesses are used up. */
  ask: ProofAsk;
}

/** Counts guesses of promo codes and makes people wait after too many. */
interface CodeGuesses {
  /**
   * Runs work that uses a code. Attempts in progress count too, so parallel requests can't get around the limit. After
   * too many guesses of a network only those who have proven something can try: ten unknown codes with each proof, which
   * don't count for the network.
   *
   * @throws AppError `too_many_requests` after too many guesses of one's own | `proof_required`; whatever the work throws
   */
  watch<Result>(guesser: Guesser, code: string | undefined, work: () => Promise<Result>): Promise<Result>;
}

/** Creates the counters; `enabled: false` counts nothing (benchmarks). */
export function createCodeGuesses(enabled: boolean, openCounter: OpenCounter): CodeGuesses {
  if (!enabled) return { watch: (_, _code, work) => work() };
  const counter = (name: keyof typeof budgets) =>
    openCounter({ name: `promo-codes:${name}`, points: budgets[name], duration: windowSeconds });
  const [persons, networks] = [counter("person"), counter("network")];
  return {
    async watch({ personId, network, prover, ask }, code, work) {
      if (!code) return work();
      await persons.consume(personId).catch((refusal: RateLimiterRes) => {
        throw waitFor(refusal);
      });
      let restore: (() => Promise<void>) | undefined;
      let isGuess = false;
      try {
        // A carrier's network has many buyers at once, so only wrong codes count there.
        const state = await networks.get(network);
        if (state !== null && state.remainingPoints <= 0) restore = await prover.requireTry(ask);
        return await work();
      } catch (error) {
        isGuess = error instanceof UnknownPromoCode;
        throw error;
      } finally {
        if (!isGuess) {
          await persons.reward(personId);
          await restore?.();
        } else if (restore === undefined) await networks.penalty(network);
      }
    },
  };
}

function waitFor({ msBeforeNext }: RateLimiterRes): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const message = `Too many invalid codes. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}, or check out without one.`;
  return new AppError("too_many_requests", { message, retryAfterSeconds });
}
