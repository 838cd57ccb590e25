import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#server/platform/app-error.ts";
import { networkOf } from "#server/platform/http/limits.ts";

const hour = 60 * 60;

/** Failures in an hour that are free, and the wait after them, which doubles each time they are used up again. */
const budgets = {
  /** One place trying one account: a person who mistypes. */
  place: { free: 5, firstWaitSeconds: 30 },
  /** One network trying any account. */
  network: { free: 100, firstWaitSeconds: 60 },
  /** One account tried from anywhere: many networks guessing together get at most about a hundred an hour. */
  account: { free: 20, firstWaitSeconds: 5 * 60 },
  /** A browser that signed in to the account before; others' guesses do not use this up. */
  device: { free: 10, firstWaitSeconds: 30 },
};

/** One login: who is tried, from where. */
export interface LoginAttempt {
  address: string;
  /** Undefined while no account of that name is known. */
  userId: number | undefined;
  knownDevice: boolean;
}

export interface FailedLogins {
  /**
   * Counts an attempt before its password is looked at, so that guesses made at the same time all count.
   *
   * @throws AppError `too_many_requests` with the seconds to wait
   */
  expect(attempt: LoginAttempt): Promise<void>;
  /** The password was wrong: whoever used up what is free now has to wait. */
  confirm(attempt: LoginAttempt): Promise<void>;
  /** The password was right: takes the count back. */
  forgive(attempt: LoginAttempt): Promise<void>;
}

/** Makes the counters of one node; `enabled: false` counts nothing (benchmarks). */
export function createFailedLogins(enabled: boolean): FailedLogins {
  const nothing = async () => undefined;
  if (!enabled) return { expect: nothing, confirm: nothing, forgive: nothing };
  const place = createCounter("place", budgets.place);
  const network = createCounter("network", budgets.network);
  const account = createCounter("account", budgets.account);
  const device = createCounter("device", budgets.device);

  function counted(attempt: LoginAttempt): [Counter, string][] {
    const from = networkOf(attempt.address);
    if (attempt.userId === undefined) return [[network, from]];
    if (attempt.knownDevice) return [[device, String(attempt.userId)]];
    return [
      [network, from],
      [place, `${attempt.userId} ${from}`],
      [account, String(attempt.userId)],
    ];
  }

  return {
    async expect(attempt) {
      for (const [counter, key] of counted(attempt)) await counter.take(key);
    },
    async confirm(attempt) {
      for (const [counter, key] of counted(attempt)) await counter.close(key);
    },
    async forgive(attempt) {
      for (const [counter, key] of counted(attempt)) await counter.giveBack(key);
    },
  };
}

interface Counter {
  take(key: string): Promise<void>;
  close(key: string): Promise<void>;
  giveBack(key: string): Promise<void>;
}

function createCounter(name: string, budget: { free: number; firstWaitSeconds: number }): Counter {
  const failures = new RateLimiterMemory({ keyPrefix: name, points: budget.free, duration: hour });
  const rounds = new RateLimiterMemory({ keyPrefix: `${name}-rounds`, points: 1000, duration: 24 * hour });
  return {
    async take(key) {
      try {
        await failures.consume(key);
      } catch (refusal) {
        const { msBeforeNext } = refusal as RateLimiterRes;
        if (msBeforeNext === undefined) throw refusal;
        throw new AppError("too_many_requests", { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
      }
    },
    async close(key) {
      // Blocking sets the count past what is free, so of several failures at once only one starts the wait.
      if ((await failures.get(key))?.consumedPoints !== budget.free) return;
      const { consumedPoints: round } = await rounds.penalty(key);
      await failures.block(key, Math.min(hour, budget.firstWaitSeconds * 2 ** (round - 1)));
    },
    async giveBack(key) {
      await failures.reward(key);
    },
  };
}
