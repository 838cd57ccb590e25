import type { RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#server/platform/app-error.ts";
import type { OpenCounter } from "#server/platform/counters.ts";
import { networkOf } from "#server/platform/http/limits.ts";

const hour = 60 * 60;

/** Failures per hour without a wait, and the wait after that, which doubles each time they are used up again. */
const budgets = {
  /** One network trying one account: a person who mistypes. Ten failures lock the pair. */
  origin: { free: 10, firstWaitSeconds: 30 },
  /** One network trying any account. */
  network: { free: 100, firstWaitSeconds: 60 },
  /**
   * One account tried from anywhere: many networks guessing together get at most a hundred attempts an hour. It takes
   * three networks to use it up, since each counts only until its first lock: one network that keeps guessing never
   * locks out an owner who is elsewhere.
   */
  account: { free: 30, firstWaitSeconds: 10 * 60 },
  /** A browser that has signed in to the account before; other people's guesses don't use this up. */
  device: { free: 10, firstWaitSeconds: 30 },
};

/** One login attempt: which account, from where. */
export interface LoginAttempt {
  address: string;
  /** Undefined when there is no account with that name. */
  userId: number | undefined;
  knownDevice: boolean;
}

/** Counts failed logins and makes people wait after too many. */
export interface FailedLogins {
  /**
   * Judges an attempt. It counts before its password is checked, so that parallel guesses all count, and the count is
   * undone unless the password is wrong.
   *
   * @returns the check's answer: true when the password was right
   * @throws AppError `too_many_requests` with the seconds to wait; whatever the check throws
   */
  check(attempt: LoginAttempt, isRight: () => Promise<boolean>): Promise<boolean>;
}

/**
 * Creates the counters; `enabled: false` counts nothing (benchmarks).
 *
 * @param openCounter all nodes share what it makes
 * @param what is being guessed, as the message says it
 */
export function createFailedLogins(enabled: boolean, openCounter: OpenCounter, what = "passwords"): FailedLogins {
  if (!enabled) return { check: (_, isRight) => isRight() };
  const counterOf = (name: keyof typeof budgets) =>
    createCounter(what, budgets[name], (part, points, duration) =>
      openCounter({ name: `${what}:${name}:${part}`, points, duration }),
    );
  const [origin, network] = [counterOf("origin"), counterOf("network")];
  const [account, device] = [counterOf("account"), counterOf("device")];

  /** The counters that an attempt counts for. @throws AppError `too_many_requests` when the account is locked */
  async function counted(attempt: LoginAttempt): Promise<[Counter, string][]> {
    const from = networkOf(attempt.address);
    const owner = String(attempt.userId);
    if (attempt.userId === undefined) return [[network, from]];
    if (attempt.knownDevice) return [[device, owner]];
    const pair = `${owner} ${from}`;
    const own: [Counter, string][] = [
      [network, from],
      [origin, pair],
    ];
    if (!(await origin.wasLocked(pair))) return [...own, [account, owner]];
    await account.pass(owner);
    return own;
  }

  return {
    async check(attempt, isRight) {
      const taken: [Counter, string][] = [];
      let failed = false;
      try {
        for (const entry of await counted(attempt)) {
          await entry[0].spend(entry[1]);
          taken.push(entry);
        }
        failed = !(await isRight());
        return !failed;
      } finally {
        for (const [counter, key] of taken) await (failed ? counter.close(key) : counter.release(key));
      }
    },
  };
}

type Counter = ReturnType<typeof createCounter>;
type CreatePart = (part: string, points: number, duration: number) => ReturnType<OpenCounter>;

/**
 * Attempts in progress and failures share the free budget, so that parallel guesses can't exceed it. Only failures
 * start the wait. A locked key stays over its budget until the wait is over.
 */
function createCounter(what: string, budget: { free: number; firstWaitSeconds: number }, make: CreatePart) {
  const taken = make("taken", budget.free, hour);
  const failed = make("failed", budget.free, hour);
  const rounds = make("rounds", 1000, 24 * hour);
  const waits = async (key: string) => ((await taken.get(key))?.consumedPoints ?? 0) > budget.free;
  return {
    /** Lets an attempt pass that does not count here, unless the key is locked. */
    async pass(key: string) {
      const state = await taken.get(key);
      if (state !== null && state.consumedPoints > budget.free) throw locked(what, state.msBeforeNext);
    },
    /** True when a key was locked within the last day. */
    wasLocked: async (key: string) => (await rounds.get(key)) !== null,
    async spend(key: string) {
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
    async close(key: string) {
      const { consumedPoints: failures } = await failed.penalty(key);
      if (failures < budget.free) return;
      await failed.delete(key);
      const { consumedPoints: round } = await rounds.penalty(key);
      await taken.block(key, Math.min(hour, budget.firstWaitSeconds * 2 ** (round - 1)));
    },
    async release(key: string) {
      if (!(await waits(key))) await taken.reward(key);
    },
  };
}

function locked(what: string, waitMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const seconds = retryAfterSeconds === 1 ? "1 second" : `${retryAfterSeconds} seconds`;
  const wait = retryAfterSeconds < 120 ? seconds : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  return new AppError("too_many_requests", {
    message: `Too many incorrect ${what}. Try again in ${wait}.`,
    retryAfterSeconds,
  });
}
