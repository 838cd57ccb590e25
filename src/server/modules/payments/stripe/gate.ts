import { setTimeout as sleep } from "node:timers/promises";
import { Stripe } from "stripe";
import type { Database } from "#server/platform/db/database.ts";
import { ProviderBusy, ProviderDown } from "../provider.ts";
import { createBreaker } from "./breaker.ts";
import { longestWaitMs, slowDown, takeTurn, type Lane } from "./pace-store.ts";

/** No call lasts longer, its repeats included; what it did nevertheless is found again by its key. */
const totalMs = 12_000;
const mostTries = 3;
/** Seconds after which a buyer may press again when a call came to nothing and nobody knows yet that the provider is down. */
const soonSeconds = 2;

/** The one way out to the provider: calls take turns, and none is made while it is known to be down. */
export type Gate = <Answer>(lane: Lane, ask: () => Promise<Answer>) => Promise<Answer>;

/**
 * Every try takes a turn, repeats too: however much fails, the provider is not asked more often than it likes.
 *
 * @throws ProviderBusy with the seconds after which it may work, where the line is full; ProviderDown where it does not answer
 */
export function createGate(db: Database): Gate {
  const breaker = createBreaker();
  return async (lane, ask) => {
    let leftMs = totalMs;
    for (let tries = 1; ; tries++) {
      // Before the line, which would be full of calls that are not made: and after it, where the state is new.
      requireUp(breaker.pauseSeconds(performance.now()));
      await waitForTurn(db, lane);
      requireUp(breaker.waitSeconds(performance.now()));
      const askedAt = performance.now();
      try {
        const answer = await within(leftMs, ask());
        breaker.succeeded();
        return answer;
      } catch (error) {
        leftMs -= performance.now() - askedAt;
        const isLast = tries >= mostTries || leftMs <= 0;
        if (error instanceof Stripe.errors.StripeRateLimitError) {
          await slowDown(db, lane);
          if (isLast) throw new ProviderBusy(Math.ceil(longestWaitMs / 1000), error);
        } else if (isOutage(error)) {
          // The one call that tries whether it is back, and all once it is known, have nothing to repeat.
          if (isLast || breaker.pauseSeconds(performance.now()) > 0) {
            breaker.failed(performance.now());
            throw new ProviderDown(soonSeconds, error);
          }
          await sleep(pauseMs(tries));
        } else {
          breaker.succeeded();
          if (isLast || !isInUse(error)) throw error;
          await sleep(pauseMs(tries));
        }
      }
    }
  };
}

function requireUp(pauseSeconds: number): void {
  if (pauseSeconds > 0) throw new ProviderDown(pauseSeconds);
}

async function waitForTurn(db: Database, lane: Lane): Promise<void> {
  const waitMs = await takeTurn(db, lane);
  if (waitMs === undefined) throw new ProviderBusy(Math.ceil(longestWaitMs / 1000));
  if (waitMs > 0) await sleep(waitMs);
}

/** Half a second, then a second, and up to half as much again, so that those who failed together do not return together. */
const pauseMs = (tries: number) => 250 * 2 ** tries * (1 + Math.random() / 2);

async function within<Answer>(ms: number, work: Promise<Answer>): Promise<Answer> {
  const stop = new AbortController();
  const late = sleep(ms, undefined, { signal: stop.signal, ref: false }).then(() => {
    throw new Stripe.errors.StripeConnectionError({ message: `No answer within ${ms} ms`, type: "api_error" });
  });
  // The loser of the race has nobody who hears of its failure.
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
  }
}

/** Another try under the same key is being worked on at this moment. */
const isInUse = (error: unknown) => error instanceof Stripe.errors.StripeError && error.statusCode === 409;

/** It did not answer, or answered that it is broken. A failure that it keeps for a key is an answer: it is up. */
function isOutage(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeConnectionError) return true;
  return error instanceof Stripe.errors.StripeAPIError && !isKept(error);
}

/**
 * The provider keeps the outcome of a key, failures too, and gives it again to every repeat: this one will never work.
 * Whether anything was done under it must be looked up before another key is used.
 */
export function isKept(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAPIError && error.headers?.["idempotent-replayed"] === "true";
}

/** Refused for what was asked, for good; nothing was done. A key of somebody else's request is our own fault instead. */
export function isRefused(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError;
}

/** The provider does not know what was asked for. */
export function isUnknown(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** The keys under which one thing may be asked for, one after the other: the next only when the one before is kept failed. */
export const keysOf = (id: string) => [id, `${id}-2`, `${id}-3`];
