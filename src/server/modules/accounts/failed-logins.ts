import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#server/platform/app-error.ts";
import { networkOf } from "#server/platform/http/limits.ts";

const hour = 60 * 60;

/** Failures in an hour that are free, and the wait after them, which doubles each time they are used up again. */
const budgets = {
  /** One place trying one account: a person who mistypes. Ten wrong ones lock the pair. */
  place: { free: 10, firstWaitSeconds: 30 },
  /** One network trying any account. */
  network: { free: 100, firstWaitSeconds: 60 },
  /**
   * One account tried from anywhere: many networks guessing together get at most a hundred an hour. It takes three
   * places to use it up, as each counts only until it is locked for the first time: one that guesses on and on never
   * shuts the owner out who is somewhere else.
   */
  account: { free: 30, firstWaitSeconds: 10 * 60 },
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

/**
 * Makes the counters of one node; `enabled: false` counts nothing (benchmarks).
 *
 * @param what is guessed at, in the words of the message
 */
export function createFailedLogins(enabled: boolean, what = "passwords"): FailedLogins {
  if (!enabled) return { judge: (_, isRight) => isRight() };
  const place = createCounter(what, budgets.place);
  const network = createCounter(what, budgets.network);
  const account = createCounter(what, budgets.account);
  const device = createCounter(what, budgets.device);

  /** The counters that an attempt counts for. @throws AppError `too_many_requests` where it has to wait for others */
  async function counted(attempt: LoginAttempt): Promise<[Counter, string][]> {
    const from = networkOf(attempt.address);
    const owner = String(attempt.userId);
    if (attempt.userId === undefined) return [[network, from]];
    if (attempt.knownDevice) return [[device, owner]];
    const pair = `${owner} ${from}`;
    const own: [Counter, string][] = [
      [network, from],
      [place, pair],
    ];
    if (!(await place.wasLocked(pair))) return [...own, [account, owner]];
    await account.pass(owner);
    return own;
  }

  return {
    async judge(attempt, isRight) {
      const taken: [Counter, string][] = [];
      let failed = false;
      try {
        for (const entry of await counted(attempt)) {
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
  /** Lets by whoever does not count here, unless the key waits. */
  pass(key: string): Promise<void>;
  /** True when a key has had to wait within the last day. */
  wasLocked(key: string): Promise<boolean>;
  close(key: string): Promise<void>;
  giveBack(key: string): Promise<void>;
}

/**
 * Attempts under way and failures share what is free, so that guesses made at the same time cannot exceed it. Only
 * failures start the wait. A key that waits stands past what is free until its time is over.
 */
function createCounter(what: string, budget: { free: number; firstWaitSeconds: number }): Counter {
  const taken = new RateLimiterMemory({ keyPrefix: "taken", points: budget.free, duration: hour });
  const failed = new RateLimiterMemory({ keyPrefix: "failed", points: budget.free, duration: hour });
  const rounds = new RateLimiterMemory({ keyPrefix: "rounds", points: 1000, duration: 24 * hour });
  const waits = async (key: string) => ((await taken.get(key))?.consumedPoints ?? 0) > budget.free;
  return {
    async pass(key) {
      const state = await taken.get(key);
      if (state !== null && state.consumedPoints > budget.free) throw locked(what, state.msBeforeNext);
    },
    wasLocked: async (key) => (await rounds.get(key)) !== null,
    async take(key) {
      const waiting = await waits(key);
      try {
        await taken.consume(key);
      } catch (refusal) {
        const { msBeforeNext } = refusal as RateLimiterRes;
        if (msBeforeNext === undefined) throw refusal;
        await taken.reward(key);
        if (waiting) throw locked(what, msBeforeNext);
        throw new AppError("too_many_requests", { retryAfterSeconds: 2 });
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

function locked(what: string, waitMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const wait =
    retryAfterSeconds < 120 ? `${retryAfterSeconds} seconds` : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  return new AppError("too_many_requests", {
    message: `Too many wrong ${what}. Try again in ${wait}.`,
    retryAfterSeconds,
  });
}
