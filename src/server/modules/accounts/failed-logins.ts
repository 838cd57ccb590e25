import type { RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#server/platform/app-error.ts";
import type { OpenCounter } from "#server/platform/counters.ts";
import { networkOf } from "#server/platform/http/limits.ts";
import type { Prover } from "#server/platform/proof/index.ts";

const hour = 60 * 60;

/** Wrong guesses on new devices within an hour, counted from the first one. All nodes and networks share them. */
const budgets = {
  /** One network trying one account: a person who mistypes. */
  origin: 10,
  /** One network trying any account. */
  network: 100,
  /** One account tried from anywhere. Any sixty minutes touch two such hours, so nobody gets more than a hundred. */
  account: 50,
  /** One account tried with a proof of work for each guess, once the counters above are used up. */
  proven: 50,
};

/** Failures in browsers of the account's own without a wait, and the wait after that, which doubles each time. */
const ownBudget = { free: 10, firstWaitSeconds: 30 };

/** One login attempt: which account, from where. */
export interface LoginAttempt {
  address: string;
  /** Undefined when there is no account with that name. */
  userId: number | undefined;
  /** The account has signed in on this browser before. Other people's guesses don't use up what it has. */
  knownDevice: boolean;
  /** In a session of the account: whoever has taken one over gets its guesses, and nobody else's. */
  inSession?: boolean;
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

/**
 * Counts failed logins. A new device whose guesses are used up, by whomever, needs a proof of work for each attempt. Once
 * those are used up too, it signs in by a link or a passkey, which this doesn't count.
 */
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
  const openHour = (name: keyof typeof budgets) =>
    createHour(what, openCounter({ name: `${what}:${name}`, points: budgets[name], duration: hour }));
  const [origin, network, account, proven] = [
    openHour("origin"),
    openHour("network"),
    openHour("account"),
    openHour("proven"),
  ];
  const openOwn = (name: "device" | "session") =>
    createWaits(what, (part, points, duration) => openCounter({ name: `${what}:${name}:${part}`, points, duration }));
  const [device, session] = [openOwn("device"), openOwn("session")];

  /** Counts an attempt before it is checked. @throws AppError `too_many_requests` | `proof_required` */
  async function consume(attempt: LoginAttempt): Promise<Taken[]> {
    const { prover, userId } = attempt;
    const owner = String(userId);
    if (attempt.inSession && userId !== undefined) return [await session.consume(owner)];
    if (attempt.knownDevice && userId !== undefined) return [await device.consume(owner)];
    const from = networkOf(attempt.address);
    const ofAccount: Entry[] = [
      [account, owner],
      [origin, `${owner} ${from}`],
    ];
    try {
      return await consumeAll(userId === undefined ? [[network, from]] : [...ofAccount, [network, from]]);
    } catch (error) {
      if (prover === undefined || !(error instanceof AppError)) throw error;
      // Nobody works for an attempt that would be refused anyway.
      if (userId !== undefined) await proven.requireLeft(owner);
      await prover.requireFresh({ purpose: "sign-in", subject: what }, error);
      return consumeAll(userId === undefined ? [] : [[proven, owner]]);
    }
  }

  return {
    async check(attempt, isRight) {
      const taken = await consume(attempt);
      let failed = false;
      try {
        failed = !(await isRight());
        return !failed;
      } finally {
        for (const each of taken) await (failed ? each.fail() : each.release());
      }
    },
  };
}

/** An attempt that was counted: it failed, or it was none. */
interface Taken {
  fail: () => Promise<unknown>;
  release: () => Promise<unknown>;
}

type Entry = [ReturnType<typeof createHour>, string];

/** Counts an attempt in all of these, or in none. */
async function consumeAll(entries: Entry[]): Promise<Taken[]> {
  const taken: Taken[] = [];
  try {
    for (const [counter, key] of entries) taken.push(await counter.consume(key));
    return taken;
  } catch (error) {
    for (const each of taken) await each.release();
    throw error;
  }
}

/** Nothing is given back this close to an hour's end: it could arrive in the next one, and allow one guess more there. */
const marginMs = 60_000;

/** An hour's budget. Attempts in progress use it too, so that parallel guesses can't exceed it. */
function createHour(what: string, counter: ReturnType<OpenCounter>) {
  const restore = async (key: string, endsAt: number) =>
    Date.now() < endsAt - marginMs ? void (await counter.reward(key)) : undefined;
  return {
    async consume(key: string): Promise<Taken> {
      try {
        const { msBeforeNext } = await counter.consume(key);
        const endsAt = Date.now() + msBeforeNext;
        return { fail: async () => undefined, release: () => restore(key, endsAt) };
      } catch (refusal) {
        const { msBeforeNext } = refusal as RateLimiterRes;
        if (msBeforeNext === undefined) throw refusal;
        await restore(key, Date.now() + msBeforeNext);
        throw usedUp(what, msBeforeNext);
      }
    },
    /** @throws AppError `too_many_requests` if nothing is left */
    async requireLeft(key: string) {
      const state = await counter.get(key);
      if (state !== null && state.remainingPoints <= 0) throw usedUp(what, state.msBeforeNext);
    },
  };
}

/**
 * Attempts in progress and failures share the free budget, so that parallel guesses can't exceed it. Only failures
 * start the wait. A locked key stays over its budget until the wait is over.
 */
function createWaits(what: string, make: (part: string, points: number, duration: number) => ReturnType<OpenCounter>) {
  const { free, firstWaitSeconds } = ownBudget;
  const taken = make("taken", free, hour);
  const failed = make("failed", free, hour);
  const rounds = make("rounds", 1000, 24 * hour);
  const waits = async (key: string) => ((await taken.get(key))?.consumedPoints ?? 0) > free;
  const close = async (key: string) => {
    const { consumedPoints: failures } = await failed.penalty(key);
    if (failures < free) return;
    await failed.delete(key);
    const { consumedPoints: round } = await rounds.penalty(key);
    await taken.block(key, Math.min(hour, firstWaitSeconds * 2 ** (round - 1)));
  };
  const release = async (key: string) => ((await waits(key)) ? undefined : void (await taken.reward(key)));
  return {
    async consume(key: string): Promise<Taken> {
      const waiting = await waits(key);
      try {
        await taken.consume(key);
        return { fail: () => close(key), release: () => release(key) };
      } catch (refusal) {
        const { msBeforeNext } = refusal as RateLimiterRes;
        if (msBeforeNext === undefined) throw refusal;
        await taken.reward(key);
        if (waiting) throw refused(`Too many incorrect ${what}. Try again in`, msBeforeNext);
        throw new AppError("too_many_requests", { retryAfterSeconds: 2 });
      }
    },
  };
}

/** Who can sign in nevertheless: nobody guesses a link or a passkey. */
function usedUp(what: string, waitMs: number): AppError {
  const otherWays = what === "passwords" ? "the link we email you, or a passkey" : "a passkey";
  return refused(`Too many incorrect ${what} for this account. Sign in with ${otherWays}, or try again in`, waitMs);
}

function refused(text: string, waitMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const seconds = retryAfterSeconds === 1 ? "1 second" : `${retryAfterSeconds} seconds`;
  const wait = retryAfterSeconds < 120 ? seconds : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  return new AppError("too_many_requests", { message: `${text} ${wait}.`, retryAfterSeconds });
}
