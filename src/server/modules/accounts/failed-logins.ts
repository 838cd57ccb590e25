import type { RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#server/platform/app-error.ts";
import type { OpenCounter } from "#server/platform/counters.ts";
import { networkOf } from "#server/platform/http/limits.ts";
import type { Prover } from "#server/platform/proof/index.ts";

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
  /** One account tried with a proof of work for each attempt, where the counters above make people wait. */
  proven: { free: 30, firstWaitSeconds: 10 * 60 },
  /** A browser that has signed in to the account before; other people's guesses don't use this up. */
  device: { free: 10, firstWaitSeconds: 30 },
};

/** One login attempt: which account, from where. */
export interface LoginAttempt {
  address: string;
  /** Undefined when there is no account with that name. */
  userId: number | undefined;
  knownDevice: boolean;
  /** Asks for proofs on a new device, instead of making it wait for what others did; undefined where there is no browser to ask. */
  prover?: Prover | undefined;
}

/** An attempt on an account in some browser. */
export const attemptOf = (
  visitor: { address: string; knows: (userId: number) => boolean; prover: Prover },
  userId: number,
): LoginAttempt => ({
  address: visitor.address,
  userId,
  knownDevice: visitor.knows(userId),
  prover: visitor.prover,
});

/** Counts failed logins and makes people wait after too many. */
export interface FailedLogins {
  /**
   * Judges an attempt. It counts before its password is checked, so that parallel guesses all count, and the count is
   * undone unless the password is wrong.
   *
   * @returns the check's answer: true when the password was right
   * @throws AppError `too_many_requests` with the seconds to wait | `proof_required`; whatever the check throws
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
  const [account, device, proven] = [counterOf("account"), counterOf("device"), counterOf("proven")];

  /** The counters that an attempt counts for. @throws AppError `too_many_requests` when the account is locked */
  async function counted(attempt: LoginAttempt): Promise<[Counter, string][]> {
    const from = networkOf(attempt.address);
    const owner = String(attempt.userId);
    if (attempt.userId === undefined) return [[network, from]];
    if (attempt.knownDevice) return [[device, owner]];
    const pair = `${owner} ${from}`;
    const counters: [Counter, string][] = [
      [network, from],
      [origin, pair],
    ];
    if (!(await origin.wasLocked(pair))) return [...counters, [account, owner]];
    await account.pass(owner);
    return counters;
  }

  /** Counts an attempt before it is checked. @returns the counters that it counts for */
  async function consume(entries: [Counter, string][]): Promise<[Counter, string][]> {
    const taken: [Counter, string][] = [];
    try {
      for (const entry of entries) {
        await entry[0].spend(entry[1]);
        taken.push(entry);
      }
      return taken;
    } catch (error) {
      for (const [counter, key] of taken) await counter.release(key);
      throw error;
    }
  }

  /** The same; where that makes a new device wait, a proof counts for the account alone. */
  async function consumeOrProve(attempt: LoginAttempt): Promise<[Counter, string][]> {
    const { prover, userId, knownDevice } = attempt;
    try {
      return await consume(await counted(attempt));
    } catch (error) {
      if (prover === undefined || knownDevice || !(error instanceof AppError)) throw error;
      prover.requireFresh({ purpose: "sign-in", subject: what });
      return consume(userId === undefined ? [] : [[proven, String(userId)]]);
    }
  }

  return {
    async check(attempt, isRight) {
      const taken = await consumeOrProve(attempt);
      let failed = false;
      try {
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
