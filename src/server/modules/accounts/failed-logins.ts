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

/** Counts failed logins and lets whoever has too many wait. */
export interface FailedLogins {
  /**
   * Lets an attempt be judged. It counts before its password is looked at, so that guesses made at the same time all
   * count, and the count is taken back unless the judge says no.
   *
   * @returns what the judge said: true when the password was right
   * @throws AppError `too_many_requests` with the seconds to wait; whatever the judge throws
   */
  judge(attempt: LoginAttempt, isRight: () => Promise<boolean>): Promise<boolean>;
}

/** Makes the counters of one node; `enabled: false` counts nothing (benchmarks). */
export function createFailedLogins(enabled: boolean): FailedLogins {
  if (!enabled) return { judge: (_, isRight) => isRight() };
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
    async judge(attempt, isRight) {
      const taken: [Counter, string][] = [];
      let failed = false;
      try {
        for (const entry of counted(attempt)) {
          await entry[0].take(entry[1]);
          taken.push(entry);
        }
        failed = !(await isRight());
        return !failed;
      } finally {
        for (const [counter, key] of taken) await (failed ? counter.close(key) : counter.giveBack(key));
      }
    },
  };
}

interface Counter {
  take(key: string): Promise<void>;
  close(key: string): Promise<void>;
  giveBack(key: string): Promise<void>;
}

/**
 * Attempts under way and failures share what is free, so that guesses made at the same time cannot exceed it. Only
 * failures start the wait. A key that waits stands past what is free until its time is over.
 */
function createCounter(name: string, budget: { free: number; firstWaitSeconds: number }): Counter {
  const taken = new RateLimiterMemory({ keyPrefix: name, points: budget.free, duration: hour });
  const failed = new RateLimiterMemory({ keyPrefix: `${name}-failed`, points: budget.free, duration: hour });
  const rounds = new RateLimiterMemory({ keyPrefix: `${name}-rounds`, points: 1000, duration: 24 * hour });
  const waits = async (key: string) => ((await taken.get(key))?.consumedPoints ?? 0) > budget.free;
  return {
    async take(key) {
      const waiting = await waits(key);
      try {
        await taken.consume(key);
      } catch (refusal) {
        const { msBeforeNext } = refusal as RateLimiterRes;
        if (msBeforeNext === undefined) throw refusal;
        await taken.reward(key);
        const retryAfterSeconds = waiting ? Math.max(1, Math.ceil(msBeforeNext / 1000)) : 2;
        throw new AppError("too_many_requests", { retryAfterSeconds });
      }
    },
    async close(key) {
      const { consumedPoints: failures } = await failed.penalty(key);
      if (failures < budget.free) return;
      await failed.delete(key);
      const { consumedPoints: round } = await rounds.penalty(key);
      await taken.block(key, Math.min(hour, budget.firstWaitSeconds * 2 ** (round - 1)));
    },
    async giveBack(key) {
      if (!(await waits(key))) await taken.reward(key);
    },
  };
}
